import API
import Articles
import Authentication
import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Terminal
import Testing

@testable import ConduitApp

/// The whole app at a terminal that the test types at and looks at; it answers for the server.
@Suite struct TerminalTests {
  private let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  private let credentials = Credentials(email: "ada@b.c", password: Secret("hunter22"))

  private var logIn: APICommand<Session> { AppTests().logIn }

  /// An app that has asked for its first line.
  private func makeApp(
    _ terminal: VirtualTerminal, isTerminal: Bool = true, hasColor: Bool = false
  ) throws -> AppTest<AppModel> {
    let conduit = Conduit(options: try Options([]), environment: [:])
    let properties = TerminalProperties(
      isInputTerminal: isTerminal, isOutputTerminal: isTerminal, hasColor: hasColor,
      hasEscapeSequences: isTerminal, size: nil)
    let app = AppTest(
      conduit.program(server: URL(string: "http://a:1")!, properties: properties),
      interpreters: [.terminal(terminal), .time()])
    app.start(exhaustive: [])
    app.answer(\Perform.done, with: (), exhaustive: [])
    return app
  }

  /// Lets what was typed arrive, and performs the line that it completes.
  private func enter(_ app: AppTest<AppModel>, _ message: any Message) {
    app.advance(by: .zero, exhaustive: [])
    app.answer(Perform.self, with: message, ends: false, exhaustive: [])
  }

  @Test func newsAreShownAboveWhatIsHalfTyped() throws {
    let terminal = VirtualTerminal()
    let app = try makeApp(terminal)
    terminal.type("he")
    app.advance(by: .zero, exhaustive: [])
    app.send(
      ArticlesMessage.tagsLoaded(.success(["swift"])), commands: [Print("swift")]
    ) { $0.articles.tags = .loaded(["swift"]) }
    #expect(
      terminal.lines == [
        "conduit: connected to http://a:1 (embedded, sample data)",
        "type help to see what you can do, quit to leave", "swift", "conduit> he",
      ])
    terminal.type("lp\n")
    enter(app, TerminalMessage.helpRequested)
    #expect(terminal.lines.contains { $0.hasPrefix("help ") && $0.hasSuffix("show this list") })
    app.finish(ignoringPending: [Perform.self])
  }

  @Test func theHistoryHasNoPasswords() throws {
    let terminal = VirtualTerminal()
    let app = try makeApp(terminal)
    terminal.type("tags\n")
    enter(app, ArticlesMessage.tagsRequested)
    app.answer(\APICommand<[String]>.reply, with: .success(["x"]), exhaustive: [])
    app.answer(\Perform.done, with: (), exhaustive: [])
    terminal.type("login ada@b.c hunter22\n")
    enter(app, AuthenticationMessage.logInRequested(credentials))
    app.answer(\APICommand<Session>.reply, with: .success(session), exhaustive: [])
    app.answer(\Perform.done, with: (), exhaustive: [])
    terminal.press(.up)
    app.advance(by: .zero, exhaustive: [])
    #expect(terminal.lines.last == "conduit> tags")
    terminal.press(.up)
    app.advance(by: .zero, exhaustive: [])
    #expect(terminal.lines.last == "conduit> tags")
    app.finish(ignoringPending: [Prompt.self])
  }

  @Test func aPasswordIsAskedForAndNeverShown() throws {
    let terminal = VirtualTerminal()
    let app = try makeApp(terminal)
    terminal.type("login ada@b.c\n")
    app.advance(by: .zero, exhaustive: [])
    #expect(terminal.lines.last == "password:")
    terminal.type("hunter22\n")
    enter(app, AuthenticationMessage.logInRequested(credentials))
    app.answer(\APICommand<Session>.reply, with: .success(session), exhaustive: [])
    #expect(terminal.lines.last == "logged in as ada (ada@b.c)")
    #expect(!(terminal.output + terminal.errors).contains("hunter22"))
    app.finish(ignoringPending: [Perform.self])
  }

  @Test func ctrlCAtThePasswordLeadsBackToThePrompt() throws {
    let terminal = VirtualTerminal()
    let app = try makeApp(terminal)
    terminal.type("login ada@b.c\n")
    app.advance(by: .zero, exhaustive: [])
    terminal.press(.character("c"), .control)
    app.advance(by: .zero, exhaustive: [])
    #expect(terminal.lines.last == "conduit>" && app.pending(EndProgram.self).isEmpty)
    app.finish(ignoringPending: [Prompt.self])
  }

  @Test func ctrlCAtThePromptEndsTheProgram() throws {
    let terminal = VirtualTerminal()
    let app = try makeApp(terminal)
    terminal.press(.character("c"), .control)
    app.advance(by: .zero, exhaustive: [])
    #expect(app.pending(EndProgram.self) == [EndProgram(130)])
    app.finish(ignoringPending: [EndProgram.self])
  }

  @Test func ctrlDAtThePromptEndsTheProgram() throws {
    let terminal = VirtualTerminal()
    let app = try makeApp(terminal)
    terminal.type("tgas\n")
    app.advance(by: .zero, exhaustive: [])
    terminal.press(.character("d"), .control)
    app.advance(by: .zero, exhaustive: [])
    #expect(app.pending(EndProgram.self) == [EndProgram()] && app.model.terminal.exitStatus == 0)
    app.finish(ignoringPending: [EndProgram.self])
  }

  @Test func pipesGetNoPromptAndAFailureIsInTheStatus() throws {
    let terminal = VirtualTerminal(isTerminal: false)
    let app = try makeApp(terminal, isTerminal: false)
    terminal.type("tgas\n# nothing\n")
    terminal.endInput()
    app.advance(by: .zero, exhaustive: [])
    #expect(
      terminal.output == "conduit: connected to http://a:1 (embedded, sample data)\n")
    #expect(terminal.errors == "error: line 1: unknown command \"tgas\"; try: help\n")
    #expect(app.pending(EndProgram.self) == [EndProgram()] && app.model.terminal.exitStatus == 1)
    app.finish(ignoringPending: [EndProgram.self])
  }

  @Test func coloursAreThoseOfTheTerminal() throws {
    let colored = VirtualTerminal()
    try makeApp(colored, hasColor: true).finish(ignoringPending: [Prompt.self])
    #expect(colored.output.contains("\u{1B}[36mhttp://a:1\u{1B}[0m"))
    let plain = VirtualTerminal()
    try makeApp(plain).finish(ignoringPending: [Prompt.self])
    #expect(!plain.output.contains("\u{1B}[36m"))
  }
}
