import Foundation
import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects.TwinTests {
  @Test func terminalsRefuseTheSameURL() async throws {
    let console = try PseudoTerminal().console()
    for (name, terminal) in twins(.terminal(console), .terminal(VirtualTerminal())) {
      let recorder = RecordingDispatcher()
      let url = try #require(URL(string: "help/page"))
      recorder.run(terminal, OpenURL(url, Reply(ConsoleMessage.opened)))
      #expect(
        await recorder.next(as: ConsoleMessage.self) == .opened(.noScheme("help/page")), "\(name)")
    }
  }

  /// A line that is too long, and then one that is not.
  @Test func pipesRefuseTheSameLines() async throws {
    let (pipe, virtual) = (TestPipe(), VirtualTerminal(isTerminal: false))
    let console = Console(input: pipe.reading, output: pipe.writing, error: pipe.writing)
    for (name, terminal) in twins(.terminal(console), .terminal(virtual)) {
      let clock = ManualClock()
      let runtime = try Runtime(
        Program(model: ReadLines(), ReadLinesUpdater()), interpreters: [terminal],
        options: RuntimeOptions(clock: clock))
      runtime.start()
      if name == "real" { pipe.put("abcd\nabc\n") } else { virtual.type("abcd\nabc\n") }
      clock.advance(by: .zero)
      for await model in runtime.models where model.lines.count == 2 { break }
      await runtime.shutdown()
      #expect(runtime.model.lines == [.tooLong(limit: 3), .line("abc")], "\(name)")
    }
  }
}

private struct ReadLines: Model, Equatable { var lines: [LineEvent] = [] }

private struct ReadLinesUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout ReadLines, message: ConsoleMessage) -> [any Command] {
    if case .line(let line) = message { model.lines.append(line) }
    return []
  }

  func subscriptions(model: ReadLines) -> [any Subscription] {
    [StandardInputLine(limit: 3, reply { .line($0) })]
  }
}
