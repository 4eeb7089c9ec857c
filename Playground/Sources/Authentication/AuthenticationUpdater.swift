public import Katana

/// Registers, logs in and logs out the user.
public struct AuthenticationUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands, and answers of the server into a session.
  public func update(
    model: inout AuthenticationModel, message: AuthenticationMessage
  ) -> [any Command] {
    switch message {
    case .opened:
      return model.memory.map { [$0.recall] } ?? []
    case .registrationRequested(let registration):
      return [.register(registration)]
    case .logInRequested(let credentials):
      return [.logIn(credentials)]
    case .accountRequested:
      return [.loadAccount]
    case .recalled(.success(let session)):
      model.session = session
      return []
    case .registered(.success(let session)), .loggedIn(.success(let session)):
      model.session = session
      return model.memory.map { [$0.remember(session)] } ?? []
    case .accountLoaded(.success(let session)):
      model.session = session
      return []
    case .logOutRequested:
      defer { model.session = nil }
      return model.forget + [Send(AuthenticationMessage.loggedOut(model.session))]
    case .recalled(.failure), .registered(.failure), .loggedIn(.failure), .accountLoaded(.failure),
      .loggedOut, .stored:
      return []
    }
  }
}

extension AuthenticationModel {
  /// The command that removes the saved session; empty if sessions are not saved.
  var forget: [any Command] { memory.map { [$0.forget] } ?? [] }
}
