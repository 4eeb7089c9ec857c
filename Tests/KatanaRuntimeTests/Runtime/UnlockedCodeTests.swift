import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// While code of the app runs, other threads can use its runtime.
///
/// At each place at which the runtime calls code of the app, that code waits until another thread
/// has used the runtime. The other thread would wait, too, if a lock were held.
@Suite struct UnlockedCodeTests {
  @Test func otherThreadsUseTheRuntimeWhileCodeOfTheAppRuns() async throws {
    let visits = Visits()
    // On a thread of its own, because the places block it.
    await onThreadOfItsOwn { visits.note { try live(visits) } }
    #expect(visits.all.failures == [])
    #expect(visits.all.blocked == [])
    #expect(Set(Place.allCases).subtracting(visits.all.seen) == [])
  }
}

/// A place at which the runtime calls code of the app.
private enum Place: CaseIterable {
  case update, provider, equalityOfAPart, endOfAPart, endOfAPastModel
  case observer, observerOfAProperty, endOfAnObserver
  case interceptorStarted, interceptorBefore, interceptorAfter, interceptorStopped
  case eventHandler, eventHandlerAtTheEnd, issueHandler, issueAboutARefusedMessage
  case clockNow, clockSchedule
  case command, failingCommand, onCancel, task, endOfACommand
  case equalityOfACancelID, hashOfACancelID
  case subscriptionID, subscriptionEquality, endOfASubscription, reply
  case createSubscription, startSubscription, updateSubscription, stopSubscription
  case endOfASubscriptionInterpreter
  case endOfAMessage, endOfASilencedMessage, endOfASupersededMessage, endOfARefusedMessage
}

/// Uses a runtime from another thread, each time that a place is reached.
private final class Visits: Sendable {
  struct All {
    var seen: Set<Place> = []
    var blocked: [Place] = []
    var failures: [String] = []
    var runtime: Runtime<Visited>?
    var dispatcher: Dispatcher?
    var subscription: SubscriptionDispatcher<Watch>?
  }

  private let state = Locked(All())
  let task = Blocker()
  var all: All { state.withLock { $0 } }

  func use(_ runtime: Runtime<Visited>?) { exchange(\.runtime, for: runtime) }

  func keep(_ dispatcher: Dispatcher?) { exchange(\.dispatcher, for: dispatcher) }

  func keep(_ dispatcher: SubscriptionDispatcher<Watch>) {
    exchange(\.subscription, for: dispatcher)
  }

  private func exchange<Value>(_ property: WritableKeyPath<All, Value?>, for value: Value?) {
    let old = state.withLock { state in
      defer { state[keyPath: property] = value }
      return state[keyPath: property]
    }
    withExtendedLifetime(old) {}  // Its end reaches a place, so not with the lock held.
  }

  func note(_ body: () throws -> Void) {
    do { try body() } catch { state.withLock { $0.failures.append("\(error)") } }
  }

  /// - Parameter isUpdate: Whether the place is in an update, for whose end readers wait.
  func visit(_ place: Place, isUpdate: Bool = false) {
    let all = all
    guard let runtime = all.runtime, all.blocked.isEmpty else { return }
    let isFirst = state.withLock { $0.seen.insert(place).inserted }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      if !isUpdate { _ = runtime.model }
      Self.use(runtime)
      all.dispatcher?.onCancel {}
      // Once only, because messages reach places too.
      if isFirst {
        Self.send(to: runtime)
        all.subscription? { $0.reply(EndOfLife {}) }
      }
      done.signal()
    }
    // The time only ends a test that fails.
    if done.wait(timeout: .now() + 60) == .timedOut { state.withLock { $0.blocked.append(place) } }
  }

  private static func use(_ runtime: Runtime<Visited>) {
    runtime.observe { (_: Visited) in }.cancel()
    runtime.observe(\.count) { _ in }.cancel()
    _ = runtime.models
    runtime.showPresent()
    runtime.start()
    _ = runtime.statistics.description
    _ = runtime.statistics.modelVersion
  }

  private static func send(to runtime: Runtime<Visited>) {
    runtime.dispatch(Visit.count)
    runtime.dispatcher(Visit.count)
    Task {
      _ = await runtime.snapshot()
      await runtime.deliver(Visit.count)
      _ = try? await runtime.settle(Visit.count)
    }
  }

  func end(_ place: Place) -> EndOfLife { EndOfLife { [self] in visit(place) } }
}

private struct Visited: Model, Equatable {
  typealias Receives = Visit
  var count = 0
  var part: Part
  var declared: [Watch] = []

  struct Part: Equatable, Sendable {
    let visits: Visits
    var number = 0
    var object: EndOfLife?

    static func == (lhs: Part, rhs: Part) -> Bool {
      lhs.visits.visit(.equalityOfAPart)
      return lhs.number == rhs.number
    }
  }
}

private enum Visit: Message {
  case count
  case hold(EndOfLife)
  case replacePart
  case declare([Watch])
  case perform([any Command])
}

private struct VisitingUpdater: TypedUpdater {
  let visits: Visits

  func update(model: inout Visited, message: Visit) -> [any Command] {
    visits.visit(.update, isUpdate: true)
    switch message {
    case .count: model.count += 1
    case .hold: break
    case .replacePart:
      let object = model.part.object == nil ? visits.end(.endOfAPart) : nil
      model.part = Visited.Part(visits: visits, number: model.part.number + 1, object: object)
    case .declare(let watches): model.declared = watches
    case .perform(let commands): return commands
    }
    return []
  }
}

private struct Walk: Command {
  var name: String
  var object: EndOfLife?
}

private struct VisitError: Error {}

private struct VisitID: Hashable {
  let visits: Visits

  static func == (lhs: VisitID, rhs: VisitID) -> Bool {
    lhs.visits.visit(.equalityOfACancelID)
    return true
  }

  func hash(into hasher: inout Hasher) { visits.visit(.hashOfACancelID) }
}

private struct Watch: Subscription {
  let visits: Visits
  var payload = 0
  var buffering: MessageBuffering { .latest }
  var object: EndOfLife?
  var reply: Reply<EndOfLife>

  init(_ visits: Visits, payload: Int, object: EndOfLife? = nil) {
    (self.visits, self.payload, self.object) = (visits, payload, object)
    reply = Reply { object in
      visits.visit(.reply)
      return Visit.hold(object)
    }
  }

  var id: Int {
    visits.visit(.subscriptionID)
    return 1
  }

  static func == (lhs: Watch, rhs: Watch) -> Bool {
    lhs.visits.visit(.subscriptionEquality)
    return lhs.payload == rhs.payload
  }

  func hash(into hasher: inout Hasher) { hasher.combine(payload) }
}

private final class WatchInterpreter: SubscriptionInterpreter {
  private let visits: Visits
  private let dispatch: SubscriptionDispatcher<Watch>

  init(_ subscription: Watch, _ dispatch: SubscriptionDispatcher<Watch>) {
    visits = subscription.visits
    self.dispatch = dispatch
    visits.visit(.createSubscription)
  }

  deinit { visits.visit(.endOfASubscriptionInterpreter) }

  func start() {
    visits.keep(dispatch)
    visits.visit(.startSubscription)
    // The second message takes the place of the first, and is the last to hold it.
    dispatch { [visits] in $0.reply(visits.end(.endOfASupersededMessage)) }
    dispatch { [visits] in $0.reply(visits.end(.endOfAMessage)) }
  }

  func stop() { visits.visit(.stopSubscription) }

  func update(to subscription: Watch) -> Bool {
    visits.visit(.updateSubscription)
    return subscription.payload < 3
  }
}

private struct VisitingClock: RuntimeClock {
  let visits: Visits
  let manual = ManualClock()

  var now: Duration {
    visits.visit(.clockNow)
    return manual.now
  }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    visits.visit(.clockSchedule)
    return manual.schedule(after: delay, action)
  }
}

private func interpreters(_ visits: Visits) -> [Interpreter] {
  [
    .subscription { WatchInterpreter($0, $1) },
    .command(Walk.self) { (command: Walk, dispatch: Dispatcher) in
      switch command.name {
      case "waits":
        dispatch.onCancel { visits.visit(.onCancel) }
        visits.keep(dispatch)
      case "task":
        dispatch.task {
          visits.visit(.task)
          visits.task.release()
        }
      default: visits.visit(.command)
      }
    },
    .command(Failing.self) { (_: Failing, _: Dispatcher) async throws in
      visits.visit(.failingCommand)
      throw VisitError()
    },
  ]
}

private struct Failing: Command {}

private func makeRuntime(_ visits: Visits, _ clock: VisitingClock) throws -> Runtime<Visited> {
  let interceptor = Interceptor<Visited>(
    started: { _ in visits.visit(.interceptorStarted) },
    before: { _, _ in
      visits.visit(.interceptorBefore)
      return .handle
    },
    after: { _, _, _ in visits.visit(.interceptorAfter) },
    stopped: { visits.visit(.interceptorStopped) })
  let eventHandler = EventHandler { event in
    if case .ended = event.fact { visits.visit(.eventHandlerAtTheEnd) }
    visits.visit(.eventHandler)
  }
  let provider = FunctionSubscriptionProvider<Visited> { model in
    visits.visit(.provider)
    return model.declared
  }
  return try Runtime(
    Program(
      model: Visited(part: Visited.Part(visits: visits)),
      CombinedUpdater([.full(VisitingUpdater(visits: visits)), .full(provider)])),
    interpreters: interpreters(visits),
    options: RuntimeOptions(
      interceptors: [interceptor], eventHandlers: [eventHandler], clock: clock,
      history: History(capacity: 2), softLimit: 1,
      issues: IssueHandler { issue in
        let isRefused = issue.kind == .dispatchAfterShutdown
        visits.visit(isRefused ? .issueAboutARefusedMessage : .issueHandler)
      }))
}

/// The life of a runtime that calls code of the app at all places.
private func live(_ visits: Visits) throws {
  let clock = VisitingClock(visits: visits)
  let runtime = try makeRuntime(visits, clock)
  defer { visits.use(nil) }
  visits.use(runtime)
  let id = VisitID(visits: visits)
  var captured: EndOfLife? = visits.end(.endOfAnObserver)
  let whole = runtime.observe { _ in visits.visit(.observer) }
  // It also keeps the old part until the update has ended, so that readers need not wait.
  let property = runtime.observe(\.part) { [captured] _ in
    withExtendedLifetime(captured) { visits.visit(.observerOfAProperty) }
  }
  captured = nil
  func handle(_ message: Visit) { wait { await runtime.deliver(message) } }
  func showPast() {
    var past = runtime.model
    past.part.object = visits.end(.endOfAPastModel)
    runtime.show(past)
  }
  runtime.start()

  handle(.perform([Walk(name: "waits").cancellable(id: id)]))
  for payload in 1...3 {
    let object = visits.end(.endOfASubscription)
    handle(.declare([Watch(visits, payload: payload, object: object)]))
  }
  handle(.declare([]))
  for _ in 1...2 { handle(.replacePart) }
  for command: any Command in [
    Walk(name: "plain", object: visits.end(.endOfACommand)), Walk(name: "task"), Failing(),
    Walk(name: "plain").queued(id: id, .latestWins),
    Walk(name: "plain").debounced(id: id, for: .seconds(1)), Cancel(id: id),
    Walk(name: "plain").delayed(by: .seconds(1)),
  ] { handle(.perform([command])) }
  visits.task.wait()
  clock.manual.advance(by: .seconds(1))
  visits.all.dispatcher?(Visit.hold(visits.end(.endOfASilencedMessage)))
  showPast()
  runtime.goOn(from: runtime.model)
  handle(.count)
  visits.keep(Dispatcher?.none)  // Otherwise, the command would never end.
  property.cancel()
  whole.cancel()
  handle(.count)
  wait { await runtime.shutdown() }
  runtime.dispatch(Visit.hold(visits.end(.endOfARefusedMessage)))
}

/// Blocks this thread until a task has done something.
private func wait(for body: @escaping @Sendable () async -> Void) {
  let done = Blocker()
  Task {
    await body()
    done.release()
  }
  done.wait()
}
