import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffectsTesting
import KatanaTesting
import Testing

#if os(macOS) || os(Linux)
  extension RealEffects {
    /// Programs that use the terminal in place of this process.
    @Suite struct RunInTerminalTests {
      private let terminal: PseudoTerminal
      private let test: ConsoleTest

      init() throws {
        terminal = try PseudoTerminal(columns: 30, rows: 8)
        test = ConsoleTest(terminal.console())
      }

      private func command(_ script: String) -> RunInTerminal {
        RunInTerminal("sh", ["-c", script], Reply(ConsoleMessage.ran))
      }

      @Test func theProgramOwnsTheTerminalUntilItHasEnded() async {
        let screen = test.show(TerminalScreen(["50 %"]))
        _ = test.prompt("> ")
        terminal.type("half")
        await terminal.expect(["50 %", "> half"])
        test.run(command("echo ready; read line; echo got $line; exit 3"))
        await terminal.expect(["ready"])
        #expect(!terminal.screen.isCursorHidden && terminal.flags == PseudoTerminal.usual)
        test.run(Print("news"))
        _ = screen.update(to: TerminalScreen(["60 %"]))
        terminal.type("tea\n")
        await test.expect(.ran(.success(.status(3))))
        await terminal.expect(["ready", "tea", "got tea", "news", "60 %", "> half"])
        terminal.type("\r")
        await test.expect(.answered(.entered("half")))
      }

      @Test func aFullScreenIsLeftAndDrawnAgain() async {
        let screen = test.show(TerminalScreen(["list"], area: .fullScreen))
        await terminal.expect(["list"])
        test.run(Print("held"))
        test.run(command("echo ready; read line"))
        await terminal.expect(["ready"])
        #expect(!terminal.screen.isFullScreen)
        terminal.type("\n")
        await test.expect(.ran(.success(.status(0))))
        await terminal.expect(["list"])
        #expect(terminal.screen.isFullScreen)
        screen.stop()
        await terminal.expect(["ready", "", "held"])
      }

      @Test func theFormerModeReturnsWhateverTheProgramHasLeft() async {
        test.run(command("stty raw -echo; kill -9 $$"))
        await test.expect(.ran(.success(.signal(9))))
        #expect(terminal.flags == PseudoTerminal.usual)
      }

      @Test func programsFollowEachOther() async {
        _ = test.prompt("> ")
        await terminal.expect([">"])
        test.run(command("echo one; read line; echo end"))
        test.run(command("echo two"))
        await terminal.expect(["one"])
        terminal.type("\n")
        await test.expect(.ran(.success(.status(0))), .ran(.success(.status(0))))
        await terminal.expect(["one", "", "end", "two", ">"])
      }

      @Test func aCancelledCommandEndsItsProgram() async {
        _ = test.prompt("> ")
        let run = test.run(command("echo ready; exec sleep 1000"))
        await terminal.expect(["ready"])
        run.cancel()
        await terminal.expect(["ready", ">"])
        await run.ended()
        #expect(test.clock.scheduledCount == 0)
      }

      @Test func aCommandThatIsCancelledBeforeItsTurnStartsNothing() async {
        _ = test.prompt("> ")
        test.run(command("echo one; read line"))
        await terminal.expect(["one"])
        let waiting = test.run(command("echo two"))
        waiting.cancel()
        terminal.type("\n")
        await test.expect(.ran(.success(.status(0))))
        await waiting.ended()
        await terminal.expect(["one", "", ">"])
        #expect(test.clock.scheduledCount == 0)
      }

      @Test func aProgramThatIsNotThereIsAnError() async {
        test.run(RunInTerminal("no-such-program", [], Reply(ConsoleMessage.ran)))
        await test.expect(.ran(.failure(.notFound(program: "no-such-program"))))
      }

      @Test func withoutATerminalNothingIsStarted() async {
        let pipe = TestPipe()
        let test = ConsoleTest(
          Console(input: pipe.reading, output: pipe.writing, error: pipe.writing))
        test.run(RunInTerminal("sh", ["-c", "echo no"], Reply(ConsoleMessage.ran)))
        await test.expect(.ran(.failure(.noTerminal(program: "sh"))))
      }

      @Test(arguments: [
        (["EDITOR": "printf '%s|' --wait"], "--wait|/a b$c|"),
        (["EDITOR": "false", "VISUAL": "A='1 2' sh -c 'echo $A $1' x"], "1 2 /a b$c"),
      ])
      func theEditorIsThatOfTheUser(variables: [String: String], shown: String) async {
        let editor = RunInTerminal.editor("/a b$c", Reply(ConsoleMessage.ran))
        test.run(
          RunInTerminal(
            editor.launch.executable, editor.launch.arguments,
            environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 },
            Reply(ConsoleMessage.ran)))
        await test.expect(.ran(.success(.status(0))))
        await terminal.expect([shown])
      }

      @Test func whatIsTypedAheadDoesNotDisturbAScreenAndIsKept() async {
        let screen = test.show(TerminalScreen(["waiting"]))
        await terminal.expect(["waiting"])
        test.settle()
        terminal.type("te\u{7F}ea\ncof")
        test.run(Print("done"))
        await terminal.expect(["done", "waiting"])
        screen.stop()
        _ = test.prompt("> ")
        await test.expect(.answered(.entered("tea")))
        _ = test.prompt("> ")
        await terminal.expect(["done", "> tea", "> cof"])
      }

      @Test func inATestTheProgramIsAClosure() async {
        let terminal = VirtualTerminal(programs: { launch in
          launch.executable == "less"
            ? .success(.status(0))
            : .failure(.notFound(program: launch.executable))
        })
        struct Pages: Model {
          typealias Receives = ConsoleMessage
          var ends: [ConsoleMessage] = []
        }
        struct PagesUpdater: TypedUpdater {
          func update(model: inout Pages, message: ConsoleMessage) -> [any Command] {
            model.ends.append(message)
            return []
          }
        }
        let app = AppTest(
          Program(
            model: Pages(), PagesUpdater(),
            commands: [
              RunInTerminal("less", [], Reply(ConsoleMessage.ran)),
              RunInTerminal("more", [], Reply(ConsoleMessage.ran)),
            ]), interpreters: [.terminal(terminal)])
        app.start(exhaustive: [])
        app.advance(by: .zero, exhaustive: [])
        #expect(
          app.model.ends == [
            .ran(.success(.status(0))), .ran(.failure(.notFound(program: "more"))),
          ])
        app.finish()
      }
    }
  }
#endif
