import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// What becomes of the commands of children that leave the model, and dismissals.
  @Suite struct LeavingChildrenTests {
    struct RemoveFirst: Message {
      var commands: [any Command] = []
    }

    struct RemoveAll: Message {}

    private static let app = CombinedUpdater<App>([
      .full(returning), .each(\.rows, row, onLeave: .cancel),
      .full(
        TypedFunctionUpdater { (model: inout App, message: RemoveFirst) in
          model.rows.removeFirst()
          return message.commands
        }),
      .full(
        TypedFunctionUpdater { (model: inout App, _: RemoveAll) in
          model.rows = []
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
      let eventHandler = EventHandler(to: .commands) { event in
        guard case .command(let command) = event.fact, case .cancelled = command.step else {
          return
        }
        cancelled.withLock { $0.append(command.id) }
      }
      let runtime = try Runtime(
        Program(model: App(), Self.app), interpreters: [.command(Do.self) { _, _ in }],
        options: RuntimeOptions(eventHandlers: [eventHandler], clock: ManualClock()))
      runtime.start()
      runtime.dispatch(
        Returning((0..<20).map { Do("\($0)").delayed(by: .seconds(1)).in(App.at.rows[1]) }))
      runtime.dispatch(RemoveFirst())
      #expect(cancelled.withLock { $0 } == Array(1...20))
      runtime.requestShutdown()
    }

    @Test(arguments: [true, false])
    func theCommandsOfChildrenThatLeaveTogetherAreCancelledInTheOrderOfTheirStart(
      waits: Bool
    ) throws {
      let cancelled = Locked<[UInt64]>([])
      let eventHandler = EventHandler(to: .commands) { event in
        guard case .command(let command) = event.fact, case .cancelled = command.step else {
          return
        }
        cancelled.withLock { $0.append(command.id) }
      }
      let held = Locked<[Dispatcher]>([])
      var model = App()
      model.rows = (0..<20).map { Row(id: $0) }
      let runtime = try Runtime(
        Program(model: model, Self.app),
        interpreters: [.command(Do.self) { _, dispatch in held.withLock { $0.append(dispatch) } }],
        options: RuntimeOptions(eventHandlers: [eventHandler], clock: ManualClock()))
      runtime.start()
      runtime.dispatch(
        Returning(
          (0..<40).map { number in
            let command = Do("\(number)")
            let row = App.at.rows[number * 7 % 20]
            return waits ? command.delayed(by: .seconds(1)).in(row) : command.in(row)
          }))
      runtime.dispatch(RemoveAll())
      #expect(cancelled.withLock { $0 } == Array(1...40))
      runtime.requestShutdown()
      held.withLock { $0 = [] }
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

    @Test func theCommandsOfAChildThatLeavesAreCancelledBeforeSubscriptionsChange() throws {
      let board = SourceBoard(updates: true)
      let sources = FunctionSubscriptionProvider<App> { app in
        app.rows.count == 3
          ? [Source(name: "old"), Source(name: "kept", payload: 1)]
          : [Source(name: "kept", payload: 2), Source(name: "new")]
      }
      let held = Locked<[Dispatcher]>([])
      let runtime = try Runtime(
        Program(model: App(), CombinedUpdater<App>([.full(Self.app), .full(sources)])),
        interpreters: [
          board.interpreter,
          .command(Do.self) { command, dispatch in
            board.log("command \(command.name)")
            dispatch.onCancel { board.log("cancelled \(command.name)") }
            held.withLock { $0.append(dispatch) }
          },
        ], options: RuntimeOptions(clock: ManualClock()))
      runtime.start()
      let token = runtime.observe { (model: App) in board.log("observed") }
      runtime.dispatch(Returning([Do("of the row").in(App.at.rows[1])]))
      let before = board.log.all.count
      runtime.dispatch(RemoveFirst(commands: [Do("after")]))
      #expect(
        board.log.all.dropFirst(before) == [
          "observed", "cancelled of the row", "stop old", "update kept 2", "start new 0",
          "command after",
        ])
      token.cancel()
      held.withLock { $0 = [] }
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

    private struct Ask: Command {
      var number: Int
    }

    /// Starts an app whose interpreter of `Ask` keeps its dispatcher after it has sent a message.
    private func startAsking() throws -> (
      runtime: Runtime<App>, cancelled: Locked<[Int]>, kept: Locked<[Dispatcher]>
    ) {
      let (cancelled, kept) = (Locked<[Int]>([]), Locked<[Dispatcher]>([]))
      let runtime = try Runtime(
        Program(model: App(), Self.app),
        interpreters: [
          .command(Ask.self) { command, dispatch in
            dispatch.onCancel { cancelled.withLock { $0.append(command.number) } }
            dispatch(Ping())
            kept.withLock { $0.append(dispatch) }
          }
        ])
      runtime.start()
      return (runtime, cancelled, kept)
    }

    /// Until its message is handled, it is not known that the command goes on.
    @Test func aCommandWhoseMessageWaitsIsCancelledWhenItsChildLeaves() throws {
      let test = try startAsking()
      test.runtime.dispatch(
        Returning([Send(RemoveFirst()), Ask(number: 1).in(App.at.rows[1])]))
      #expect(test.runtime.model.rows.map(\.id) == [2, 3])
      #expect(test.cancelled.withLock { $0 } == [1])
      #expect(test.runtime.statistics.silenced == 1)
      test.kept.withLock { $0 = [] }
    }

    /// It was returned for the child by the update that removed it.
    @Test func theLastCommandOfAChildGoesOn() throws {
      let test = try startAsking()
      test.runtime.dispatch(
        Returning([
          Send(RemoveFirst(commands: [Ask(number: 2).in(App.at.rows[1])])),
          Ask(number: 1).in(App.at.rows[1]),
        ]))
      #expect(test.runtime.model.rows.map(\.id) == [2, 3])
      #expect(test.cancelled.withLock { $0 } == [1])
      #expect(test.runtime.statistics.silenced == 1)
      test.kept.withLock { $0 = [] }
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
