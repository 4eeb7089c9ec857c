import Katana
import KatanaComparison
import KatanaTesting
import Observation
import Testing

@testable import KatanaRuntime

/// Bugs that were found by review, each with the promise that it broke.
@Suite struct RegressionTests {
  @Test func sharedDeclarationsThatOnlyChangePlacesSendInTheNewOrder() throws {
    let board = SourceBoard()
    let first = Source(name: "x", reply: Reply { Note.add("first \($0)") })
    struct Other: Message { var text: String }
    struct OtherUpdater: TypedUpdater {
      func update(model: inout Notes, message: Other) -> [any Command] {
        model.entries.append("other \(message.text)")
        return []
      }
    }
    let second = Source(name: "x", reply: Reply(Other.init))
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater([
          .full(CombinedUpdater<Notes>([.full(NotesUpdater()), .full(OtherUpdater())])),
          .full(notesSubscriptions),
        ])), interpreters: [board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([first, second]))
    board.send("1", from: "x")
    runtime.dispatch(Note.want([second, first]))
    board.send("2", from: "x")
    #expect(runtime.model.entries == ["first 1", "other 1", "other 2", "first 2"])
    #expect(board.log.all == ["start x 0"])
    runtime.requestShutdown()
  }

  @Test func aDeferredMessageOfABufferedSubscriptionIsNotLost() throws {
    let board = SourceBoard()
    let deferred = Locked(false)
    let deferring = Interceptor<Notes>(before: { envelope, _ in
      guard case .subscription = envelope.origin else { return .handle }
      return deferred.withLock { wasDeferred -> Interception in
        defer { wasDeferred = true }
        return wasDeferred ? .handle : .defer
      }
    })
    let runtime = try makeRuntime([board.interpreter], interceptors: [deferring])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", buffering: .latest)]))
    board.send("tick", from: "x")
    #expect(runtime.model.entries == ["tick"])
    runtime.requestShutdown()
  }

  @Test func aMessageThatIsMappedToAGlobalOneLeavesItsScope() throws {
    struct Expired: GlobalMessage {}
    struct ExpiredUpdater: TypedUpdater {
      func update(model: inout Notes, message: Expired) -> [any Command] {
        model.entries.append("expired")
        return []
      }
    }
    let command = Do("x").map { (_: Note) in Expired() }.in(Notes.at[part: Elsewhere.part])
    let runtime = try Runtime(
      Program(model: Notes(), ExpiredUpdater(), commands: [command]),
      interpreters: [.command(Doing { _, dispatch in dispatch(Note.add("from the child")) })])
    runtime.start()
    #expect(runtime.model.entries == ["expired"])
  }

  @Test func aParentMayRouteByHand() throws {
    struct Child: Model {
      typealias Receives = Note
      var entries: [String] = []
    }
    struct Parent: Model {
      var child: Child? = Child()
      var entries: [String] = []
    }
    struct ChildUpdater: TypedUpdater {
      func update(model: inout Child, message: Note) -> [any Command] {
        model.entries.append("\(message)")
        return []
      }
    }
    let byHand = CombinedUpdater<Parent>([.optional(\.child, ChildUpdater())])
      .modified { model, incoming, _ in
        model.entries.append("\(incoming.scope)")
        return []
      }
    let runtime = try Runtime(Program(model: Parent(), byHand))
    runtime.start()
    runtime.dispatch(Note.add(""), to: Parent.at.child)
    #expect(runtime.model.entries == ["Parent.at.child"])
    #expect(runtime.model.child?.entries == [])
    #expect(runtime.statistics.gone == 0)
  }

  @Test func dictionariesAreComparedByKeyInWhateverOrderTheyAre() {
    struct Plain { var number: Int }
    var (left, right): ([Int: Plain], [Int: Plain]) = ([:], [:])
    for number in 0..<100 { left[number] = Plain(number: number) }
    for number in (0..<100).reversed() { right[number] = Plain(number: number) }
    #expect(Difference.first(between: left, and: right) == nil)
    right[7] = Plain(number: 8)
    #expect(Difference.first(between: left, and: right)?.path == "[7].number")
  }

  @Test func interceptorsOfARuntimeThatNeverBeganAreNotStopped() {
    let log = Log()
    #expect(throws: WiringError.self) {
      _ = try Runtime(
        Program(model: Notes(), NotesUpdater(effects: [.command(Do.self)])),
        options: RuntimeOptions(interceptors: [Interceptor(stopped: { log("stopped") })]))
    }
    #expect(log.all == [])
  }

  @Test @MainActor func aStoreTellsThoseWhoReadAValueThatHasGoneBack() async throws {
    let runtime = try makeRuntime()
    runtime.start()
    let store = ObservableStore(runtime)
    #expect(store.wanted.isEmpty)
    let told = AsyncStream<Void>.makeStream()
    // Changes from other threads, which the store compares only when the main actor is free.
    func change(_ sources: [Source]) {
      runAndWait { runtime.dispatch(Note.want(sources)) }
    }
    change([Source(name: "x")])
    _ = withObservationTracking {
      store.wanted
    } onChange: {
      told.continuation.yield()
    }
    change([])
    for await _ in told.stream { break }
    #expect(store.wanted.isEmpty)
    runtime.requestShutdown()
  }

  @Test func aStepThatADispatcherBeganEndsAlthoughTheRuntimeIsDroppedDuringItsUpdate() throws {
    struct Drop: Message {
      let runtime = Locked<Runtime<Notes>?>(nil)
    }
    struct DropUpdater: TypedUpdater {
      // Elsewhere another thread would do this while the update runs.
      func update(model: inout Notes, message: Drop) -> [any Command] {
        _ = message.runtime.withLock { $0.take() }
        return [Do("save")]
      }
    }
    let log = Log()
    let drop = Drop()
    let doing = Doing { command, dispatch in
      log("perform \(command.name)")
      dispatch.onCancel { log("cancel \(command.name)") }
    }
    func start() throws -> Dispatcher {
      let runtime = try Runtime(
        Program(model: Notes(), DropUpdater()), interpreters: [.command(doing)])
      runtime.start()
      drop.runtime.withLock { $0 = runtime }
      return runtime.dispatcher
    }
    let dispatcher = try start()
    dispatcher(drop)
    #expect(log.all == ["perform save"])
    #expect(dispatcher.sender.core.cycle == nil)
    dispatcher(Note.add("late"))
    #expect(dispatcher.statistics.lost == 1)
  }

  @Test func aRunWhoseMessageIsRefusedByTheShutdownIsCancelledToo() throws {
    let log = Log()
    let kept = Locked<[Dispatcher]>([])
    let doing = Doing { _, dispatch in
      kept.withLock { $0.append(dispatch) }
      dispatch.onCancel { log("cancelled") }
      // As if another thread were about to send while this returns.
      dispatch.sender.countMessage()
    }
    let runtime = try makeRuntime([.command(doing)])
    runtime.start()
    runtime.dispatch(Note.doing("", [Do("listen")]))
    runtime.requestShutdown()
    let run = kept.withLock { $0[0].sender }
    runtime.core.post(QueuedMessage(Note.add("late"), from: run, file: #fileID, line: #line))
    #expect(log.all == ["cancelled"])
    #expect(runtime.statistics.lost == 1)
  }
}
