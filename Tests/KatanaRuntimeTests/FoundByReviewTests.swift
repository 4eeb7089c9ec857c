import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Found by reading the runtime's core with bad intent.
@Suite struct FoundByReviewTests {
  /// Calls a function when its last reference is gone.
  final class Token: Sendable {
    let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  struct Order: Model { var token: Token?; var got: [String] = [] }
  enum Ordered: Message { case token(Token?), got(String) }

  struct OrderUpdater: TypedUpdater {
    func update(model: inout Order, message: Ordered) -> [any Command] {
      switch message {
      case .token(let token): model.token = token
      case .got(let text): model.got.append(text)
      }
      return []
    }
  }

  @Test func whatIsSentDuringAnUpdateIsHandledNext() throws {
    let runtime = try Runtime(Program(model: Order(), OrderUpdater()))
    runtime.start()
    let dispatch = runtime.dispatcher
    runtime.dispatch(Ordered.token(Token { dispatch(Ordered.got("first")) }))
    runtime.dispatch(Ordered.token(nil))
    #expect(runtime.model.got == ["first"])
    runtime.dispatch(Ordered.got("second"))
    #expect(runtime.model.got == ["first", "second"])
  }

  struct Kept: Model { var dispatch: Dispatcher?; var isDone = false }
  enum Keep: Message { case run, keep(Dispatcher), drop, done }

  struct KeepUpdater: TypedUpdater {
    func update(model: inout Kept, message: Keep) -> [any Command] {
      switch message {
      case .run: return [Sequential([Do("x"), Send(Keep.done)])]
      case .keep(let dispatch): model.dispatch = dispatch
      case .drop: model.dispatch = nil
      case .done: model.isDone = true
      }
      return []
    }
  }

  @Test func aRunWhoseLastDispatcherAnUpdateDropsIsFinished() throws {
    let runtime = try Runtime(
      Program(model: Kept(), KeepUpdater()),
      interpreters: [.command(Doing { _, dispatch in dispatch(Keep.keep(dispatch)) })])
    runtime.start()
    runtime.dispatch(Keep.run)
    #expect(!runtime.model.isDone)
    runtime.dispatch(Keep.drop)
    #expect(runtime.model.isDone)
  }

  @Test func aRuntimeThatIsDroppedInItsStepGoesAlthoughAnotherThreadPosts() throws {
    let holder = Locked<Runtime<Notes>?>(nil)
    let observation = Locked<ObservationToken?>(nil)
    let board = SourceBoard(onStop: { _, _ in
      runAndWait { observation.withLock { $0 }?.cancel() }
    })
    var runtime: Runtime<Notes>? = try makeRuntime([
      board.interpreter, .command(Doing { _, _ in holder.withLock { $0 = nil } }),
    ])
    holder.withLock { $0 = runtime }
    observation.withLock { $0 = runtime?.observe { (_: Notes) in } }
    weak let cycle = runtime?.cycle
    let dispatch = try #require(runtime?.dispatcher)
    runtime?.start()
    runtime?.dispatch(Note.want([Source(name: "x")]))
    runtime = nil
    dispatch(Note.doing("go", [Do("drop")]))
    #expect(board.log.all == ["start x 0", "stop x"])
    #expect(cycle == nil)
  }

  @Test func aMessageThatMeetsTheEndOfItsRuntimeIsCounted() throws {
    let holder = Locked<Runtime<Notes>?>(nil)
    var runtime: Runtime<Notes>? = try makeRuntime(
      execution: .caller.watched { posted in
        if posted != nil { holder.withLock { $0 = nil } }
        return true
      })
    holder.withLock { $0 = runtime }
    runtime?.start()
    let dispatch = try #require(runtime?.dispatcher)
    runtime = nil
    dispatch(Note.add("a"))
    #expect(dispatch.statistics.handled + dispatch.statistics.lost == 1)
  }

  final class Marked: CommandInterpreter {
    let token: Token
    init(_ token: Token) { self.token = token }
    func interpret(_ command: Do, dispatch: Dispatcher) {}
  }

  @Test func aRuntimeThatCouldNotBeMadeLeavesNothing() throws {
    let log = Log()
    do {
      let interpreter = Marked(Token { log("ended") })
      #expect(throws: WiringError.self) {
        _ = try Runtime(
          Program(model: Notes(), NotesUpdater(effects: [.command(Quick.Go.self)])),
          interpreters: [.command(interpreter)])
      }
    }
    #expect(log.all == ["ended"])
  }

  @Test func theLimitIsSeenAlthoughSomethingElseThanAMessageStandsThere() throws {
    let issues = IssueRecorder()
    let core = Locked<RuntimeCore?>(nil)
    let doing = Doing { _, dispatch in
      for number in 1...2 { dispatch(Note.add("\(number)")) }
      core.withLock { $0 }?.post { _ in }
      for number in 3...100 { dispatch(Note.add("\(number)")) }
    }
    let runtime = try makeRuntime([.command(doing)], softLimit: 2, issues: issues)
    core.withLock { $0 = runtime.core }
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("x")]))
    core.withLock { $0 = nil }
    #expect(runtime.model.entries.count == 101)
    #expect(runtime.statistics.overLimit == 1)
  }

  class Base: Command, @unchecked Sendable {}
  // Sendable, because they have no state.
  final class Derived: Base, @unchecked Sendable {}
  struct Start: Message {}

  struct DerivedInterpreter: CommandInterpreter {
    let log: Log
    func interpret(_ command: Derived, dispatch: Dispatcher) { log("derived") }
  }

  struct StartUpdater: TypedUpdater {
    func update(model: inout Notes, message: Start) -> [any Command] {
      let command: Base = Derived()
      return [command]
    }
  }

  @Test func aCommandThatIsAClassIsOfItsDynamicType() throws {
    let log = Log()
    let runtime = try Runtime(
      Program(model: Notes(), StartUpdater()),
      interpreters: [.command(DerivedInterpreter(log: log))])
    runtime.start()
    runtime.dispatch(Start())
    #expect(log.all == ["derived"])
  }
}
