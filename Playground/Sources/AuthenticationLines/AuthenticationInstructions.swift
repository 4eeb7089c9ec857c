import Authentication
import Katana
import Lines

let authenticationInstructions = [
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
