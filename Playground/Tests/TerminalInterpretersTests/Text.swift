import Foundation

/// What is written, from any thread.
final class Text: @unchecked Sendable {
  // Sendable, because the text is used with the lock held.
  private let lock = NSLock()
  private var text = ""
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init() { (changes, change) = AsyncStream.makeStream(of: Void.self) }

  func append(_ more: String) {
    lock.withLock { text += more }
    change.yield()
  }

  var value: String { lock.withLock { text } }

  /// Waits until it ends with something.
  func expect(_ end: String) async {
    if value.hasSuffix(end) { return }
    for await _ in changes where value.hasSuffix(end) { return }
  }
}
