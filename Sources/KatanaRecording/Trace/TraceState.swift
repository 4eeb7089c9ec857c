import Synchronization

/// The content of a trace, guarded by a lock, because issues may come from any thread.
final class TraceState: Sendable {
  private let spans = Mutex(TraceSpans())

  func withLock<Result: Sendable>(_ body: (inout TraceSpans) -> Result) -> Result {
    spans.withLock { body(&$0) }
  }
}
