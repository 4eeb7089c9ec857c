import Katana
import Terminal
import Testing

/// What a line of any instructions means.
@Suite struct InstructionsTests {
  enum Asked: Message, Equatable {
    case tags
    case read(String)
    case logIn(email: String, password: Secret<String>?)
    case change(name: String?, password: Secret<String>?)
    case deletion(String)
  }

  let instructions = Instructions([
    Instruction("tags", "list the tags", Asked.tags),
    Instruction("read", word: "SLUG", "show an article") { Asked.read($0) },
    Instruction("delete", word: "SLUG", "delete an article", isAwaited: false) {
      Asked.deletion($0)
    },
    Instruction("login", "EMAIL", "log in", password: .afterEmail(words: 1)) {
      (words) throws(Mistake) in
      guard let email = words.next() else { throw Mistake("login needs EMAIL") }
      return Asked.logIn(email: email, password: words.password)
    },
    Instruction("register", "NAME EMAIL", "register", password: .afterEmail(words: 2)) {
      (words) throws(Mistake) in
      guard words.next() != nil, let email = words.next() else {
        throw Mistake("register needs NAME and EMAIL")
      }
      return Asked.logIn(email: email, password: words.password)
    },
    Instruction("settings", "[--name NAME] [--password]", "change", password: .afterOption) {
      (words) throws(Mistake) in
      let options = try words.options(of: "settings", ["--name": "NAME"])
      return Asked.change(name: options["--name"], password: words.password)
    },
  ])

  private func meaning(_ text: String) -> Meaning {
    instructions.meaning(of: instructions.line(text))
  }

  private func message(_ text: String) -> Asked? {
    guard case .message(let message, _) = meaning(text) else { return nil }
    return message as? Asked
  }

  private func mistake(_ text: String) -> String? {
    guard case .mistake(let text) = meaning(text) else { return nil }
    return text
  }

  @Test func emptyLinesAndCommentsMeanNothing() {
    for text in ["", "   ", "# login a b", "#"] {
      guard case .nothing = meaning(text) else {
        Issue.record("\"\(text)\" should mean nothing")
        continue
      }
    }
  }

  @Test(arguments: [
    ("tags", Asked.tags), ("  tags  ", .tags), ("read a-b", .read("a-b")),
    ("read \"a b\"", .read("a b")), ("read \"a", .read("\"a")), ("read \"\"", .read("")),
    (
      "login a@b.c pass word", .logIn(email: "a@b.c", password: Secret("pass word"))
    ),
    (
      "settings --name \"Ada L\" --password hunter 22",
      .change(name: "Ada L", password: Secret("hunter 22"))
    ),
    ("settings --name \"\"", .change(name: "", password: nil)),
    ("read \"a \\\"b\\\" \\\\ \\n\"", .read("a \"b\" \\ \\n")),
    ("login a@b.c \"pass word \"", .logIn(email: "a@b.c", password: Secret("pass word "))),
    ("login a@b.c \"\\\"\"", .logIn(email: "a@b.c", password: Secret("\""))),
    ("login a@b.c \"pass", .logIn(email: "a@b.c", password: Secret("\"pass"))),
    ("settings --password \"x y\"", .change(name: nil, password: Secret("x y"))),
    ("settings --password=x", .change(name: nil, password: Secret("x"))),
  ])
  func aLineBecomesAMessage(text: String, expected: Asked) { #expect(message(text) == expected) }

  @Test func onlyWhatCannotBeTakenBackIsAwaited() {
    guard case .message(_, isAwaited: true) = meaning("read a"),
      case .message(_, isAwaited: false) = meaning("delete a")
    else {
      Issue.record("delete must not be awaited, and read must be")
      return
    }
  }

  @Test(arguments: ["login a@b.c", "register ada a@b.c", "settings --name x --password"])
  func aPasswordThatIsLeftOutIsWanted(text: String) {
    guard case .passwordWanted = meaning(text) else {
      Issue.record("a password should be wanted")
      return
    }
  }

  @Test(arguments: [
    ("tgas", "unknown command \"tgas\"; try: help"),
    ("tags all", "tags takes no arguments; usage: tags"),
    ("read", "read needs SLUG; usage: read SLUG"),
    ("read a b", "read takes only SLUG; usage: read SLUG"),
    (
      "settings swift",
      "settings has no option \"swift\"; usage: settings [--name NAME] [--password]"
    ),
    ("settings --name", "--name needs NAME; usage: settings [--name NAME] [--password]"),
    (
      "settings --pasword hunter22",
      "settings has no option \"--pasword\"; usage: settings [--name NAME] [--password]"
    ),
  ])
  func aMistakeIsOneLineThatSaysWhatToDo(text: String, expected: String) {
    #expect(mistake(text) == expected)
  }

  @Test(arguments: [
    ("login a@b.c pass word", "login a@b.c", "pass word"),
    (" login  a@b.c \t pass  word ", "login a@b.c", "pass  word"),
    ("login a@b.c", "login a@b.c", nil), ("login", "login", nil),
    ("login hunter22", "login", "hunter22"),
    ("login hunter22 a@b.c", "login", "hunter22 a@b.c"),
    ("register ada a@b.c hunter22", "register ada a@b.c", "hunter22"),
    ("register \"ada l\" a@b.c hunter22", "register \"ada l\" a@b.c", "hunter22"),
    ("register ada hunter22", "register", "ada hunter22"),
    ("register a@b.c hunter22", "register", "a@b.c hunter22"),
    ("settings --name a --password x y", "settings --name a --password", "x y"),
    ("settings --passwd hunter22", "settings --passwd", "hunter22"),
    ("settings -password hunter22", "settings -password", "hunter22"),
    ("settings --Password hunter22", "settings --Password", "hunter22"),
    ("settings \u{2014}password hunter22", "settings \u{2014}password", "hunter22"),
    ("settings -p hunter22", "settings -p", "hunter22"),
    ("settings password hunter22", "settings password", "hunter22"),
    ("settings --password=hunter 22", "settings --password", "hunter 22"),
    ("settings \"--password=hunter 22\"", "settings --password", "hunter 22"),
    ("settings --name peter --password hush", "settings --name peter --password", "hush"),
    ("settings --name peter", "settings --name peter", nil),
    ("settings --name a", "settings --name a", nil),
    ("tags  A | b | c", "tags  A | b | c", nil), ("", "", nil),
    ("Login a@b.c hunter22", "Login", "a@b.c hunter22"), ("logn hunter22", "logn", "hunter22"),
    ("logn", "logn", nil), ("# login a@b.c", "# login a@b.c", nil),
  ])
  func onlyThePasswordIsSecret(entered: String, text: String, password: String?) {
    let line = instructions.line(entered)
    #expect(line.text == text)
    #expect(line.password == password.map(Secret.init))
    if let password { #expect(!"\(line)".contains(password)) }
    if let password { #expect(mistake(entered)?.contains(password) != true) }
  }

  @Test(arguments: ["", "a", "a b", "\"", "a\"b", "\\", "a \\", "\\\" \\n\\\\", "\ta\u{A0}b"])
  func aQuotedTextIsOneWordAgain(text: String) {
    var words = Words("\(Words.quoted(text)) next")
    #expect(words.next() == text && words.next() == "next")
  }

  #if os(Linux) || os(macOS)
    @Test func twoInstructionsWithOneNameAreNamed() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Instructions([
          Instruction("tags", "list", Asked.tags), Instruction("tags", "list", Asked.tags),
        ])
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("two instructions have the name \"tags\"; rename one of them"))
    }
  #endif
}
