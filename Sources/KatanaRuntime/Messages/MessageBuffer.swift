import Katana

/// The waiting messages of one declaration whose ``MessageBuffering`` limits them.
///
/// For each message in the buffer, one job waits in the queue. When the job is executed, it takes
/// the oldest message of the buffer. So memory is bounded, and the remaining messages keep their
/// order.
struct MessageBuffer {
  private var messages: [any Message] = []
  /// The number of events that the newest message stands for; 0 if it counts no events.
  private var newestCount = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  /// Adds a message. Returns the oldest one if that was dropped to make room; if it returns `nil`,
  /// the caller must post a job.
  mutating func keep(_ message: any Message) -> (any Message)? {
    newestCount = 0
    messages.append(message)
    return messages.count > limit ? messages.removeFirst() : nil
  }

  /// The number of events that the newest waiting message stands for; 0 if no message waits, or if
  /// it counts no events.
  var waitingCount: Int { messages.isEmpty ? 0 : newestCount }

  /// Adds a message that stands for a number of events. It replaces the newest message if that
  /// counts events too.
  ///
  /// - Returns: The message that was replaced or dropped; `nil` if the caller must post a job.
  mutating func keep(_ message: any Message, count: Int) -> (any Message)? {
    defer { newestCount = count }
    guard waitingCount > 0 else { return keep(message) }
    defer { messages[messages.count - 1] = message }
    return messages.last
  }

  /// Removes and returns the oldest message; `nil` if there is none.
  mutating func take() -> (any Message)? {
    guard messages.count > 1 else {
      // An empty buffer keeps no memory.
      defer { messages = [] }
      return messages.first
    }
    return messages.removeFirst()
  }
}
