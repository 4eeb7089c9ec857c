public import KatanaRuntime
import Synchronization
public import Tracing

extension EventHandler {
  /// Returns an event handler that makes spans with a tracer of the package swift-distributed-tracing:
  /// one for each message, from the beginning of its update to the end, and one for each run of a
  /// command.
  ///
  /// The parent of a run is the message whose update returned the command. The parent of a message
  /// is the run that sent it. Two kinds of messages begin a new trace:
  /// - A message of a subscription, with a link to the message after which the subscription was
  ///   declared. Otherwise a ticker would make one trace that never ends.
  /// - A message from outside of the runtime, because it may be handled on another thread than the
  ///   one that sent it.
  ///
  /// The spans contain names of types and cases, and addresses without `id`s. They contain no
  /// payloads and no texts of errors.
  ///
  /// - Parameter tracer: The tracer that makes the spans, such as `InstrumentationSystem.tracer`.
  public static func swiftTracing<T: Tracer>(_ tracer: T) -> EventHandler {
    .forEachRuntime(to: [.updates, .messages, .commands]) { _ in
      let spans = Mutex(RuntimeSpans(tracer))
      return { event in spans.withLock { $0.add(event.fact) } }
    }
  }
}

/// An error that contains only the name of another error's type, because tracers record the text of
/// an error.
struct NamedError: Error, CustomStringConvertible {
  let description: String

  init(of error: any Error) { description = "\(type(of: error))" }
}

/// The spans of one runtime.
private struct RuntimeSpans<T: Tracer> {
  private let tracer: T
  /// The span of the message whose update is executing.
  private var update: T.Span?
  private var runs: [UInt64: T.Span] = [:]
  /// The spans of the latest messages, by number. They are the parents of later spans.
  private var messages: [UInt64: ServiceContext] = [:]
  /// The run that sent the next message to be handled.
  private var sender: (message: UInt64, context: ServiceContext)?

  /// The number of messages that are kept at least. A span whose cause is older begins a new trace.
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
    set((envelope.message as? ScopedMessage)?.address, on: span)
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
      set(command.address, on: span)
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

  private func set(_ address: AnyAddress?, on span: T.Span) {
    if let address, !address.isEmpty { span.attributes["katana.address"] = address.shape }
  }
}
