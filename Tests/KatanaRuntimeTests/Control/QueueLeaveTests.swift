import Katana
import KatanaRuntime
import KatanaTesting
import Testing

/// A command of the app that is queued, and has a part that belongs to a child.
@Suite struct QueueLeaveTests {
  private struct Desk: Model, Equatable {
    var journal = Journal()
    var drawer: Journal? = Journal()
  }

  private struct Close: Message {}
  private struct CloseAndCancel: Message {}

  private static let updater = CombinedUpdater<Desk>([
    .slice(\.journal, journalUpdater),
    .optional(\.drawer, journalUpdater, onLeave: .cancel),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, _: Close) in
        desk.drawer = nil
        return [Work("of Close")]
      }),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, _: CloseAndCancel) in
        desk.drawer = nil
        return [Work("other").cancellable(id: "other"), Cancel(id: "late")]
      }),
  ])

  /// The child takes its part of the command with it, so the whole command ends. The next one in the
  /// queue starts in the same step, after the commands of the update.
  @Test func theNextInTheQueueStartsWhenTheChildIsGone() {
    let test = AppTest(Program(model: Desk(), Self.updater), ignoringPending: [Work.self])
    let first = Sequential([Work("1").delayed(by: .seconds(1)).in(Desk.at.drawer), Work("2")])
      .queued(id: "queue", .atMost(1))
    let second = Work("3").queued(id: "queue", .atMost(1))
    test.send(Ask(commands: [first, second]), commands: [first, second])
    #expect(names(test) == [])
    test.send(Close(), commands: [Work("of Close")]) { $0.drawer = nil }
    #expect(names(test) == ["of Close", "3"])
  }

  /// A `Cancel` among the commands of the update reaches the next one in the queue before its turn.
  @Test func theNextInTheQueueStartsAfterAllCommandsOfTheUpdate() throws {
    let started = Locked<[String]>([])
    let runtime = try Runtime(
      Program(model: Desk(), Self.updater),
      interpreters: [
        .command(Work.self) { work, _ in started.withLock { $0.append(work.name) } }
      ], options: RuntimeOptions(clock: ManualClock()))
    runtime.start()
    let first = Sequential([Work("1").delayed(by: .seconds(1)).in(Desk.at.drawer), Work("2")])
      .queued(id: "queue", .atMost(1))
    let second = Work("3").queued(id: "queue", .atMost(1)).cancellable(id: "late")
    runtime.dispatch(Ask(commands: [first, second]))
    runtime.dispatch(CloseAndCancel())
    #expect(started.withLock { $0 } == ["other"])
  }

  private func names(_ test: AppTest<Desk>) -> [String] {
    test.pending(Work.self).map(\.name)
  }
}
