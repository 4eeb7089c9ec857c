import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension RealEffects {
  @Suite struct PrintTests {
    private let output = TestPipe()
    private let errors = TestPipe()
    private let test: ConsoleTest

    init() {
      test = ConsoleTest(
        Console(
          input: STDIN_FILENO, output: output.writing, error: errors.writing, environment: [:]))
    }

    @Test func textGoesToItsStreamInOrder() async {
      for number in 1...200 {
        test.run(Print("line \(number)"))
        test.run(Print("error \(number)", terminator: "", to: .standardError))
      }
      let (out, err) = (Collected(output.reading), Collected(errors.reading))
      await out.expect("line 200\n")
      await err.expect("error 200")
      #expect(out.text == (1...200).map { "line \($0)\n" }.joined())
      #expect(err.text == (1...200).map { "error \($0)" }.joined())
    }

    @Test func theReplyComesWhenTheTextIsWritten() async {
      let run = test.run(Print("text", Reply(ConsoleMessage.printed)))
      await test.expect(.printed(nil))
      await run.ended()
    }

    @Test func aTextOfSeveralMegabytesIsWrittenWholeThoughTheReaderIsSlow() async {
      // The pipe is non-blocking, so that writes are partial or fail with EAGAIN.
      #expect(fcntl(output.writing, F_SETFL, fcntl(output.writing, F_GETFL) | O_NONBLOCK) == 0)
      let text = (0..<300_000).map { "\($0) " }.joined()
      test.run(Print(text, Reply(ConsoleMessage.printed)))
      test.run(Print("end"))
      let collected = Collected(output.reading)
      await collected.expect("end\n")
      await test.expect(.printed(nil))
      #expect(collected.text == text + "\nend\n")
    }

    @Test func aClosedPipeIsAnErrorAndNotTheDeathOfTheProcess() async {
      output.closeReading()
      test.run(Print("nobody reads", Reply(ConsoleMessage.printed)))
      await test.expect(.printed(.closedPipe(.standardOutput)))
      test.run(Print("still here", to: .standardError, Reply(ConsoleMessage.printed)))
      await test.expect(.printed(nil))
    }

    @Test func whatCannotBeWrittenSaysWhy() async {
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      let test = ConsoleTest(
        Console(input: STDIN_FILENO, output: full, error: full, environment: [:]))
      test.run(Print("text", Reply(ConsoleMessage.printed)))
      await test.expect(
        .printed(.notWritten(.standardOutput, reason: "No space left on device")))
    }

    @Test func errorsSayWhatHappenedAndHowToFixIt() {
      #expect(
        "\(TerminalError.closedPipe(.standardOutput))"
          == "The reader of the standard output has closed it. To fix this, end the program, or write"
          + " elsewhere.")
      #expect(
        "\(TerminalError.notWritten(.standardError, reason: "No space left on device"))"
          == "Writing to the standard error failed: No space left on device. To fix this, check where"
          + " it is redirected to.")
    }
  }
}

extension RealEffects {
  @Suite struct ExitProcessTests {
    @Test func theTextsBeforeAreWrittenAndTheTerminalIsRestoredBeforeTheEnd() async throws {
      let terminal = try PseudoTerminal()
      let (statuses, ended) = AsyncStream.makeStream(of: (Int32, tcflag_t).self)
      let console = terminal.console { [weak terminal] status in
        ended.yield((status, terminal?.flags ?? 0))
      }
      let test = ConsoleTest(console)
      let keys = test.readKeys()
      #expect(terminal.flags != PseudoTerminal.usual)
      test.run(Print("good bye"))
      test.run(ExitProcess(3))
      for await (status, flags) in statuses {
        #expect(status == 3)
        #expect(flags == PseudoTerminal.usual)
        break
      }
      await terminal.output.expect("good bye\r\n")
      keys.stop()
    }

    private enum Saving: Message { case began, saved, asked, cancelled }

    /// A command whose end the test chooses.
    private struct Save: Command {}

    private struct Document: Model {
      typealias Receives = Saving
      var commands: [any Command]
    }

    private struct DocumentUpdater: TypedUpdater {
      func update(model: inout Document, message: Saving) -> [any Command] {
        switch message {
        case .began: model.commands
        case .saved: [Print("saved")]
        case .asked: []
        case .cancelled: [Cancel(id: "save")]
        }
      }
    }

    /// Commands that return an exit, with the number of the saves for which it waits.
    private static let lists: [(commands: [any Command], count: Int)] = [
      ([Save(), ExitProcess(3)], 1),
      ([Save(), Print("text"), Save(), ExitProcess(3)], 2),
      ([Sequential([Save(), Save()]), ExitProcess(3)], 2),
      ([Save(), Sequential([Save(), ExitProcess(3)])], 2),
      ([Save(), ExitProcess(3).cancellable(id: "exit"), ExitProcess(4)], 1),
      ([ExitProcess(3), Save()], 0),
    ]

    @Test(arguments: lists.indices)
    func theCommandsBeforeItInItsListEndFirst(_ index: Int) async throws {
      let (commands, count) = Self.lists[index]
      let terminal = VirtualTerminal()
      let running = Locked<[Dispatcher]>([])
      let runtime = try Runtime(
        Program(model: Document(commands: commands), DocumentUpdater()),
        interpreters: [
          .terminal(terminal),
          .command(Save.self) { _, dispatch in running.withLock { $0.append(dispatch) } },
        ])
      runtime.start()
      // A command of another list, for which the exit does not wait.
      runtime.dispatch(Saving.saved)
      await runtime.deliver(Saving.began)
      for number in 0..<count {
        await runtime.deliver(Saving.asked)
        #expect(terminal.exitStatus == nil, "after \(number) of \(count)")
        let dispatch = running.withLock { $0.removeLast() }
        await dispatch.deliver(Saving.saved)
      }
      try await runtime.settle(Saving.asked)
      await runtime.deliver(Saving.asked)
      #expect(terminal.exitStatus == 3)
      #expect(terminal.lines.filter { $0 == "saved" }.count == count + 1)
      running.withLock { $0 = [] }
      await runtime.shutdown()
    }

    /// No run ends then: the command has not begun.
    @Test func aCommandBeforeItThatIsCancelledIsNotAwaited() async throws {
      let terminal = VirtualTerminal()
      let save = Save().delayed(by: .seconds(5)).cancellable(id: "save")
      let runtime = try Runtime(
        Program(model: Document(commands: [save, ExitProcess(3)]), DocumentUpdater()),
        interpreters: [.terminal(terminal), .command(Save.self) { _, _ in }],
        options: RuntimeOptions(clock: ManualClock()))
      runtime.start()
      await runtime.deliver(Saving.began)
      #expect(terminal.exitStatus == nil)
      await runtime.deliver(Saving.cancelled)
      await runtime.deliver(Saving.asked)
      #expect(terminal.exitStatus == 3)
      await runtime.shutdown()
    }

    @Test func aCancelledExitDoesNotHappen() async throws {
      let terminal = VirtualTerminal()
      let running = Locked<[Dispatcher]>([])
      let runtime = try Runtime(
        Program(model: Document(commands: [Save(), ExitProcess(3)]), DocumentUpdater()),
        interpreters: [
          .terminal(terminal),
          .command(Save.self) { _, dispatch in running.withLock { $0.append(dispatch) } },
        ])
      runtime.start()
      await runtime.deliver(Saving.began)
      runtime.requestShutdown()
      running.withLock { $0 = [] }
      await runtime.shutdown()
      #expect(terminal.exitStatus == nil)
    }

    @Test func aTextThatCannotBeWrittenAndHasNoReplyEndsTheProcess() async throws {
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      let errors = TestPipe()
      let (statuses, ended) = AsyncStream.makeStream(of: Int32.self)
      let test = ConsoleTest(
        Console(input: STDIN_FILENO, output: full, error: errors.writing, environment: [:]) {
          ended.yield($0)
        })
      test.run(Print("taken", Reply(ConsoleMessage.printed)))
      await test.expect(
        .printed(.notWritten(.standardOutput, reason: "No space left on device")))
      let run = test.run(Print("text"))
      test.run(ExitProcess(0))
      for await status in statuses {
        #expect(status == 1)
        break
      }
      await run.ended()
      await Collected(errors.reading).expect(
        ": Writing to the standard output failed: No space left on device.")
    }

    @Test func whatAFullScreenHasDelayedIsWritten() async throws {
      let terminal = try PseudoTerminal()
      let (statuses, ended) = AsyncStream.makeStream(of: Int32.self)
      let test = ConsoleTest(terminal.console { ended.yield($0) })
      let screen = test.show(TerminalScreen(["list"], area: .fullScreen))
      let prompt = test.prompt("> ")
      test.run(Print("result"))
      test.run(ExitProcess(0))
      for await status in statuses {
        #expect(status == 0)
        break
      }
      await terminal.expect(["result"])
      #expect(!terminal.screen.isFullScreen)
      await prompt.ended()
      screen.stop()
    }
  }
}

extension RealEffects {
  @Suite struct OpenURLTests {
    @Test func theProgramGetsTheURLAsOneArgument() async throws {
      let test = ConsoleTest(
        console(["/bin/sh", "-c", "test \"$1\" = 'https://a.b/?q=%20;x$y'", "-"]))
      let url = try #require(URL(string: "https://a.b/?q=%20;x$y"))
      let run = test.run(OpenURL(url, Reply(ConsoleMessage.opened)))
      await test.expect(.opened(nil))
      await run.ended()
    }

    @Test func failuresAreErrors() async throws {
      let url = try #require(URL(string: "https://a.b/"))
      let refusing = ConsoleTest(console(["/bin/sh", "-c", "exit 4"]))
      refusing.run(OpenURL(url, Reply(ConsoleMessage.opened)))
      await refusing.expect(.opened(.refused("/bin/sh", status: 4)))

      let missing = ConsoleTest(console(["no-such-program"]))
      missing.run(OpenURL(url, Reply(ConsoleMessage.opened)))
      await missing.expect(
        .opened(.noOpener("no-such-program", reason: "it was not found in PATH")))

      let relative = try #require(URL(string: "page.html"))
      refusing.run(OpenURL(relative, Reply(ConsoleMessage.opened)))
      await refusing.expect(.opened(.noScheme("page.html")))
    }

    private func console(_ opener: [String]) -> Console {
      Console(
        input: STDIN_FILENO, output: STDERR_FILENO, error: STDERR_FILENO, environment: [:],
        opener: opener)
    }
  }
}
