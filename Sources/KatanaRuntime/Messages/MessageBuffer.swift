import Katana

/// The waiting messages of one declared subscription that keeps only the newest.
///
/// For each message kept here, one job waits in the queue; when its turn comes, it takes the
/// oldest message. So memory is bounded, and the order of what remains is kept.
struct MessageBuffer {
  private var messages: [any Message] = []
  /// The number of events that the newest message stands for; 0 if it was not counted.
  private var newestCount = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  /// Keeps a message. Returns the oldest one if it has given way; otherwise a job must be
  /// posted.
  mutating func keep(_ message: any Message) -> (any Message)? {
    newestCount = 0
    messages.append(message)
    return messages.count > limit ? messages.removeFirst() : nil
  }

  /// The number of events that the newest waiting message stands for.
  var waitingCount: Int { messages.isEmpty ? 0 : newestCount }

  /// Keeps a message that stands for counted events, in place of the newest one if that is counted
  /// too. Returns the message that has given way; otherwise a job must be posted.
  mutating func keep(_ message: any Message, count: Int) -> (any Message)? {
    defer { newestCount = count }
    guard waitingCount > 0 else { return keep(message) }
    defer { messages[messages.count - 1] = message }
    return messages.last
  }

  /// The message whose turn it is.
  mutating func take() -> (any Message)? { messages.isEmpty ? nil : messages.removeFirst() }
}
