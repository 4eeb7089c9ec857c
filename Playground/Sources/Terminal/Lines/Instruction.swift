import Articles
import Authentication
import Katana

/// An instruction that a line can contain: its usage, and the message that it becomes.
struct Instruction: Sendable {
  var name: String
  var arguments = ""
  var summary: String
  /// The number of words before the password, the last of which is an email address; `nil` if the
  /// instruction has no password.
  var wordsBeforePassword: Int?
  /// Returns the message for the words after the name.
  var message: @Sendable (inout Words) throws(Mistake) -> any Message

  /// The name and the arguments, as the help shows them.
  var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  /// All instructions, in the order of the help.
  static let all = [
    register, logIn,
    plain("logout", AuthenticationMessage.logOutRequested, "end the session"),
    plain("me", AuthenticationMessage.accountRequested, "show who you are"),
    list, read, publish,
    plain("tags", ArticlesMessage.tagsRequested, "list the tags"),
    watch,
    plain("unwatch", ArticlesMessage.unwatchRequested, "stop watching"),
    plain("why", TerminalMessage.causesRequested, "show what led to the last message"),
    plain("help", TerminalMessage.helpRequested, "show this list"),
    plain("quit", TerminalMessage.quitRequested, "leave"),
  ]

  private static func plain(
    _ name: String, _ message: any Message, _ summary: String
  ) -> Instruction {
    Instruction(name: name, summary: summary) { (words) throws(Mistake) in
      try words.end(of: name, takes: "no arguments")
      return message
    }
  }
}

extension Instruction {
  private static let register = Instruction(
    name: "register", arguments: "NAME EMAIL PASSWORD", summary: "make an account and log in",
    wordsBeforePassword: 2
  ) { (words) throws(Mistake) in
    guard let name = words.next(), let email = words.next(), let password = words.password
    else { throw Mistake("register needs NAME, EMAIL and PASSWORD") }
    return AuthenticationMessage.registrationRequested(
      Registration(
        username: name, credentials: Credentials(email: email, password: password)))
  }

  private static let logIn = Instruction(
    name: "login", arguments: "EMAIL [PASSWORD]",
    summary: "begin a session", wordsBeforePassword: 1
  ) { (words) throws(Mistake) in
    guard let email = words.next() else { throw Mistake("login needs EMAIL") }
    guard let password = words.password else {
      return TerminalMessage.passwordRequested(email: email)
    }
    return AuthenticationMessage.logInRequested(Credentials(email: email, password: password))
  }

  private static let list = Instruction(
    name: "articles", arguments: "[--tag TAG] [--page NUMBER]", summary: "list articles"
  ) { (words) throws(Mistake) in
    var filter = ArticleFilter()
    while let option = words.next() {
      switch option {
      case "--tag":
        guard let tag = words.next() else { throw Mistake("--tag needs TAG") }
        filter.tag = tag
      case "--page":
        guard let page = words.next().flatMap(Int.init), (1...1_000_000).contains(page) else {
          throw Mistake("--page needs a NUMBER from 1")
        }
        filter.page = page
      default: throw Mistake("articles has no option \"\(option)\"")
      }
    }
    return ArticlesMessage.listRequested(filter)
  }

  private static let read = Instruction(
    name: "read", arguments: "SLUG", summary: "show an article"
  ) { (words) throws(Mistake) in
    guard let slug = words.next() else { throw Mistake("read needs SLUG") }
    try words.end(of: "read", takes: "only SLUG")
    return ArticlesMessage.articleRequested(slug: slug)
  }

  private static let publish = Instruction(
    name: "publish", arguments: "TITLE | DESCRIPTION | BODY | tag,tag",
    summary: "publish an article"
  ) { (words) throws(Mistake) in
    let parts = (words.rest ?? "").split(separator: "|", omittingEmptySubsequences: false)
      .map(trimmed)
    // The tags are optional. The server checks for blank parts.
    guard parts.count == 3 || parts.count == 4 else {
      throw Mistake("publish needs TITLE, DESCRIPTION and BODY, with | between them")
    }
    let tags = parts.count == 4 ? parts[3].split(separator: ",").map(trimmed) : []
    return ArticlesMessage.publicationRequested(
      NewArticle(
        title: parts[0], description: parts[1], body: parts[2], tags: tags.filter { !$0.isEmpty }))
  }

  private static let watch = Instruction(
    name: "watch", arguments: "[SECONDS]", summary: "show new articles, every 10 s"
  ) { (words) throws(Mistake) in
    guard let text = words.next() else {
      return ArticlesMessage.watchRequested(every: .seconds(10))
    }
    guard let seconds = Double(text), (0.1...86_400).contains(seconds) else {
      throw Mistake("watch needs a number of SECONDS, from 0.1 to 86400")
    }
    try words.end(of: "watch", takes: "only SECONDS")
    return ArticlesMessage.watchRequested(every: .milliseconds(Int64(seconds * 1_000)))
  }
}

private func trimmed(_ text: Substring) -> String { Words(String(text)).rest ?? "" }
