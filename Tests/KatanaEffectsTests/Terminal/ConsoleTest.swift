import Foundation
import KatanaConsole
import KatanaConsoleTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaConsoleInterpreters

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum ConsoleMessage: Message, Equatable {
  case line(LineEvent)
  case event(TerminalEvent)
  case answered(PromptAnswer<String>)
  case unlocked(PromptAnswer<Secret<String>>)
  case printed(TerminalError?)
  case opened(OpenURLError?)
  case ran(Outcome<ProgramExit, ProgramError>)
}

/// A console with a recording dispatcher for its interpreters.
struct ConsoleTest {
  let clock = ManualClock()
  let recorder: RecordingDispatcher
  let console: Console

  init(_ console: Console) {
    recorder = RecordingDispatcher(clock: clock, exhaustive: false)
    self.console = console
  }

  @discardableResult
  func run(_ command: some Command) -> RecordedRun {
    let run = recorder.run(.terminal(console), command)
    settle()
    return run
  }

  /// Waits until the console has set its mode: before, the terminal itself echoes the input.
  func settle() { console.core.device.inOrderWaiting {} }

  func prompt(
    _ text: String, begin: String = "", history: [String] = []
  ) -> RecordedRun {
    run(Prompt(text, text: begin, history: history, Reply(ConsoleMessage.answered)))
  }

  func readLines(limit: Int = 1_000) -> RecordedSubscription<StandardInputLineInterpreter> {
    recorder.start(StandardInputLine(limit: limit, Reply(ConsoleMessage.line))) {
      StandardInputLineInterpreter(console: console.core, subscription: $0, dispatch: $1)
    }
  }

  func readKeys(
    signalKeys: Bool = false, mouse: Bool = false, focus: Bool = false
  ) -> RecordedSubscription<TerminalInputInterpreter> {
    recorder.start(
      TerminalInput(
        signalKeys: signalKeys, mouse: mouse, focus: focus, Reply(ConsoleMessage.event))
    ) {
      TerminalInputInterpreter(console: console.core, subscription: $0, dispatch: $1)
    }
  }

  func show(_ screen: TerminalScreen) -> RecordedSubscription<TerminalScreenInterpreter> {
    recorder.start(screen) {
      TerminalScreenInterpreter(console: console.core, screen: $0, clock: $1.clock)
    }
  }

  func expect(
    _ wanted: ConsoleMessage..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await recorder.expect(wanted, fileID: fileID, filePath: filePath, line: line)
  }
}
