import Foundation
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Commands that a fold has nested: they begin, end and are cancelled without stack for each level.
@Suite struct NestedControlTests {
  enum Wrap: CaseIterable {
    case sequential, sequentialTail, concurrent, race, cancellable, retried, onFailure, timeout

    func callAsFunction(_ command: any Command) -> any Command {
      switch self {
      case .sequential: Sequential([command])
      case .sequentialTail: Sequential([command, Cancel(id: "nothing")])
      case .concurrent: Concurrent([command])
      case .race: Race([command])
      case .cancellable: command.cancellable(id: 1)
      case .retried: command.retried(Retry(0))
      case .onFailure: command.onFailure(Heard.word("failed"))
      case .timeout: command.timingOut(after: .seconds(1_000))
      }
    }
  }

  enum End: CaseIterable { case success, failure, cancel, timer, shutdown }

  /// In a process of its own, which a stack that is too small ends.
  @Test func aThousandLevelsFitOnASmallStack() async {
    await #expect(processExitsWith: .success) {
      let thread = Thread {
        for wrap in Wrap.allCases { for end in End.allCases { NestedControlTests.run(wrap, end) } }
        exit(EXIT_SUCCESS)
      }
      thread.stackSize = 512 * 1_024
      thread.start()
      while true { await Task.yield() }
    }
  }

  private static func run(_ wrap: Wrap, _ end: End) {
    let held = Locked<Dispatcher?>(nil)
    let clock = ManualClock()
    let runtime = try? Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(Work.self) { _, dispatch in held.withLock { $0 = dispatch } }
      ], options: RuntimeOptions(clock: clock, issues: IssueHandler { _ in }))
    guard let runtime else { return }
    runtime.start()
    var command: any Command = Work("")
    for _ in 0..<1_000 { command = wrap(command) }
    runtime.dispatch(Ask(commands: [command.cancellable(id: "all")]))
    switch end {
    case .success: held.withLock { $0 = nil }
    case .failure:
      held.withLock { $0.take() }?.failed(WorkFailure(), otherwise: Heard.word("answer"))
    case .cancel: runtime.dispatch(Ask(commands: [Cancel(id: "all")]))
    case .timer: clock.advance(by: .seconds(2_000))
    case .shutdown: runtime.requestShutdown()
    }
    // A cancelled run goes on until its interpreter lets go of it.
    held.withLock { $0 = nil }
    precondition(runtime.loop.hasNoActivities || end == .timer, "\(wrap), \(end)")
    clock.advance(by: .seconds(10_000))
    runtime.requestShutdown()
  }
}
