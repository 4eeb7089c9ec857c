import KatanaRuntime
import KatanaTesting
import Testing

/// Several declarations that share one instance of a subscription.
@Suite struct InstanceTests {
  @Test func severalDeclarationsShareOneInstanceAndEachGetsItsMessage() throws {
    let board = SourceBoard()
    let first = Source(name: "x", reply: Reply { Note.add("first \($0)") })
    let second = Source(name: "x", reply: Reply { Note.add("second \($0)") })
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([first, second]))
    board.send("a", from: "x")
    runtime.dispatch(Note.want([second]))
    board.send("b", from: "x")
    runtime.dispatch(Note.want([]))
    #expect(runtime.model.entries == ["first a", "second a", "second b"])
    #expect(board.log.all == ["start x 0", "stop x"])
  }

  /// A restart replaces the instance by a new one, for all declarations that share it.
  @Test func whatSharesAnInstanceShareItsSuccessorAfterARestart() throws {
    let board = SourceBoard()
    func source(_ name: String, _ payload: Int) -> Source {
      Source(name: "x", payload: payload, reply: Reply { Note.add("\(name) \($0)") })
    }
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([source("first", 0), source("second", 0)]))
    runtime.dispatch(Note.want([source("first", 1), source("second", 1)]))
    board.send("a", from: "x")
    runtime.dispatch(Note.want([source("second", 1)]))
    board.send("b", from: "x")
    runtime.dispatch(Note.want([source("second", 2)]))
    board.send("c", from: "x")
    runtime.dispatch(Note.want([]))
    #expect(runtime.model.entries == ["first a", "second a", "second b", "second c"])
    #expect(
      board.log.all == ["start x 0", "stop x", "start x 1", "stop x", "start x 2", "stop x"])
    #expect(runtime.statistics.silenced == 0)
  }

  private struct Gauge: Subscription {
    var id: Int
    var limit: Double
  }

  /// Values that are not equal to themselves count as equal, but not if their `id`s differ.
  @Test func anotherIDIsAnotherInstanceAlsoWithAValueThatIsNotEqualToItself() throws {
    struct Panel: Model, Equatable { var number = 1 }
    struct Turn: Message {}
    final class Needle: SubscriptionInterpreter {
      private let gauge: Gauge
      private let log: Log
      init(_ gauge: Gauge, _ log: Log) { (self.gauge, self.log) = (gauge, log) }
      func start() { log("start \(gauge.id)") }
      func stop() { log("stop \(gauge.id)") }
      func update(to subscription: Gauge) -> Bool { false }
    }
    let log = Log()
    let program = Program(
      model: Panel(),
      CombinedUpdater<Panel>([
        .full(
          TypedFunctionUpdater { (panel: inout Panel, _: Turn) in
            panel.number += 1
            return []
          }),
        .full(FunctionSubscriptionProvider<Panel> { [Gauge(id: $0.number, limit: .nan)] }),
      ]))
    let runtime = try Runtime(
      program, interpreters: [.subscription { (gauge: Gauge, _) in Needle(gauge, log) }])
    runtime.start()
    runtime.dispatch(Turn())
    #expect(log.all == ["start 1", "stop 1", "start 2"])
  }

  /// An interpreter keeps its dispatcher, so it must not be kept by what its dispatcher keeps.
  @Test func anInterpreterIsReleasedWhenItIsRemovedOrRestartedAndWithItsRuntime() throws {
    final class Keeping: SubscriptionInterpreter {
      let dispatch: SubscriptionDispatcher<Source>
      let life: EndOfLife
      init(_ dispatch: SubscriptionDispatcher<Source>, _ life: EndOfLife) {
        (self.dispatch, self.life) = (dispatch, life)
      }
      func start() {}
      func stop() {}
      func update(to subscription: Source) -> Bool { false }
    }
    let log = Log()
    do {
      let runtime = try makeRuntime([
        .subscription { (source: Source, dispatch) in
          Keeping(dispatch, EndOfLife { log("end \(source.name) \(source.payload)") })
        }
      ])
      runtime.start()
      runtime.dispatch(Note.want([Source(name: "x"), Source(name: "y")]))
      runtime.dispatch(Note.want([Source(name: "x", payload: 1), Source(name: "y")]))
      #expect(log.all == ["end x 0"])
      runtime.dispatch(Note.want([Source(name: "x", payload: 1)]))
      #expect(log.all == ["end x 0", "end y 0"])
    }
    #expect(log.all == ["end x 0", "end y 0", "end x 1"])
  }

  @Test func featuresWithMessageTypesOfTheirOwnShareAnInstanceByItsID() throws {
    struct Other: Message { var text: String }
    struct OtherUpdater: TypedUpdater {
      func update(model: inout Notes, message: Other) -> [any Command] {
        model.entries.append("other \(message.text)")
        return []
      }
    }
    let (board, issues) = (SourceBoard(), IssueRecorder())
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater([
          .full(CombinedUpdater<Notes>([.full(NotesUpdater()), .full(OtherUpdater())])),
          .full(
            FunctionSubscriptionProvider<Notes> { _ in
              [Source(name: "x"), Source(name: "x", reply: Reply(Other.init))]
            }),
        ])), interpreters: [board.interpreter], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    board.send("a", from: "x")
    #expect(runtime.model.entries == ["a", "other a"])
    #expect(board.log.all == ["start x 0"])
    #expect(issues.issues.isEmpty)
    runtime.requestShutdown()
  }

  @Test func mappedDeclarationsShareTheInstance() throws {
    enum Left: Message { case it(Note) }
    enum Right: Message { case it(Note) }
    struct Updater: Katana.Updater {
      var takes: MessageTypes { .only([Left.self, Right.self]) }
      func update(model: inout Notes, message: any Message) -> [any Command] {
        switch message {
        case Left.it(.add(let text)): model.entries.append("left \(text)")
        case Right.it(.add(let text)): model.entries.append("right \(text)")
        default: break
        }
        return []
      }
    }
    let board = SourceBoard()
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater([
          .full(Updater()),
          .full(
            FunctionSubscriptionProvider<Notes> { _ in
              [Source(name: "x").map(Left.it), Source(name: "x").map(Right.it)]
            }),
        ])), interpreters: [board.interpreter])
    runtime.start()
    board.send("a", from: "x")
    #expect(runtime.model.entries == ["left a", "right a"])
    #expect(board.log.all == ["start x 0"])
    runtime.requestShutdown()
  }

  @Test func declarationsThatChangePlacesSendInTheNewOrder() throws {
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
}
