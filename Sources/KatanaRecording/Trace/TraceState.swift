import Synchronization

/// What a trace has collected, guarded by a lock: issues may come from any thread.
final class TraceState: Sendable {
  private let spans = Mutex(TraceSpans())

  func withLock<Result: Sendable>(_ body: (inout TraceSpans) -> Result) -> Result {
    spans.withLock { body(&$0) }
  }
}
