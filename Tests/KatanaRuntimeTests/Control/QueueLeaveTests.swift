import Katana
import KatanaTesting
import Testing

/// A command of the app that is queued, and has a part that belongs to a child.
@Suite struct QueueLeaveTests {
  private struct Desk: Model, Equatable {
    var journal = Journal()
    var drawer: Journal? = Journal()
  }

  private struct Close: Message {}

  private static let updater = CombinedUpdater<Desk>([
    .slice(\.journal, journalUpdater),
    .optional(\.drawer, journalUpdater, onLeave: .cancel),
    .full(
      TypedFunctionUpdater { (desk: inout Desk, _: Close) in
        desk.drawer = nil
        return [Work("of Close")]
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

  private func names(_ test: AppTest<Desk>) -> [String] {
    test.pending(Work.self).map(\.name)
  }
}
