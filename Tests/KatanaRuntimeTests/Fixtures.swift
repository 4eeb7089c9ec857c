import KatanaRuntime
import KatanaTesting

/// A model that notes what happens to it.
struct Notes: Model, Equatable {
  var entries: [String] = []
  var wanted: [Source] = []
}

enum Note: Message, Equatable {
  case add(String)
  case doing(String, [Do])
  case want([Source])
}

/// A command that only has a name.
struct Do: Command, Equatable {
  var name: String
  init(_ name: String) { self.name = name }
}

/// A subscription with a name and a payload that may change.
struct Source: Subscription {
  var name: String
  var payload = 0
  var buffering = MessageBuffering.all
  var reply = Reply { (text: String) in Note.add(text) }

  var id: String { name }
}

struct NotesUpdater: TypedUpdater {
  /// What a test states, whatever the updater does.
  var effects: [any Effect.Type] = []

  func update(model: inout Notes, message: Note) -> [any Command] {
    switch message {
    case .add(let text): model.entries.append(text)
    case .doing(let text, let commands):
      model.entries.append(text)
      return commands
    case .want(let sources): model.wanted = sources
    }
    return []
  }
}

/// One quick command, then one that goes on.
struct BothUpdater: TypedUpdater {
  func update(model: inout Notes, message: Both) -> [any Command] { [Quick.Go(), Do("slow")] }
}

/// A child that none of the apps of ``Notes`` has.
struct Elsewhere: Model {
  typealias Receives = Note
  static let part = ClosurePart<Notes, Elsewhere>("elsewhere") { _, _ in }
}

let notesSubscriptions = FunctionSubscriptionProvider<Notes> { $0.wanted }

/// An interpreter made from a closure.
struct Doing: CommandInterpreter {
  let body: @Sendable (Do, Dispatcher) -> Void
  init(_ body: @escaping @Sendable (Do, Dispatcher) -> Void) { self.body = body }
  func interpret(_ command: Do, dispatch: Dispatcher) { body(command, dispatch) }
}

struct DoingAsync: AsyncCommandInterpreter {
  let body: @Sendable (Do, Dispatcher) async throws -> Void
  init(_ body: @escaping @Sendable (Do, Dispatcher) async throws -> Void) { self.body = body }
  func interpret(_ command: Do, dispatch: Dispatcher) async throws {
    try await body(command, dispatch)
  }
}

extension ManualClock {
  /// Calls a function in a task of its own, and advances the clock when the function waits for it.
  ///
  /// - Parameter count: How many actions are scheduled by then.
  @discardableResult
  func passing<Value: Sendable>(
    _ duration: Duration, scheduled count: Int = 1, _ body: @escaping @Sendable () async -> Value
  ) async -> Value {
    let calling = Task.detached { await body() }
    await waitUntilScheduled(count)
    advance(by: duration)
    return await calling.value
  }
}

/// What happened, in order, from any thread.
final class Log: Sendable {
  private struct Content {
    var lines: [String] = []
    var waiting: [(line: String, CheckedContinuation<Void, Never>)] = []
  }

  private let content = Locked(Content())
  var all: [String] { content.withLock { $0.lines } }

  func callAsFunction(_ line: String) {
    let ready = content.withLock { content in
      content.lines.append(line)
      let ready = content.waiting.filter { $0.line == line }
      content.waiting.removeAll { $0.line == line }
      return ready
    }
    for (_, continuation) in ready { continuation.resume() }
  }

  /// Waits until a line is there.
  func reached(_ line: String) async {
    await withCheckedContinuation { continuation in
      let isThere = content.withLock { content in
        if content.lines.contains(line) { return true }
        content.waiting.append((line, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

/// The interpreter of ``Source``: writes a log, and lets the test send through it.
final class SourceInterpreter: SubscriptionInterpreter {
  private var subscription: Source
  private let dispatch: SubscriptionDispatcher<Source>
  private let board: SourceBoard

  init(_ subscription: Source, _ dispatch: SubscriptionDispatcher<Source>, _ board: SourceBoard) {
    self.subscription = subscription
    self.dispatch = dispatch
    self.board = board
  }

  func start() {
    board.log("start \(subscription.name) \(subscription.payload)")
    board.running.withLock { $0[subscription.name] = dispatch }
    board.onStart(subscription.name, dispatch)
  }

  func stop() {
    board.log("stop \(subscription.name)")
    _ = board.running.withLock { $0.removeValue(forKey: subscription.name) }
    board.onStop(subscription.name, dispatch)
  }

  func update(to subscription: Source) -> Bool {
    guard board.updates else { return false }
    board.log("update \(subscription.name) \(subscription.payload)")
    self.subscription = subscription
    return true
  }
}

/// An interpreter that sends nothing.
final class IdleInterpreter<Sub: Subscription>: SubscriptionInterpreter {
  func start() {}
  func stop() {}
}

/// What the interpreters of ``Source`` do, and what the test sees of them.
final class SourceBoard: Sendable {
  let log = Log()
  let running = Locked<[String: SubscriptionDispatcher<Source>]>([:])
  let updates: Bool
  let onStart: @Sendable (String, SubscriptionDispatcher<Source>) -> Void
  let onStop: @Sendable (String, SubscriptionDispatcher<Source>) -> Void

  init(
    updates: Bool = false,
    onStart: @escaping @Sendable (String, SubscriptionDispatcher<Source>) -> Void = { _, _ in },
    onStop: @escaping @Sendable (String, SubscriptionDispatcher<Source>) -> Void = { _, _ in }
  ) {
    self.updates = updates
    self.onStart = onStart
    self.onStop = onStop
  }

  var interpreter: Interpreter { .subscription { SourceInterpreter($0, $1, self) } }

  func send(_ text: String, from name: String) {
    let dispatch = running.withLock { $0[name] }
    dispatch? { $0.reply(text) }
  }
}

func makeRuntime(
  model: Notes = Notes(), commands: [any Command] = [], _ interpreters: [Interpreter] = [],
  subscriptions: FunctionSubscriptionProvider<Notes> = notesSubscriptions,
  interceptors: [Interceptor<Notes>] = [], eventHandlers: [EventHandler] = [],
  clock: any RuntimeClock = ManualClock(),
  execution: Execution = .caller, history: History? = nil, softLimit: Int = 10_000_000,
  checksPurity: Bool = false, issues: IssueRecorder = IssueRecorder()
) throws -> Runtime<Notes> {
  try Runtime(
    Program(
      model: model,
      CombinedUpdater([
        .full(CombinedUpdater<Notes>([.full(NotesUpdater()), .full(BothUpdater())])),
        .full(subscriptions),
      ]), commands: commands), interpreters: interpreters,
    options: RuntimeOptions(
      interceptors: interceptors, eventHandlers: eventHandlers, clock: clock, execution: execution,
      history: history,
      softLimit: softLimit, checksPurity: checksPurity, issues: issues.handler))
}
