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
      precondition(runtime.loop.hasNoActivities)
      precondition(clock.scheduledCount == 0)
      runtime.requestShutdown()
    }
  }

  enum End: CaseIterable {
    case release, cancel, shutdown, drop
  }

  /// Commands refer to those around them. However they end, they are released.
  @Test(arguments: End.allCases, 0..<7)
  func commandsAreReleasedAtTheirEnd(_ end: End, number: Int) throws {
    final class Life: Sendable {}
    struct Live: Command, Equatable {
      let life: Life
      static func == (lhs: Live, rhs: Live) -> Bool { lhs.life === rhs.life }
    }
    let (held, clock) = (Locked<[Dispatcher]>([]), ManualClock())
    // Released without the lock, because the end of a command may start another one.
    func release() {
      _ = held.withLock { held in
        defer { held = [] }
        return held
      }
    }
    func expression(_ one: Live) -> any Command {
      let expressions: [any Command] = [
        one.cancellable(id: 1), Sequential([Race([one, one]), one]).cancellable(id: 1),
        Concurrent([one.retried(Retry(3)), one], then: Heard.word("2")).cancellable(id: 1),
        one.delayed(by: .seconds(1)).cancellable(id: 1),
        one.onFailure(Heard.word("3")).queued(id: 1, .atMost(1)),
        one.timingOut(after: .seconds(1)).throttled(id: 1, for: .seconds(1), .leadingAndTrailing),
        one.cancellable(id: 1, withConsequences: true),
      ]
      return expressions[number]
    }
    var runtime: Runtime<Journal>? = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(Live.self) { _, dispatch in held.withLock { $0.append(dispatch) } }
      ],
      options: RuntimeOptions(clock: clock, issues: IssueRecorder().handler))
    runtime?.start()
    weak var watched: Life?
    do {
      let life = Life()
      watched = life
      for _ in 1...2 { runtime?.dispatch(Ask(commands: [expression(Live(life: life))])) }
    }
    #expect(watched != nil)
    switch end {
    case .release: clock.advance(by: .seconds(5))
    case .cancel: runtime?.dispatch(Ask(commands: [Cancel(id: 1)]))
    case .shutdown: runtime?.requestShutdown()
    case .drop: runtime = nil
    }
    // The end of a command may start the next one.
    for _ in 1...8 { release() }
    // Not only because the runtime has gone: it is still there, except after `drop`.
    #expect(watched == nil)
    #expect((runtime == nil) == (end == .drop))
  }

  @Test(arguments: [false, true])
  func theCountsOfConsequencesGoWithTheRuntime(isShutDown: Bool) throws {
    let held = Locked<[Dispatcher]>([])
    var runtime: Runtime<Journal>? = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [.command(Do.self) { _, dispatch in held.withLock { $0.append(dispatch) } }],
      options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime?.start()
    runtime?.dispatch(Ask(commands: [Do("a").cancellable(id: 1, withConsequences: true)]))
    weak let consequences = runtime?.loop.activities.consequences
    #expect(consequences?.count == 1)
    if isShutDown { runtime?.requestShutdown() } else { runtime = nil }
    held.withLock { $0 = [] }
    #expect(consequences == nil)
    runtime = nil
  }

  /// An interpreter that keeps a dispatcher does not keep itself alive after the end of the runtime.
  @Test(arguments: [false, true])
  func anInterpreterThatKeepsADispatcherGoesWithTheRuntime(isShutDown: Bool) async throws {
    final class Keeper: CommandInterpreter, Sendable {
      private let kept = Locked<[Dispatcher]>([])
      func interpret(_ command: Do, dispatch: Dispatcher) { kept.withLock { $0.append(dispatch) } }
    }
    weak var watched: Keeper?
    do {
      let keeper = Keeper()
      watched = keeper
      let runtime = try Runtime(
        Program(model: Journal(), journalUpdater), interpreters: [.command(keeper)],
        options: RuntimeOptions(issues: IssueRecorder().handler))
      runtime.start()
      for wrap in Self.wrappers { runtime.dispatch(Ask(commands: [wrap(Do("1"))])) }
      if isShutDown { await runtime.shutdown(deadline: .zero) }
    }
    #expect(watched == nil)
  }

  /// A dispatcher that an interpreter keeps after the cancellation keeps its own command at most.
  @Test(arguments: 0..<8)
  func aCancelledCommandIsNotKeptByTheDispatcherOfAnother(number: Int) throws {
    final class Life: Sendable {}
    struct Live: Command, Equatable {
      let life: Life
      static func == (lhs: Live, rhs: Live) -> Bool { lhs.life === rhs.life }
    }
    struct LiveMessage: Message { let life: Life }
    let held = Locked<[Dispatcher]>([])
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(Do.self) { _, dispatch in held.withLock { $0.append(dispatch) } },
        .command(Live.self) { _, _ in },
      ], options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    weak var watched: Life?
    do {
      let life = Life()
      watched = life
      let one = Live(life: life)
      let expressions: [any Command] = [
        Sequential([Do("1"), one]).cancellable(id: 1),
        Concurrent([Do("1"), one]).cancellable(id: 1),
        Race([Do("1"), one.delayed(by: .seconds(1))]).cancellable(id: 1),
        Sequential([Do("1"), one]).retried(Retry(3)).onFailure(Heard.word("2")).queued(
          id: 1, .atMost(1)),
        Concurrent([Do("1")], then: LiveMessage(life: life)).cancellable(id: 1),
        Do("1").onFailure(LiveMessage(life: life)).cancellable(id: 1),
        Do("1").onFailure(Reply { _ in LiveMessage(life: life) }).cancellable(id: 1),
        Do("1").timingOut(after: .seconds(1), LiveMessage(life: life)).cancellable(id: 1),
      ]
      runtime.dispatch(Ask(commands: [expressions[number]]))
    }
    #expect(watched != nil)
    runtime.dispatch(Ask(commands: [Cancel(id: 1)]))
    #expect(watched == nil)
    #expect(held.withLock { $0.count } == 1)
    // Released without the lock, because the end of a command may start another one.
    withExtendedLifetime(
      held.withLock { held in
        defer { held = [] }; return held
      }
    ) {}
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
