import ConduitBackend
import Foundation
import ProgramProcess
import Testing

/// Everything that starts processes, one at a time.
@Suite(.serialized) struct ProgramTests {
  static let greeting = "conduit: connected to http://in-process (embedded, sample data)"

  /// The lines, with what differs between runs replaced: the port, and line numbers.
  static func masked(_ lines: [String]) -> [String] {
    lines.map {
      $0.replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
        .replacing(/\.swift:\d+/, with: ".swift:LINE")
    }
  }

  /// Compares what a program has said line by line: failures as errors, and then the status says so;
  /// it must have said nothing else.
  func expect(
    _ result: ConduitProcess.Result, _ lines: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let errors = lines.filter { $0.hasPrefix("error: ") }
    #expect(
      Self.masked(result.lines) == lines.filter { !errors.contains($0) },
      sourceLocation: sourceLocation)
    #expect(Self.masked(result.errors) == errors, sourceLocation: sourceLocation)
    #expect(result.status == (errors.isEmpty ? 0 : 1), sourceLocation: sourceLocation)
  }

  @Test func theCounterCounts() async throws {
    let result = try await ConduitProcess("counter").finish()
    expect(result, ["The counter is at 1.", "The counter is at 0."])
  }

  @Test func anEmptyInputEndsTheProgram() async throws {
    expect(try await ConduitProcess.run(input: []), [Self.greeting])
  }

  @Test func linesArePerformedInOrder() async throws {
    let result = try await ConduitProcess.run(input: [
      "me", "login demo@example.com wrong", "login demo@example.com demo-password", "me",
      "logout", "logout", "me",
    ])
    expect(
      result,
      [
        Self.greeting,
        "error: line 1: you are not logged in; try: login EMAIL PASSWORD",
        "error: line 2: credentials invalid",
        "logged in as demo (demo@example.com)",
        "name   demo",
        "email  demo@example.com",
        "bio    none",
        "image  none",
        "logged out",
        "error: line 6: you are not logged in; try: login EMAIL PASSWORD",
        "error: line 7: you are not logged in; try: login EMAIL PASSWORD",
      ])
  }

  @Test func aRegisteredUserIsLoggedInAndCanPublish() async throws {
    let begin = Date.now
    let result = try await ConduitProcess.run(input: [
      "register ada ada@example.com hunter2", "register ada ada@example.com hunter2222",
      "publish Hello, World | A greeting | It is a fine day. | greeting",
      "publish | | It has no title", "read hello-world", "read hello-moon",
    ])
    // The article is published on one of these days.
    let days = [begin, .now].map { $0.formatted(.iso8601.year().month().day()) }
    let day = days.first { day in result.lines.contains { $0.contains("on \(day),") } }
    expect(
      result,
      [
        Self.greeting,
        "error: line 1: password is too short (minimum is 8 characters)",
        "registered as ada (ada@example.com)",
        "published hello-world",
        "error: line 4: description can't be blank",
        "error: line 4: title can't be blank",
        "Hello, World",
        "by ada on DATE, 0 likes, tagged greeting",
        "",
        "It is a fine day.",
        "error: line 6: article not found",
      ].map { $0.replacing("DATE", with: day ?? "\(days)") })
  }

  @Test func theListHasPagesAndTags() async throws {
    let result = try await ConduitProcess.run(input: [
      "articles --tag teamwork", "articles --page 3",
    ])
    expect(
      result,
      [
        Self.greeting,
        "TITLE              SLUG               AUTHOR  DATE        LIKES  TAGS",
        "Decide on a Page   decide-on-a-page   maren   2025-03-28      3  teamwork",
        "The Quiet Hour     the-quiet-hour     ines    2025-03-23      1  teamwork",
        "Small Steps        small-steps        maren   2025-03-17      0  teamwork",
        "Reviews Can Teach  reviews-can-teach  ines    2025-03-08      1  teamwork",
        "articles tagged teamwork 1 to 4 of 4",
        "TITLE              SLUG               AUTHOR  DATE        LIKES  TAGS",
        "Measure First      measure-first      tobias  2025-03-07      0  performance",
        "Enums Do Not Lie   enums-do-not-lie   maren   2025-03-06      1  swift",
        "Read Errors Twice  read-errors-twice  ines    2025-03-05      3  debugging",
        "Tests Are Prose    tests-are-prose    tobias  2025-03-04      1  testing",
        "Values First       values-first       maren   2025-03-03      2  swift, design",
        "articles 21 to 25 of 25",
      ])
  }

  @Test func theSampleDataAndTheHelpFitOnATerminalOf80Columns() async throws {
    let result = try await ConduitProcess.run(input: [
      "articles", "articles --page 2", "articles --page 3", "tags", "help",
    ])
    #expect(result.lines.filter { $0.count > 80 } == [])
    #expect(result.lines.count > 45)
  }

  @Test func mistakesAreOneLineEachAndTheProgramGoesOn() async throws {
    let result = try await ConduitProcess.run(input: [
      "artcles", "", "# a comment", "login a", "unwatch",
    ])
    expect(
      result,
      [
        Self.greeting,
        "error: line 1: unknown command \"artcles\"; try: help",
        "error: line 4: EMAIL needs an @; usage: login EMAIL [PASSWORD]",
        "not watching any more",
      ])
  }

  @Test func whatFollowsQuitIsNotRead() async throws {
    expect(try await ConduitProcess.run(input: ["quit", "tags"]), [Self.greeting])
  }

  @Test func aWatchDoesNotKeepAProgramWithoutInputAlive() async throws {
    let result = try await ConduitProcess.run(input: [
      "login demo@example.com demo-password", "watch 60", "logout",
      "login demo@example.com demo-password", "watch",
    ])
    expect(
      result,
      [
        Self.greeting,
        "logged in as demo (demo@example.com)",
        "watching for new articles every 60 seconds",
        "logged out",
        "logged in as demo (demo@example.com)",
        "watching for new articles every 10 seconds",
      ])
  }

  @Test func theCausesOfTheLastMessageAreShown() async throws {
    let program = try ConduitProcess()
    #expect(await program.nextLine() != nil)
    // A line that waits is caused by the end of what it waits for. So the login is typed when the
    // program has nothing else to do, which the answer to a mistake shows.
    try program.send("nonsense")
    #expect(await program.nextError() == "error: line 1: unknown command \"nonsense\"; try: help")
    try program.send("login demo@example.com demo-password")
    try program.send("why")
    let result = try await program.finish()
    #expect(result.status == 1)
    #expect(
      Self.masked(result.lines) == [
        "logged in as demo (demo@example.com)",
        "SENT BY              MESSAGE         WHERE",
        "Prompt               answered        Terminal/TerminalUpdater.swift:LINE",
        "Perform              logInRequested  TerminalInterpreters/PerformInterpreter.swift:LINE",
        "APICommand<Session>  loggedIn        Authentication/AccountCommands.swift:LINE",
        "Send                 UserChanged     Authentication/AuthenticationUpdater.swift:LINE",
      ])
  }

  @Test func nothingSecretIsSaidNorLogged() async throws {
    let result = try await ConduitProcess.run(
      "--log",
      input: [
        "register ada ada@example.com hunter2222", "logout", "login ada@example.com wr0ngwr0ng",
        "login ada@example.com hunter2222", "why", "me", "login", "register hunter2222",
      ])
    let text = (result.lines + result.errors).joined(separator: "\n")
    #expect(!text.contains("hunter2222") && !text.contains("wr0ngwr0ng"))
    #expect(text.contains("AuthenticationMessage.loggedIn ← command APICommand<Session>"))
  }

  @Test func aRunIsRecordedAndTheMonitorNeedsATerminal() async throws {
    try await withRecordingFolder { folder in
      let run = try await ConduitProcess.run(
        "--record", folder, input: ["login demo@example.com demo-password", "articles", "quit"])
      #expect(run.status == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      let file = folder + "/" + (try #require(files.first { $0.hasSuffix(".katana") }))
      #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("demo-password"))
      let monitor = try await ConduitProcess.run("--monitor", file, input: ["q"])
      #expect(monitor.status == 1 && monitor.errors.count == 1)
      #expect(monitor.errors.first?.contains("terminal") == true)
    }
  }

  @Test func aPasswordMayHaveALineOfItsOwn() async throws {
    let result = try await ConduitProcess.run(input: [
      "login demo@example.com", "demo-password", "me",
    ])
    expect(
      result,
      [
        Self.greeting, "logged in as demo (demo@example.com)", "name   demo",
        "email  demo@example.com", "bio    none", "image  none",
      ])
  }

  @Test func aSingleCommandIsPerformedWithoutAGreeting() async throws {
    let list = try await ConduitProcess("conduit", ["articles", "--author", "nobody"]).finish()
    #expect(list.lines == ["no articles by nobody"] && list.errors == [] && list.status == 0)
    let wrong = try await ConduitProcess("conduit", ["read", "nothing"]).finish()
    #expect(wrong.lines == [] && wrong.errors == ["error: article not found"])
    #expect(wrong.status == 1)
    let mistake = try await ConduitProcess("conduit", ["artcles"]).finish()
    #expect(mistake.errors == ["error: unknown command \"artcles\"; try: help"])
    #expect(mistake.status == 1)
  }

  @Test func aSingleDeletionIsDoneAtOnceAndOffersNoUndo() async throws {
    let server = try await BackendServer.start()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (option, environment) = (
      "--server=\(server.url.absoluteString)", ["CONDUIT_SESSION": folder]
    )
    let logIn = ["login demo@example.com demo-password", "publish Own | About | Text"]
    _ = try await ConduitProcess.run(option, input: logIn, environment: environment)
    let deleted = try await ConduitProcess(
      "conduit", [option, "delete", "own"], environment: environment
    ).finish()
    #expect(deleted.lines == ["deleted own"] && deleted.errors == [] && deleted.status == 0)
    let tags = try await ConduitProcess.run(
      option, "--json", input: ["favorite values-first"], environment: environment)
    #expect(tags.lines.count == 1 && tags.lines[0].hasPrefix(#"{"article":{"#))
    await server.stop()
  }

  @Test func withJSONEachOutputIsOneObject() async throws {
    let result = try await ConduitProcess.run(
      "--json",
      input: [
        "login demo@example.com demo-password", "me", "profile ines", "read nothing",
        "articles --tag teamwork --author maren", "comments values-first",
      ])
    #expect(
      result.errors == [#"{"errors":["line 4: article not found"]}"#] && result.status == 1)
    let keys = try result.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object.map { $0.keys.sorted() } ?? []
    }
    #expect(
      keys == [["message"], ["user"], ["profile"], ["articles", "articlesCount"], ["comments"]])
    #expect(result.lines[1].contains(#""email":"demo@example.com""#))
    #expect(!result.lines.joined().contains("token"))
  }

  @Test func pipedOutputHasNoColoursAndNoPrompt() async throws {
    let result = try await ConduitProcess.run(input: ["articles", "help", "nonsense"])
    #expect(!result.lines.joined().contains("\u{1B}"))
    #expect(!result.lines.joined().contains("conduit>"))
  }

  @Test func helpAndWrongOptions() async throws {
    let help = try await ConduitProcess.run("--help", input: [])
    #expect(
      help.lines.prefix(2) == [
        "usage: conduit [--server URL] [--time-limit SECONDS] [--log] [--json]",
        "               [--record FOLDER] [--screen | COMMAND]",
      ])
    let wrong = try await ConduitProcess.run("--sever", input: [])
    #expect(wrong.lines == [])
    #expect(wrong.errors == ["conduit: unknown option \"--sever\"; try: conduit --help"])
    #expect(wrong.status == 2)
  }

  // MARK: The other examples

  @Test(arguments: ["conduit", "crud", "timer", "flight-booker", "download", "tail"])
  func anExampleHasAHelp(name: String) async throws {
    let help = try await ConduitProcess(name, ["--help"]).finish()
    #expect(help.lines.first?.hasPrefix("usage: \(name)") == true)
    #expect(help.lines.filter { $0.count > 80 } == [])
    #expect(help.errors == [] && help.status == 0)
    let wrong = try await ConduitProcess(name, ["--nope"]).finish()
    #expect(wrong.errors.count == 1 && wrong.errors[0].hasPrefix("\(name): unknown "))
    #expect(wrong.lines == [] && wrong.status == 2)
  }

  @Test(arguments: [
    ("crud", "--record"), ("crud", "--trace"), ("timer", "--record"), ("timer", "--trace"),
    ("conduit", "--record"),
  ]) func aWrongPathIsALineAndNoTrap(name: String, option: String) async throws {
    let result = try await ConduitProcess(name, [option, "/dev/null/file"]).finish()
    #expect(result.errors.count == 1 && result.errors[0].hasPrefix("\(name): "))
    #expect(result.errors[0].contains("/dev/null/file"))
    #expect(result.status == 1)
  }

  /// Keys that come from a pipe, and a line of what is printed at the end.
  @Test(arguments: [
    ("crud", "\tHans\tEmil\u{E}", "* Emil, Hans"), ("timer", "\u{1B}[C", "16.0 s"),
    ("flight-booker", "\t\u{15}2026-11-22\t\r", "You have booked a one-way flight"),
  ]) func pipedKeysHaveAnEffectThatIsPrinted(
    name: String, keys: String, line: String
  ) async throws {
    let program = try ConduitProcess(name)
    try program.type(keys)
    let result = try await program.finish()
    #expect(result.lines.contains { $0.contains(line) })
    #expect(result.lines.filter { $0.count > 60 } == [])
    #expect(!result.lines.joined().contains("\u{1B}[2K"))
    #expect(result.errors == [] && result.status == 0)
  }

  @Test func anErrorOfADownloadIsReadable() async throws {
    let result = try await ConduitProcess("download", ["nohttp"]).finish()
    #expect(
      result.lines.first == "> \(String(repeating: "░", count: 20)) 0 KiB  failed  ./download-1")
    let words = result.lines.dropFirst().joined().split(separator: " ")
    #expect(words.joined(separator: " ").contains("it does not begin with https://"))
    #expect(result.lines.filter { $0.count > 60 } == [])
    #expect(result.status == 1)
  }
}
