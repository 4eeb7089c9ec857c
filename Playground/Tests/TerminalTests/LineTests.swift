import Articles
import Authentication
import Katana
import KatanaTesting
import Terminal
import Testing

@Suite struct LineTests {
  private func message(_ text: String) -> (any Message)? {
    guard case .message(let message) = Line(text).meaning else { return nil }
    return message
  }

  private func mistake(_ text: String) -> String? {
    guard case .mistake(let text) = Line(text).meaning else { return nil }
    return text
  }

  @Test func emptyLinesAndCommentsMeanNothing() {
    for text in ["", "   ", "# login a b", "#"] {
      guard case .nothing = Line(text).meaning else {
        Issue.record("\"\(text)\" should mean nothing")
        continue
      }
    }
  }

  @Test(arguments: [
    ("logout", AuthenticationMessage.logOutRequested),
    ("  me  ", .accountRequested),
    (
      "login a@b.c pass word",
      .logInRequested(Credentials(email: "a@b.c", password: Secret("pass word")))
    ),
    (
      "register ada a@b.c hunter22",
      .registrationRequested(
        Registration(
          username: "ada", credentials: Credentials(email: "a@b.c", password: Secret("hunter22"))))
    ),
  ])
  func aboutAccounts(text: String, expected: AuthenticationMessage) {
    #expect(message(text) as? AuthenticationMessage == expected)
  }

  @Test(arguments: [
    ("articles", ArticlesMessage.listRequested(ArticleFilter())),
    ("articles --page 2 --tag swift", .listRequested(ArticleFilter(tag: "swift", page: 2))),
    ("read a-b", .articleRequested(slug: "a-b")),
    (
      "publish A title | About it | The text | a, b ,",
      .publicationRequested(
        NewArticle(title: "A title", description: "About it", body: "The text", tags: ["a", "b"]))
    ),
    (
      "publish | x | y",
      .publicationRequested(NewArticle(title: "", description: "x", body: "y"))
    ),
    ("tags", .tagsRequested),
    ("watch", .watchRequested(every: .seconds(10))),
    ("watch 0.5", .watchRequested(every: .milliseconds(500))),
    ("unwatch", .unwatchRequested),
  ])
  func aboutArticles(text: String, expected: ArticlesMessage) {
    #expect(message(text) as? ArticlesMessage == expected)
  }

  @Test(arguments: [
    ("login a@b.c", TerminalMessage.passwordRequested(email: "a@b.c")),
    ("why", .causesRequested), ("help", .helpRequested), ("quit", .quitRequested),
  ])
  func aboutTheTerminal(text: String, expected: TerminalMessage) {
    #expect(message(text) as? TerminalMessage == expected)
  }

  @Test(arguments: [
    ("artcles", "unknown command \"artcles\"; try: help"),
    ("login", "login needs EMAIL; usage: login EMAIL [PASSWORD]"),
    ("login hunter22", "login needs EMAIL; usage: login EMAIL [PASSWORD]"),
    (
      "register a b",
      "register needs NAME, EMAIL and PASSWORD; usage: register NAME EMAIL PASSWORD"
    ),
    ("me too", "me takes no arguments; usage: me"),
    ("read", "read needs SLUG; usage: read SLUG"),
    ("read a b", "read takes only SLUG; usage: read SLUG"),
    ("watch 1 2", "watch takes only SECONDS; usage: watch [SECONDS]"),
    (
      "articles swift",
      "articles has no option \"swift\"; usage: articles [--tag TAG] [--page NUMBER]"
    ),
    ("articles --tag", "--tag needs TAG; usage: articles [--tag TAG] [--page NUMBER]"),
    (
      "articles --page 0",
      "--page needs a NUMBER from 1; usage: articles [--tag TAG] [--page NUMBER]"
    ),
    (
      "publish only a title",
      "publish needs TITLE, DESCRIPTION and BODY, with | between them; "
        + "usage: publish TITLE | DESCRIPTION | BODY | tag,tag"
    ),
    (
      "watch often",
      "watch needs a number of SECONDS, from 0.1 to 86400; usage: watch [SECONDS]"
    ),
    (
      "watch 0", "watch needs a number of SECONDS, from 0.1 to 86400; usage: watch [SECONDS]"
    ),
  ])
  func aMistakeIsOneLineThatSaysWhatToDo(text: String, expected: String) {
    #expect(mistake(text) == expected)
  }

  @Test func noMistakeRepeatsAPassword() {
    for text in ["login hunter22", "register ada hunter22", "register hunter22"] {
      #expect(mistake(text)?.contains("hunter22") == false)
    }
  }

  @Test(arguments: [
    ("login a@b.c pass word", "login a@b.c", "pass word"),
    (" login  a@b.c \t pass  word ", "login a@b.c", "pass  word"),
    ("login a@b.c", "login a@b.c", nil), ("login", "login", nil),
    ("login hunter22", "login", "hunter22"),
    ("login hunter22 a@b.c", "login", "hunter22 a@b.c"),
    ("register ada a@b.c hunter22", "register ada a@b.c", "hunter22"),
    ("register ada hunter22", "register", "ada hunter22"),
    ("register a@b.c hunter22", "register", "a@b.c hunter22"),
    ("publish  A | b | c", "publish  A | b | c", nil), ("", "", nil),
    ("Login a@b.c hunter22", "Login", "a@b.c hunter22"), ("logn hunter22", "logn", "hunter22"),
    ("logn", "logn", nil), ("# login a@b.c", "# login a@b.c", nil),
    ("articles --tag x", "articles --tag x", nil),
  ])
  func onlyThePasswordIsSecret(entered: String, text: String, password: String?) {
    let line = Line(entered)
    #expect(line.text == text)
    #expect(line.password == password.map(Secret.init))
    if let password { #expect(!"\(line)".contains(password)) }
  }
}
