import API
import Authentication
import Katana
import Terminal

/// What a user can type about accounts and sessions, and what the user sees of them.
let authenticationLines = FeatureLines(
  instructions: instructions, presenter: AuthenticationPresenter())

private let instructions = [
  Instruction(
    "register", "NAME EMAIL [PASSWORD]", "make an account and log in",
    password: .afterEmail(words: 2)
  ) { (words) throws(Mistake) in
    guard words.hasEmail else { throw .noEmail }
    guard let name = words.next(), let email = words.next(), let password = words.password
    else { throw Mistake("register needs NAME and EMAIL") }
    return AuthenticationMessage.registrationRequested(
      Registration(username: name, credentials: Credentials(email: email, password: password)))
  },
  Instruction(
    "login", "EMAIL [PASSWORD]", "begin a session", password: .afterEmail(words: 1)
  ) { (words) throws(Mistake) in
    guard words.hasEmail else { throw .noEmail }
    guard let email = words.next(), let password = words.password
    else { throw Mistake("login needs EMAIL") }
    return AuthenticationMessage.logInRequested(Credentials(email: email, password: password))
  },
  Instruction("logout", "end the session", AuthenticationMessage.logOutRequested),
  Instruction("me", "show who you are", AuthenticationMessage.accountRequested),
  Instruction(
    "settings", "[--name NAME] [--email EMAIL] [--bio TEXT] [--image URL] [--password]",
    "change your account; \"\" for no bio or image", password: .afterOption
  ) { (words) throws(Mistake) in
    let options = try words.options(
      of: "settings",
      ["--name": "NAME", "--email": "EMAIL", "--bio": "TEXT", "--image": "URL"])
    let password = words.password
    let change = AccountChange(
      username: options["--name"], email: options["--email"], password: password,
      bio: options["--bio"], image: options["--image"])
    guard change != AccountChange() else { throw Mistake("settings needs an option") }
    return AuthenticationMessage.changeRequested(change)
  },
]

extension Words {
  /// Whether an address stands before the password. Without one, everything was taken for a
  /// password, and the words have ended.
  fileprivate var hasEmail: Bool { password == nil || rest != nil }
}

extension Mistake {
  fileprivate static let noEmail = Mistake("EMAIL needs an @")
}

struct AuthenticationPresenter: Presenter {
  func output(for message: AuthenticationMessage) -> Output? {
    switch message {
    case .recalled(.success(let session?)):
      .success("still logged in as \(session.username)").hidden(from: .json, .singleCommand)
    case .registered(.success(let session)): .success("registered as \(session.nameAndEmail)")
    case .loggedIn(.success(let session)): .success("logged in as \(session.nameAndEmail)")
    case .accountLoaded(.success(let session)): account(session)
    case .changed(_, .success(let session)): account(session)
    case .loggedOut(_?): .success("logged out")
    case .loggedOut(nil): .failure(.notLoggedIn)
    case .recalled(.failure(let error)), .stored(let error?): .failure([error.text])
    case .registered(.failure(let error)), .loggedIn(.failure(let error)),
      .accountLoaded(.failure(let error)), .changed(_, .failure(let error)):
      .failure(error)
    // An end of the session is shown by the answer to the refused request.
    case .opened, .recalled(.success(nil)), .registrationRequested, .logInRequested,
      .logInCancelled, .logOutRequested, .accountRequested, .changeRequested, .expired,
      .stored(nil):
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
