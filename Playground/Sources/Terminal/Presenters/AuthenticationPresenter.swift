import API
public import Authentication
public import Katana

/// Shows messages about accounts and sessions. It changes only the terminal's model.
///
/// It handles the messages of the feature with the terminal's slice of the model, so the feature
/// does not depend on the terminal.
public struct AuthenticationPresenter: TypedUpdater {
  /// Creates the presenter.
  public init() {}

  /// Shows results. Requests of the user show nothing.
  public func update(
    model: inout TerminalModel, message: AuthenticationMessage
  ) -> [any Command] {
    output(for: message).map { [model.show($0)] } ?? []
  }

  private func output(for message: AuthenticationMessage) -> Output? {
    switch message {
    case .recalled(.success(let session?)): .success("still logged in as \(session.username)")
    case .registered(.success(let session)): .success("registered as \(session.nameAndEmail)")
    case .loggedIn(.success(let session)): .success("logged in as \(session.nameAndEmail)")
    case .accountLoaded(.success(let session)): .account(session)
    case .loggedOut(_?): .success("logged out")
    case .loggedOut(nil): .failure(APIError.notLoggedIn.lines)
    case .recalled(.failure(let error)), .stored(let error?): .failure(["\(error)"])
    case .registered(.failure(let error)), .loggedIn(.failure(let error)),
      .accountLoaded(.failure(let error)):
      .failure(error.lines)
    case .opened, .recalled(.success(nil)), .registrationRequested, .logInRequested,
      .logOutRequested, .accountRequested, .expired, .stored(nil):
      nil
    }
  }
}

extension Session {
  fileprivate var nameAndEmail: String { "\(username) (\(email))" }
}
