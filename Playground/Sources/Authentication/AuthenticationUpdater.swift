public import Katana

/// Who is logged in, and what that takes.
public struct AuthenticationUpdater: TypedUpdater {
  /// The updater.
  public init() {}

  /// Turns wishes into requests, and answers into a session.
  public func update(
    model: inout AuthenticationModel, message: AuthenticationMessage
  ) -> [any Command] {
    switch message {
    case .opened:
      return [RecallSession(Reply(AuthenticationMessage.recalled))]
    case .registrationRequested(let registration):
      return [.register(registration)]
    case .logInRequested(let credentials):
      return [.logIn(credentials)]
    case .accountRequested:
      return [.loadAccount]
    case .recalled(let session):
      model.session = session
      return []
    case .registered(.success(let session)), .loggedIn(.success(let session)):
      model.session = session
      return [RememberSession(session, failed: Reply(AuthenticationMessage.storeFailed))]
    case .accountLoaded(.success(let session)):
      model.session = session
      return []
    case .logOutRequested:
      defer { model.session = nil }
      return [forget(reportingEndOf: model.session)]
    case .registered(.failure), .loggedIn(.failure), .accountLoaded(.failure), .loggedOut,
      .storeFailed:
      return []
    }
  }

  private func forget(reportingEndOf session: Session?) -> ForgetSession {
    ForgetSession(
      done: Reply(AuthenticationMessage.loggedOut(session)),
      failed: Reply(AuthenticationMessage.storeFailed))
  }
}
