import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaTesting
import Testing

// The code of Docs/command-line-tools.md that is not in Playground/Sources/check-links.

struct Sort: Model, Equatable {
  typealias Receives = SortMessage

  var lines: [String] = []
}

enum SortMessage: Message, Equatable {
  case read(LineEvent)
}

struct SortFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Sort, message: SortMessage) -> [any Command] {
    switch message {
    case .read(.line(let line)):
      model.lines.append(line)
      return []
    case .read(.end): return model.lines.sorted().map { Print($0) } + [ExitProcess()]
    case .read(.tooLong), .read(.failed):
      return [Print("sort: the input cannot be read", to: .standardError), ExitProcess(1)]
    }
  }

  func subscriptions(model: Sort) -> [any Subscription] {
    [StandardInputLine(Reply(SortMessage.read))]
  }
}

@Suite struct ToolGuideTests {
  @Test func theWholeInputIsSortedAtItsEnd() {
    let terminal = VirtualTerminal(isTerminal: false)
    let app = AppTest(
      Program(model: Sort(), SortFeature()), interpreters: [.terminal(terminal)],
      exhaustive: false)
    terminal.type("tea\ncoffee\nmilk")
    terminal.endInput()
    app.start()
    app.advance(by: .zero)
    #expect(terminal.output == "coffee\nmilk\ntea\n")
    #expect(terminal.exitStatus == 0)
    app.finish()
  }

  @Test func anInputThatCannotBeReadIsAnError() {
    StepTest(SortFeature(), model: Sort(lines: ["tea"])).send(
      .read(.tooLong(limit: 9)),
      commands: [Print("sort: the input cannot be read", to: .standardError), ExitProcess(1)])
  }
}
