import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import check_links

@Suite struct LinksTests {
  private let erased = Print("\r\u{1B}[K", terminator: "", to: .standardError)

  private func program(_ arguments: String..., showsProgress: Bool = false) throws
    -> Program<Links>
  {
    linksProgram(try Options(arguments), showsProgress: showsProgress)
  }

  private func progress(_ text: String) -> Print {
    Print("\r\u{1B}[K" + text, terminator: "", to: .standardError)
  }

  // MARK: The whole tool, with stand-ins

  @Test func eachLineOfTheInputIsAnswered() throws {
    let terminal = VirtualTerminal(isTerminal: false)
    let server = VirtualServer { .status($0.path == "/tea" ? 200 : 404) }
    let app = AppTest(
      try program(), interpreters: [.http(server), .terminal(terminal)], exhaustive: false)
    terminal.type("https://a.example/tea\n\n  https://a.example/milk \t\r\n")
    terminal.endInput()
    app.start()
    app.advance(by: .zero)
    #expect(
      terminal.output == """
        ok     https://a.example/tea
        broken (The server answered with the status 404.) https://a.example/milk

        """)
    #expect(terminal.errors == "")
    #expect(terminal.exitStatus == 1)
    app.finish()
  }

  @Test func itEndsWithSuccessIfAllLinksAnswer() throws {
    let terminal = VirtualTerminal(isTerminal: false)
    let server = VirtualServer { _ in .status(200) }
    let app = AppTest(
      try program("https://a.example"), interpreters: [.http(server), .terminal(terminal)],
      exhaustive: false)
    app.start()
    app.advance(by: .zero)
    #expect(terminal.output == "ok     https://a.example\n")
    #expect(terminal.exitStatus == 0)
    app.finish()
  }

  @Test func inAnyOrderEachLinkHasOneLineAndTheStatusTellsOfBrokenOnes() throws {
    let links = (1...6).map { "https://a.example/\($0)" }
    let program = try program()
    explore(
      seeds: 100,
      sending: links.map { LinksMessage.read(.line($0)) } + [LinksMessage.read(.end)]
    ) { simulation in
      let terminal = VirtualTerminal(isTerminal: false)
      let server = VirtualServer(conditions: .chosen(by: simulation)) { _ in .status(200) }
      return Simulated(
        program, interpreters: [.http(server), .terminal(terminal), .signals()]
      )
      .eventually("each link has one line") { _ in
        let lines = terminal.output.split(separator: "\n")
        return lines.compactMap { $0.split(separator: " ").last.map(String.init) }.sorted()
          == links
      }
      .eventually("the status tells of broken links") { _ in
        terminal.exitStatus == (terminal.output.contains("broken") ? 1 : 0)
      }
    }
  }

  // MARK: The progress line

  @Test func aLineReplacesTheProgressLineWhichMovesBelowIt() throws {
    let app = AppTest(
      try program("https://a.example", "https://b.example", showsProgress: true),
      exhaustive: .commands, ignoring: [Fetch.self, Send.self])
    app.start(commands: [progress("0 of 2, 0 broken")])
    app.respond(
      to: .get, "/", .status(200), at: 0,
      commands: [erased, Print("ok     https://a.example"), progress("1 of 2, 0 broken")])
    app.respond(
      to: .get, "/", .status(500), at: 0,
      commands: [
        erased, Print("broken (The server answered with the status 500.) https://b.example"),
        erased, ExitProcess(1),
      ])
    app.finish(ignoringPending: [Print.self, ExitProcess.self])
  }

  @Test func anInterruptErasesTheProgressLine() throws {
    let test = StepTest(try program("https://a.example", showsProgress: true))
    test.send(.interrupted, commands: [erased, ExitProcess(130)])
  }

  // MARK: Parts

  @Test func fourServersAreAskedAtATime() throws {
    let app = AppTest(
      try program(
        "https://a.example", "https://b.example", "https://c.example", "https://d.example",
        "https://e.example"),
      exhaustive: false)
    app.start()
    #expect(
      app.pending(Fetch.self).map(\.request.url) == [
        "https://a.example", "https://b.example", "https://c.example", "https://d.example",
      ])
    app.respond(to: .get, "/", .status(200), at: 0)
    #expect(app.pending(Fetch.self).last?.request.url == "https://e.example")
    app.finish(ignoringPending: [Fetch.self, Print.self])
  }

  @Test func anEscapeSequenceInAnAddressIsNotPrinted() throws {
    let test = StepTest(try program("https://a.example"), exhaustive: .commands)
    test.send(
      .answered("https://a.example/\u{1B}[2J", .failure(.unknownHost("a.example"))),
      commands: [Print("broken (\(HTTPError.unknownHost("a.example").text)) https://a.example/")])
  }

  @Test func anInputThatCannotBeReadEndsTheTool() throws {
    let error = TerminalError.notRead(reason: "gone")
    StepTest(try program()).send(
      .read(.failed(error)),
      commands: [Print("check-links: \(error)", to: .standardError), ExitProcess(1)])
  }

  @Test func aLineThatIsTooLongIsAnErrorOfItsOwn() throws {
    StepTest(try program()).send(
      .read(.tooLong(limit: 9)),
      commands: [Print("check-links: a line is longer than 9 bytes", to: .standardError)]
    ) { $0.broken = 1 }
  }

  @Test func everythingIsWired() throws {
    expectWiring(of: try program(), interpreters: linksInterpreters())
  }

  @Test func optionsAndAddressesAreToldApart() throws {
    #expect(try Options(["https://a.example"]).links == ["https://a.example"])
    #expect(try Options(["-h"]).wantsHelp)
    #expect(throws: UsageError(description: "unknown option \"--nope\"; try: --help")) {
      try Options(["https://a.example", "--nope"])
    }
  }
}
