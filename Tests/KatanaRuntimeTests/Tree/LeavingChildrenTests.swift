import Katana
import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// What becomes of the commands of children that leave the model, and dismissals.
  @Suite struct LeavingChildrenTests {
    struct RemoveFirst: Message {}

    private static let app = CombinedUpdater<App>([
      .full(returning), .each(\.rows, row, onLeave: .cancel),
      .full(
        TypedFunctionUpdater { (model: inout App, message: RemoveFirst) in
          model.rows.removeFirst()
          return []
        }),
    ])

    @Test func commandsOfAChildThatLeavesAreCancelledInsideThoseOfItsParent() throws {
      let test = try start(Self.app)
      test.runtime.dispatch(
        Returning([
          Do("plain").delayed(by: .seconds(1)).in(App.at.rows[1]),
          Concurrent([Do("nested").delayed(by: .seconds(1)).in(App.at.rows[1])]),
        ]))
      test.runtime.dispatch(RemoveFirst())
      test.clock.advance(by: .seconds(2))
      #expect(test.log.all == [])
    }

    /// The parent has no command of its own, of which a part belongs to the child.
    @Test func aCommandThatWaitsIsCancelledWithItsChild() throws {
      let test = try start(Self.app)
      test.runtime.dispatch(Returning([Do("later").delayed(by: .seconds(1)).in(App.at.rows[1])]))
      test.runtime.dispatch(RemoveFirst())
      test.clock.advance(by: .seconds(2))
      #expect(test.log.all == [])
    }

    @Test func theCommandsOfAChildThatLeavesAreCancelledInTheOrderOfTheirStart() throws {
      let cancelled = Locked<[UInt64]>([])
      let listener = EventListener(to: .commands) { event in
        guard case .command(let command) = event.fact, case .cancelled = command.step else {
          return
        }
        cancelled.withLock { $0.append(command.id) }
      }
      let runtime = try Runtime(
        Program(model: App(), Self.app), interpreters: [.command(Do.self) { _, _ in }],
        options: RuntimeOptions(listeners: [listener], clock: ManualClock()))
      runtime.start()
      runtime.dispatch(
        Returning((0..<20).map { Do("\($0)").delayed(by: .seconds(1)).in(App.at.rows[1]) }))
      runtime.dispatch(RemoveFirst())
      #expect(cancelled.withLock { $0 } == Array(1...20))
      runtime.requestShutdown()
    }

    @Test func aSequenceOfAChildThatLeavesStartsNothingMore() throws {
      let test = try start(Self.app)
      test.runtime.dispatch(
        Returning([
          Sequential([Do("hold"), Do("next")]).in(App.at.rows[1]),
          Concurrent([Sequential([Do("hold nested").in(App.at.rows[1]), Do("of the parent")])]),
        ]))
      test.runtime.dispatch(RemoveFirst())
      #expect(test.log.all == ["hold", "hold nested"])
      test.held.withLock { $0 = [] }
      #expect(test.log.all == ["hold", "hold nested"])
    }

    struct Ping: GlobalMessage {}

    /// Its message waits behind the one that removes the child.
    @Test func aMessageThatAChildSendsIsDroppedWhenTheChildLeavesBefore() throws {
      let test = try start(Self.app)
      test.runtime.dispatch(
        Returning([Send(RemoveFirst()), Send(Ping()).in(App.at.rows[1])]))
      #expect(test.runtime.model.rows.map(\.id) == [2, 3])
      #expect(test.runtime.statistics.silenced == 1)
      #expect(test.runtime.statistics.handled == 2)
    }

    /// Such as one that lets nothing pass after a logout.
    @Test func aModifierDoesNotKeepAChildThatLeaves() throws {
      let rows = CombinedUpdater<App>([.each(\.rows, row)])
      let test = try start(
        CombinedUpdater<App>([.full(rows.modified { _, _, _ in [] }), .full(returning)]))
      test.runtime.dispatch(Returning([Dismiss().in(App.at.rows[1])]))
      #expect(test.runtime.model.rows.map(\.id) == [2, 3])
      #expect(test.issues.issues.map(\.text) == [])
    }
  }
}
