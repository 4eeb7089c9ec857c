/// Calls a function when its last reference is gone.
final class EndOfLife: Sendable {
  private let onEnd: @Sendable () -> Void
  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
  deinit { onEnd() }
}
