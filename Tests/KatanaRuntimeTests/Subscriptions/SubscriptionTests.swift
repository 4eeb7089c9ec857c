import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct SubscriptionTests {
  @Test func equalOnesAreKeptAndTheNewestReplyIsUsed() throws {
    let board = SourceBoard()
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", reply: Reply { Note.add("old \($0)") })]))
    board.send("1", from: "x")
    runtime.dispatch(Note.want([Source(name: "x", reply: Reply { Note.add("new \($0)") })]))
    board.send("2", from: "x")
    #expect(runtime.model.entries == ["old 1", "new 2"])
    #expect(board.log.all == ["start x 0"])
  }

  @Test func aNewPayloadRestartsUnlessItIsTaken() throws {
    for updates in [false, true] {
      let board = SourceBoard(updates: updates)
      let runtime = try makeRuntime([board.interpreter])
      runtime.start()
      runtime.dispatch(Note.want([Source(name: "x", payload: 1)]))
      runtime.dispatch(Note.want([Source(name: "x", payload: 2)]))
      board.send("still", from: "x")
      #expect(runtime.model.entries == ["still"])
      #expect(
        board.log.all
          == (updates ? ["start x 1", "update x 2"] : ["start x 1", "stop x", "start x 2"]))
    }
  }

  @Test func aStoppedInterpreterThatWasReplacedSendsNowhere() throws {
    let first = Locked<SubscriptionDispatcher<Source>?>(nil)
    let board = SourceBoard(onStart: { _, dispatch in first.withLock { $0 = $0 ?? dispatch } })
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", payload: 1)]))
    runtime.dispatch(Note.want([Source(name: "x", payload: 2)]))
    first.withLock { $0 }? { $0.reply("late") }
    board.send("new", from: "x")
    #expect(runtime.model.entries == ["new"])
  }

  @Test func aSupersededMessageIsReleasedWithoutALock() throws {
    final class Bomb: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }
    struct Heavy: Message { let bomb: Bomb }
    let board = SourceBoard()
    let runtime = try makeRuntime([
      board.interpreter,
      .command(
        Doing { _, _ in
          let dispatch = board.running.withLock { $0["x"] }
          dispatch?(Heavy(bomb: Bomb { board.send("from its end", from: "x") }))
          dispatch?(Note.add("newer"))
        }),
    ])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", buffering: .latest)]))
    runtime.dispatch(Note.doing("go", [Do("x")]))
    #expect(runtime.model.entries.last == "from its end")
  }

  /// Contract 13: checked when a message is sent and when it is handled.
  @Test func nothingIsHandledAfterTheStepThatRemovedIt() throws {
    let kept = Locked<SubscriptionDispatcher<Source>?>(nil)
    let board = SourceBoard(onStart: { _, dispatch in kept.withLock { $0 = dispatch } })
    let runtime = try makeRuntime([
      board.interpreter,
      .command(
        Doing { _, dispatch in
          dispatch(Note.want([]))
          board.send("queued before the removal", from: "x")
        }),
    ])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x")]))
    runtime.dispatch(Note.doing("go", [Do("remove")]))
    kept.withLock { $0 }? { $0.reply("late") }
    #expect(runtime.model.entries == ["go"])
    #expect(runtime.statistics.silenced == 2)
  }

  /// An object that guards what it holds with a lock, as `Sendable` asks for. Another thread changes it
  /// while the payloads that hold it are compared.
  final class Guarded: @unchecked Sendable {
    // Sendable, because all state is used with the lock held.
    private var next: Guarded?
    private var values = [0]
    private let lock = NSLock()

    func change() { lock.withLock { values = Array(repeating: values[0] + 1, count: 1_000) } }
    /// Makes a cycle of objects.
    func close() { lock.withLock { next = self } }
  }

  struct Sampling: Subscription, Identifiable {
    var id: String { "sampling" }
    var guarded: Guarded
    var reply: Reply<Int>

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.guarded === rhs.guarded }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(guarded)) }
  }

  @Test func payloadsAreComparedWithoutALookIntoTheirObjects() async throws {
    struct Sampled: Message { var value: Int }
    struct Model: Katana.Model { var guarded = Guarded() }
    struct Exchanged: Message { var guarded: Guarded }
    let updater = TypedFunctionUpdater { (model: inout Model, message: Exchanged) in
      model.guarded = message.guarded
      return []
    }
    let provider = FunctionSubscriptionProvider<Model> { model in
      [Sampling(guarded: model.guarded, reply: Reply(Sampled.init(value:)))]
    }
    let runtime = try Runtime(
      Program(model: Model(), updater, provider),
      interpreters: [.subscription { (_: Sampling, _) in IdleInterpreter<Sampling>() }])
    runtime.start()
    let objects = (0..<4).map { _ in Guarded() }
    for object in objects { object.close() }
    let changing = Task.detached {
      for _ in 0..<2_000 { for object in objects { object.change() } }
    }
    for turn in 0..<2_000 { runtime.dispatch(Exchanged(guarded: objects[turn % 4])) }
    await changing.value
    runtime.requestShutdown()
  }

  @Test func lateEventsOfARemovedSubscriptionAreCounted() throws {
    let kept = Locked<SubscriptionDispatcher<Source>?>(nil)
    let board = SourceBoard(onStart: { _, dispatch in kept.withLock { $0 = dispatch } })
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "a")]))
    runtime.dispatch(Note.want([]))
    let dispatch = try #require(kept.withLock { $0 })
    dispatch { $0.reply("late") }
    dispatch { $0.reply("later") }
    #expect(runtime.statistics.silenced == 2)
    runtime.requestShutdown()
    dispatch { $0.reply("after the end") }
    #expect(runtime.statistics.silenced == 2 && runtime.statistics.lost == 1)
  }

  @Test func whatAnInstanceSendsWhileItStopsIsNotHeardByTheNextOne() throws {
    let board = SourceBoard(onStop: { name, dispatch in dispatch { $0.reply("stopping") } })
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "a", payload: 1)]))
    runtime.dispatch(Note.want([Source(name: "a", payload: 2)]))
    #expect(board.log.all == ["start a 1", "stop a", "start a 2"])
    #expect(runtime.model.entries == [])
    #expect(runtime.statistics.silenced == 1)
    runtime.dispatch(Note.want([]))
    #expect(runtime.model.entries == [] && runtime.statistics.silenced == 2)
    runtime.requestShutdown()
  }

  @Test func theSameIDWithDifferentPayloadsInOneStepIsReportedAndTheFirstRuns() throws {
    let board = SourceBoard()
    let issues = IssueRecorder()
    let runtime = try makeRuntime([board.interpreter], issues: issues)
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x", payload: 1), Source(name: "x", payload: 2)]))
    board.send("a", from: "x")
    #expect(runtime.model.entries == ["a"])
    #expect(board.log.all == ["start x 1"])
    #expect(issues.kinds == [.conflictingSubscriptions])
    runtime.dispatch(Note.want([Source(name: "x", payload: 2)]))
    #expect(board.log.all == ["start x 1", "stop x", "start x 2"])
    board.send("b", from: "x")
    #expect(runtime.model.entries == ["a", "b"])
  }

  @Test func aRestoredModelStartsExactlyWhatItDeclares() throws {
    let board = SourceBoard()
    let runtime = try makeRuntime(
      model: Notes(wanted: [Source(name: "a"), Source(name: "b")]), [board.interpreter])
    #expect(board.log.all == [])
    runtime.start()
    #expect(board.log.all == ["start a 0", "start b 0"])
  }

  @Test func onlyTheNewestWaitWhereThatIsDeclared() throws {
    let board = SourceBoard()
    let runtime = try makeRuntime([
      board.interpreter,
      .command(
        Doing { _, dispatch in
          for number in 1...5 { board.send("all \(number)", from: "all") }
          for number in 1...5 { board.send("two \(number)", from: "two") }
          for number in 1...5 { board.send("one \(number)", from: "one") }
        }),
    ])
    runtime.start()
    runtime.dispatch(
      Note.want([
        Source(name: "all"), Source(name: "one", buffering: .latest),
        Source(name: "two", buffering: .newest(2)),
      ]))
    runtime.dispatch(Note.doing("go", [Do("flood")]))
    #expect(
      runtime.model.entries == [
        "go", "all 1", "all 2", "all 3", "all 4", "all 5", "two 4", "two 5", "one 5",
      ])
    #expect(runtime.statistics.superseded == 7)
    board.send("later", from: "one")
    #expect(runtime.model.entries.last == "later")
  }

  /// Contract 12, against random models: what runs equals what is declared after each step, and
  /// starts and stops alternate.
  @Test func randomModels() throws {
    for updates in [false, true] {
      let board = SourceBoard(updates: updates)
      let runtime = try makeRuntime([board.interpreter])
      runtime.start()
      for _ in 0..<1_000 {
        let names = ["a", "b", "c", "d", "e"].shuffled().prefix(Int.random(in: 0...5))
        let wanted = names.map { Source(name: $0, payload: Int.random(in: 0...1)) }
        runtime.dispatch(Note.want(wanted + wanted.shuffled().prefix(1)))
        #expect(Set(board.running.withLock { $0.keys }) == Set(names))
        for name in names.prefix(1) {
          let before = runtime.model.entries.count
          board.send("x", from: name)
          let declared = runtime.model.wanted.count { $0.name == name }
          #expect(runtime.model.entries.count - before == declared)
        }
      }
      runtime.requestShutdown()
      #expect(board.running.withLock { $0.isEmpty })
      var running: Set<String> = []
      for line in board.log.all {
        let words = line.split(separator: " ").map(String.init)
        switch words[0] {
        case "start":
          let isNew = running.insert(words[1]).inserted
          #expect(isNew, "started twice: \(line)")
        case "stop":
          let wasRunning = running.remove(words[1]) != nil
          #expect(wasRunning, "stopped twice: \(line)")
        default: #expect(running.contains(words[1]), "updated while not running: \(line)")
        }
      }
      #expect(running.isEmpty)
    }
  }

  @Test func anObjectIsKnownByItsOwnType() async throws {
    class General: Subscription, @unchecked Sendable {
      let id = 1
      static func == (lhs: General, rhs: General) -> Bool { lhs === rhs }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    final class Special: General, @unchecked Sendable {}
    final class Started: SubscriptionInterpreter {
      typealias Sub = Special
      private let log: Log
      init(_ log: Log) { self.log = log }
      func start() { log("start") }
      func stop() { log("stop") }
    }
    let (log, issues) = (Log(), IssueRecorder())
    let general: General = Special()
    let runtime = try makeRuntime(
      [.subscription { (_: Special, _) in Started(log) }],
      subscriptions: FunctionSubscriptionProvider { _ in [general] }, issues: issues)
    runtime.start()
    await runtime.shutdown()
    #expect(log.all == ["start", "stop"])
    #expect(issues.issues.isEmpty)
  }

  class Broad: Subscription, @unchecked Sendable {
    let id = 1
    let value: Int
    init(_ value: Int) { self.value = value }
    static func == (lhs: Broad, rhs: Broad) -> Bool { lhs.value == rhs.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  final class Narrow: Broad, @unchecked Sendable {}

  /// The type under which a provider declares an object means nothing.
  @Test func anObjectIsTheSameUnderTheTypeOfItsSuperclass() async throws {
    final class Logging: SubscriptionInterpreter {
      typealias Sub = Narrow
      private let log: Log
      init(_ log: Log) { self.log = log }
      func start() { log("start") }
      func update(to subscription: Narrow) -> Bool {
        log("update \(subscription.value)")
        return true
      }
      func stop() { log("stop") }
    }
    let log = Log()
    let declared: [any Subscription] = [
      Narrow(1), Narrow(1) as Broad, Narrow(2), Narrow(3) as Broad, Narrow(4),
    ]
    #expect(areEqual(declared[0], declared[1]) && areEqual(declared[1], declared[0]))
    #expect(declared[0].hashWithType == declared[1].hashWithType)
    let runtime = try makeRuntime(
      [.subscription { (_: Narrow, _) in Logging(log) }],
      subscriptions: FunctionSubscriptionProvider { model in [declared[model.entries.count]] })
    runtime.start()
    for _ in 1..<5 { runtime.dispatch(Note.add("next")) }
    await runtime.shutdown()
    #expect(log.all == ["start", "update 2", "update 3", "update 4", "stop"])
  }

  /// An object of another class is another subscription, even if it has an equal `id` or is equal.
  @Test(arguments: [false, true], [1, 2])
  func anObjectOfAnotherClassDoesNotTakeOver(isNarrowFirst: Bool, value: Int) async throws {
    final class Logging<Sub: Broad>: SubscriptionInterpreter {
      private let (log, name): (Log, String)
      init(_ log: Log, _ sub: Sub) {
        (self.log, name) = (log, "\(Sub.self) \(type(of: sub))")
      }
      func start() { log("start \(name)") }
      func stop() { log("stop \(name)") }
    }
    let log = Log()
    let provider = FunctionSubscriptionProvider<Notes> { model in
      let isFirst = model.entries.isEmpty
      let declared: Broad =
        isFirst == isNarrowFirst ? Narrow(isFirst ? 1 : value) : Broad(isFirst ? 1 : value)
      return [declared]
    }
    let runtime = try makeRuntime(
      [
        .subscription { (sub: Broad, _) in Logging<Broad>(log, sub) },
        .subscription { (sub: Narrow, _) in Logging<Narrow>(log, sub) },
      ], subscriptions: provider)
    runtime.start()
    runtime.dispatch(Note.add("next"))
    await runtime.shutdown()
    let names = ["Broad Broad", "Narrow Narrow"]
    let (first, second) = isNarrowFirst ? (names[1], names[0]) : (names[0], names[1])
    #expect(log.all == ["start \(first)", "stop \(first)", "start \(second)", "stop \(second)"])
  }
}
