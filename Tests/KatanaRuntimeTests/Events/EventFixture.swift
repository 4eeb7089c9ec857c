import KatanaRuntime
import KatanaTesting

/// An app whose messages say what their updates return, with rows that may go.
struct EventTest: Sendable {
  struct Row: Model, Identifiable {
    typealias Receives = Run
    let id: Int
  }

  struct App: Model {
    var rows = IdentifiedArray<Row>()
    var sources: [Source] = []
    var count = 0
  }

  struct Run: Message {
    var commands: [any Command] = []
    init(_ commands: any Command...) { self.commands = commands }
  }

  enum Change: Message {
    case sources([Source])
    case rows(IdentifiedArray<Row>)
  }

  struct Unknown: Message {}
  struct Failure: Error {}

  /// A command that goes on until the test ends it.
  struct Hold: Command {}
  struct Fail: Command {}
  /// A command that sends a message.
  struct Answer: Command {}
  /// A command that ends at once.
  struct Note: Command {}
  /// A command that ends the runtime, and must not learn of that as its own cancellation.
  struct Quit: Command {}

  static let program = Program(
    model: App(),
    CombinedUpdater<App>([
      .full(
        TypedFunctionUpdater { (model: inout App, message: Run) in
          model.count += 1
          return message.commands
        }),
      .full(
        TypedFunctionUpdater { (model: inout App, message: Change) in
          switch message {
          case .sources(let sources): model.sources = sources
          case .rows(let rows): model.rows = rows
          }
          return []
        }),
      .each(\.rows, TypedFunctionUpdater { (_: inout Row, message: Run) in message.commands }),
      .full(FunctionSubscriptionProvider<App> { $0.sources }),
    ]))

  let clock = ManualClock()
  let issues = IssueRecorder()
  let board = SourceBoard(updates: true)
  let held = Locked<[Dispatcher]>([])
  private let seen = Locked<[String]>([])
  let runtime: Runtime<App>

  /// Starts the app with an event handler that writes down what it is told.
  init(
    to kinds: EventHandler.Kinds, interceptors: [Interceptor<App>] = [],
    eventHandlers: [EventHandler] = [], softLimit: Int = 10_000
  ) throws {
    let (seen, held) = (seen, held)
    let eventHandler = EventHandler(to: kinds) { event in
      seen.withLock { $0.append(text(of: event)) }
    }
    runtime = try Runtime(
      Self.program,
      interpreters: [
        .command(Hold.self) { _, dispatch in held.withLock { $0.append(dispatch) } },
        .command(Answer.self) { (_, dispatch: Dispatcher) in dispatch(Run()) },
        .command(Note.self) { (_, _: Dispatcher) in },
        .command(Quit.self) { (_, dispatch: Dispatcher) in
          dispatch.onCancel { seen.withLock { $0.append("the handler of Quit was called") } }
          dispatch.requestShutdown()
        },
        .command(Fail.self) { _, dispatch in dispatch.task { throw Failure() } },
        board.interpreter,
      ],
      options: RuntimeOptions(
        interceptors: interceptors, eventHandlers: [eventHandler] + eventHandlers, clock: clock,
        softLimit: softLimit, issues: issues.handler))
    runtime.start()
  }

  /// What was told since the last call.
  func told() -> [String] {
    seen.withLock { seen in
      defer { seen = [] }
      return seen
    }
  }

  func release() { held.withLock { $0 = [] } }
}

private func text(of event: RuntimeEvent) -> String {
  let time = event.time.map { "\($0.components.seconds) s: " } ?? ""
  return time + text(of: event.fact)
}

private func text(of fact: RuntimeEvent.Fact) -> String {
  switch fact {
  case .started: return "started"
  case .ended: return "ended"
  case .modelReplaced(let number): return "model replaced after \(number)"
  case .handling(let envelope): return "handling \(envelope.number) \(ValueName(envelope.message))"
  case .handled(let message):
    let commands = message.commands.map { "\(ValueName($0))" }.joined(separator: ", ")
    let duration = message.duration.map { " in \($0)" } ?? ""
    return "handled \(message.envelope.number)\(duration) → [\(commands)]"
  case .notHandled(let message):
    let name = message.message.map { "\(ValueName($0))" } ?? "a message"
    let cause = message.cause.map { ", caused by \($0)" } ?? ""
    return "\(name) of \(message.origin)\(cause) not handled: \(message.reason)"
  case .command(let command):
    let cause = command.cause.map { " of \($0)" } ?? ""
    let scope = command.address.steps.isEmpty ? "" : " in \(command.address)"
    return "#\(command.id) \(command.command)\(cause)\(scope): \(command.step)"
  case .subscription(let subscription):
    let cause = subscription.cause.map { " by \($0)" } ?? ""
    return
      "subscription \(subscription.id) \(subscription.subscription) \(subscription.step)\(cause)"
  case .issue(let issue): return "issue \(issue.kind)"
  }
}
