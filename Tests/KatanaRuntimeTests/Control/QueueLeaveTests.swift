import KatanaRuntime
import KatanaTesting
import Testing

/// A command of the app that is queued, and has a part that belongs to a child.
@Suite struct QueueLeaveTests {
  private struct Desk: Model, Equatable {
    var journal = Journal()
    var drawer: Journal? = Journal()
    var tray: Journal? = Journal()
  }

  private struct Close: Message {}
  private struct CloseAndCancel: Message { var id: String }
  private struct CloseAndFlush: Message {}
  private struct CloseAll: Message {}

  private static let updater = CombinedUpdater<Desk>([
    .slice(\.journal, journalUpdater),
    .optional(\.drawer, journalUpdater, onLeave: .cancel),
    .optional(\.tray, journalUpdater),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, _: Close) in
        desk.drawer = nil
        return [Work("of Close")]
      }),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, message: CloseAndCancel) in
        desk.drawer = nil
        return [Work("other").cancellable(id: "other"), Cancel(id: message.id)]
      }),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, _: CloseAndFlush) in
        desk.drawer = nil
        return [Flush(id: "retried")]
      }),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, _: CloseAll) in
        (desk.drawer, desk.tray) = (nil, nil)
        return []
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
  @Test(arguments: [("late", ["other"]), ("another id", ["other", "3"])])
  func theNextInTheQueueStartsAfterAllCommandsOfTheUpdate(
    cancelled: String, names: [String]
  ) throws {
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
    runtime.dispatch(CloseAndCancel(id: cancelled))
    #expect(started.withLock { $0 } == names)
  }

  /// One message removes two children. The end of the first gives two cancellations their turn. They
  /// still reach the commands of the second.
  @Test func cancellationsReachTheChildrenOfTheirStep() {
    let test = AppTest(Program(model: Desk(), Self.updater), ignoringPending: [Work.self])
    let first = Sequential([Work("1").delayed(by: .seconds(1)).in(Desk.at.drawer), Work("2")])
      .queued(id: "queue", .atMost(1))
    let second = Sequential(["nothing", "load"].map { Cancel(id: $0).in(Desk.at.tray) })
      .queued(id: "queue", .atMost(1))
    let load = Work("load").cancellable(id: "load").in(Desk.at.tray)
    test.send(Ask(commands: [load, first, second]), commands: [load, first, second])
    #expect(names(test) == ["load"])
    test.send(CloseAll()) { ($0.drawer, $0.tray) = (nil, nil) }
    #expect(names(test) == [])
  }

  /// The child takes the last part of an attempt with it, so the command is tried again. A `Flush`
  /// in the same update finds no timer that waits.
  @Test func anAttemptThatIsAboutToBeginIsNotFlushed() {
    let test = AppTest(Program(model: Desk(), Self.updater), ignoringPending: [Work.self])
    let group = Concurrent([
      Work("fails"), Work("in the drawer").delayed(by: .seconds(60)).in(Desk.at.drawer),
    ])
    // The first pause takes a second, and the others none.
    let retry = Retry(5, after: .exponential(from: .seconds(1), factor: 0))
    let command = group.retried(retry).cancellable(id: "retried")
    test.send(Ask(commands: [command]), commands: [command])
    test.answer(Work.self, of: Work("fails"), throwing: WorkFailure())
    test.advance(by: .seconds(60))
    test.answer(Work.self, of: Work("in the drawer"))
    test.advance(by: .seconds(1))
    test.answer(Work.self, of: Work("fails"), throwing: WorkFailure())
    #expect(names(test) == [])
    test.send(CloseAndFlush(), commands: [Flush(id: "retried")]) { $0.drawer = nil }
    #expect(names(test) == ["fails"])
  }

  private func names(_ test: AppTest<Desk>) -> [String] {
    test.pending(Work.self).map(\.name)
  }
}
