import API
public import Authentication
public import Katana

/// Shows what happens around accounts and sessions; changes nothing.
///
/// It listens to the messages of the feature on the feature's own slice, so that the feature knows
/// nothing of terminals.
public struct AuthenticationPresenter: TypedUpdater {
  /// The presenter.
  public init() {}

  /// Shows results; wishes are silent.
  public func update(
    model: inout AuthenticationModel, message: AuthenticationMessage
  ) -> [any Command] {
    switch message {
    case .recalled(let session?): [Show(.success("still logged in as \(session.username)"))]
    case .registered(.success(let session)): [Show(.success("registered as \(session.who)"))]
    case .loggedIn(.success(let session)): [Show(.success("logged in as \(session.who)"))]
    case .accountLoaded(.success(let session)): [Show(.account(session))]
    case .loggedOut(_?): [Show(.success("logged out"))]
    case .loggedOut(nil): [Show(.failure(APIError.notLoggedIn.lines))]
    case .storeFailed(let text): [Show(.failure([text]))]
    case .registered(.failure(let error)), .loggedIn(.failure(let error)),
      .accountLoaded(.failure(let error)):
      [Show(.failure(error.lines))]
    case .opened, .recalled(nil), .registrationRequested, .logInRequested, .logOutRequested,
      .accountRequested:
      []
    }
  }
}

extension Session {
  fileprivate var who: String { "\(username) (\(email))" }
}
