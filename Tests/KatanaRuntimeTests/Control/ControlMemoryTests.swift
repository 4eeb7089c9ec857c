import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Cancellations leave nothing behind.
@Suite struct ControlMemoryTests {
  /// In a process of its own, where no other test uses memory. The long form sets
  /// KATANA_CANCELLATIONS.
  @Test func cancellationsLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let text = ProcessInfo.processInfo.environment["KATANA_CANCELLATIONS"]
      let count = text.flatMap { Int($0) } ?? 20_000
      let cancelled = Locked(0)
      let clock = ManualClock()
      let runtime = try Runtime(
        Program(model: Journal(), journalUpdater),
        interpreters: [
          .command(
            Doing { _, dispatch in
              let held = Locked<Dispatcher?>(dispatch)
              dispatch.onCancel {
                held.withLock { $0 = nil }
                cancelled.withLock { $0 += 1 }
              }
            })
        ], options: RuntimeOptions(clock: clock))
      runtime.start()
      let cancel = {
        for wrap in ControlMemoryTests.wrappers {
          runtime.dispatch(Ask(commands: [wrap(Do("1"))]))
          runtime.dispatch(Ask(commands: [Cancel(id: 1)]))
        }
        clock.advance(by: .seconds(1))
      }
      for _ in 0..<count / 60 { cancel() }
      let before = residentBytes()
      for _ in 0..<count / 6 { cancel() }
      let growth = residentBytes() - before
      precondition(cancelled.withLock { $0 } >= count / 2)
      precondition(growth < 1_000_000 || isUnderSanitizer, "memory grew by \(growth) bytes")
      precondition(runtime.cycle.runner.controls.isEmpty)
      precondition(clock.scheduledCount == 0)
      runtime.requestShutdown()
    }
  }

  static let wrappers: [@Sendable (Do) -> any Command] = [
    { $0.cancellable(id: 1) },
    { Sequential([$0.timingOut(after: .seconds(1)), $0]).queued(id: 1, .atMost(1)) },
    { Concurrent([$0.retried(Retry(3)), $0], then: Heard.word("2")).cancellable(id: 1) },
    { $0.debounced(id: 1, for: .seconds(1)) },
    { $0.throttled(id: 1, for: .seconds(1), .trailing) },
    { $0.delayed(by: .seconds(1)).onFailure(Heard.word("3")).queued(id: 1, .keepLatest) },
  ]
}
