import Katana
public import KatanaRuntime
import Synchronization
public import Tracing

extension EventListener {
  /// Makes spans with a tracer of the package swift-distributed-tracing: one for each message, from
  /// the begin of its update to the end, and one for each run of a command.
  ///
  /// The parent of a run is the message whose update has returned the command, and the parent of a
  /// message is the run that has sent it. A message of a subscription begins a trace of its own, with
  /// a link to the message after which it was declared: a ticker would otherwise make one trace that
  /// never ends. So does a message from the outside, since it may be handled on another thread than
  /// the one that has sent it.
  ///
  /// Names of types and cases appear, and the shapes of addresses: no payloads, nor what an error says.
  ///
  /// - Parameter tracer: What makes the spans, such as `InstrumentationSystem.tracer`.
  public static func swiftTracing<T: Tracer>(_ tracer: T) -> EventListener {
    .forEachRuntime(to: [.updates, .messages, .commands]) { _ in
      let spans = Mutex(RuntimeSpans(tracer))
      return { event in spans.withLock { $0.add(event.fact) } }
    }
  }
}

/// An error of which only the name of its type is known, because tracers write down what an error
/// says.
struct NamedError: Error, CustomStringConvertible {
  let description: String

  init(of error: any Error) { description = "\(type(of: error))" }
}

/// The spans of one runtime.
private struct RuntimeSpans<T: Tracer> {
  private let tracer: T
  /// The span of the message whose update is executed.
  private var update: T.Span?
  private var runs: [UInt64: T.Span] = [:]
  /// The spans of the last messages, by number, as parents of what they lead to.
  private var messages: [UInt64: ServiceContext] = [:]
  /// The run that has sent a message which is about to be handled.
  private var sender: (message: UInt64, context: ServiceContext)?

  /// How many messages are remembered at least. What comes later than that begins a trace.
  private static var memory: UInt64 { 10_000 }

  init(_ tracer: T) { self.tracer = tracer }

  mutating func add(_ fact: RuntimeEvent.Fact) {
    switch fact {
    case .handling(let envelope): begin(envelope)
    case .handled:
      update?.end()
      update = nil
    case .command(let command): add(command)
    case .started, .notHandled, .modelReplaced, .subscription, .issue, .ended: break
    }
  }

  private mutating func begin(_ envelope: Envelope) {
    let cause = envelope.cause.flatMap { messages[$0] }
    let isRoot = if case .subscription = envelope.origin { true } else { cause == nil }
    let run = sender.flatMap { $0.message == envelope.number ? $0.context : nil }
    let span = tracer.startSpan(
      ValueName(envelope.message).fullName, context: isRoot ? .topLevel : run ?? cause ?? .topLevel)
    span.attributes["katana.number"] = "\(envelope.number)"
    span.attributes["katana.origin"] = "\(envelope.origin)"
    set((envelope.message as? ScopedMessage)?.scope, on: span)
    if isRoot, let cause { span.addLink(SpanLink(context: cause, attributes: [:])) }
    remember(span.context, as: envelope.number)
    update = span
  }

  private mutating func remember(_ context: ServiceContext, as number: UInt64) {
    messages[number] = context
    guard messages.count > 2 * Self.memory else { return }
    messages = messages.filter { $0.key + Self.memory > number }
  }

  private mutating func add(_ command: CommandEvent) {
    switch command.step {
    case .started:
      let cause = command.cause.flatMap { messages[$0] }
      let span = tracer.startSpan(command.command.fullName, context: cause ?? .topLevel)
      set(command.scope, on: span)
      runs[command.id] = span
    case .answered(let number): sender = runs[command.id].map { (number, $0.context) }
    case .failed(let error):
      runs[command.id]?.recordError(NamedError(of: error))
      end(command, SpanStatus(code: .error, message: "\(type(of: error))"))
    case .cancelled: end(command, nil)
    case .finished: end(command, SpanStatus(code: .ok))
    case .delayed, .queued, .resumed, .retried: break
    }
  }

  private mutating func end(_ command: CommandEvent, _ status: SpanStatus?) {
    guard let span = runs.removeValue(forKey: command.id) else { return }
    span.attributes["katana.end"] = command.step.name
    if let status { span.setStatus(status) }
    span.end()
  }

  private func set(_ scope: Scope?, on span: T.Span) {
    if let scope, !scope.isEmpty { span.attributes["katana.scope"] = scope.shape }
  }
}
