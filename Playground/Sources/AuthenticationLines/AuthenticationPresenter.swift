import API
import APILines
public import Authentication
import Katana
public import Lines

/// Says what is shown of messages about accounts and sessions.
public struct AuthenticationPresenter: Presenter {
  /// Creates the presenter.
  public init() {}

  /// Shows results. Requests of the user show nothing.
  public func output(for message: AuthenticationMessage) -> Output? {
    switch message {
    case .recalled(.success(let session?)):
      .success("still logged in as \(session.username)").hidden(from: .json, .singleCommand)
    case .registered(.success(let session)): .success("registered as \(session.nameAndEmail)")
    case .loggedIn(.success(let session)): .success("logged in as \(session.nameAndEmail)")
    case .accountLoaded(.success(let session)): account(session)
    case .changed(_, .success(let session)): account(session)
    case .loggedOut(_?): .success("logged out")
    case .loggedOut(nil): .failure(.notLoggedIn)
    case .recalled(.failure), .stored(_?): .failure(message.memoryProblem.map { [$0] } ?? [])
    case .registered(.failure(let error)), .loggedIn(.failure(let error)),
      .accountLoaded(.failure(let error)), .changed(_, .failure(let error)):
      .failure(error)
    // An end of the session is shown by the answer to the refused request.
    case .opened, .recalled(.success(nil)), .registrationRequested, .logInRequested,
      .logOutRequested, .accountRequested, .changeRequested, .expired, .stored(nil):
      nil
    }
  }

  private func account(_ session: Session) -> Output {
    let texts = [("bio", session.bio ?? ""), ("image", session.image ?? "")]
    return Output(
      Table(
        [Table.Column("", .faint), Table.Column()],
        rows: [["name", session.username], ["email", session.email]]
          + texts.map { [$0, $1.isEmpty ? "none" : $1] })
    ).json([
      // Without the token.
      "user": [
        "username": session.username, "email": session.email, "bio": session.bio,
        "image": session.image,
      ]
    ])
  }
}

extension Session {
  fileprivate var nameAndEmail: String { "\(username) (\(email))" }
}
