import Katana

/// The waiting messages of one declared subscription that keeps only the newest.
///
/// For each message kept here, one job waits in the queue; when its turn comes, it takes the
/// oldest message. So memory is bounded, and the order of what remains is kept.
struct MessageBuffer {
  private var messages: [any Message] = []
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  /// Keeps a message. Returns the oldest one if it has given way; otherwise a job must be
  /// posted.
  mutating func keep(_ message: any Message) -> (any Message)? {
    messages.append(message)
    return messages.count > limit ? messages.removeFirst() : nil
  }

  /// The message whose turn it is.
  mutating func take() -> (any Message)? { messages.isEmpty ? nil : messages.removeFirst() }
}
