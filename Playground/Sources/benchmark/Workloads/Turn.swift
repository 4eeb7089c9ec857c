/// Waits for something that happens elsewhere, again and again.
final class Turn: @unchecked Sendable {
  // Sendable, because the waiter writes before it lets the other side begin, and the other side reads
  // after that.
  @exclusivity(unchecked) private var continuation: UnsafeContinuation<Void, Never>?

  /// Begins something, and waits until `end` is called because of it.
  func wait(_ begin: () -> Void) async {
    await withUnsafeContinuation { continuation in
      self.continuation = continuation
      begin()
    }
  }

  func end() { continuation?.resume() }

  /// Ends the waiting if the value is another one than the last time.
  func end(with value: Int) {
    guard value != last else { return }
    last = value
    end()
  }

  // Used by observers only, which are called one at a time.
  @exclusivity(unchecked) private var last = 0
}
