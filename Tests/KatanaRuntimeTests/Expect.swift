import KatanaRuntime
import Testing

/// Expects what a call returns that the macro cannot take: of a value without copies, or one that
/// changes something.
func expect(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
  #expect(condition, sourceLocation: location)
}

extension Runtime {
  /// Waits until everything that was posted before has been handled. Another thread may be executing:
  /// then a dispatch only adds to its queue.
  func turn() async {
    await withCheckedContinuation { continuation in inOrder { continuation.resume() } }
  }
}
