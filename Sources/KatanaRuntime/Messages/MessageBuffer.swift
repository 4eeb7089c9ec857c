import Katana

/// The waiting messages of one declaration whose ``MessageBuffering`` limits them.
///
/// For each message in the buffer, one job waits in the queue. When the job is executed, it takes
/// the oldest message of the buffer. So memory is bounded, and the remaining messages keep their
/// order.
struct MessageBuffer {
  /// From `first` on, the waiting messages in their order; before, those that were taken.
  private var messages: [(any Message)?] = []
  private var first = 0
  /// The number of events that the newest message stands for; 0 if it counts no events.
  private var newestCount = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  private var isEmpty: Bool { first == messages.count }

  /// The number of events that the newest waiting message stands for; 0 if no message waits, or if
  /// it counts no events.
  var waitingCount: Int { isEmpty ? 0 : newestCount }

  /// Adds a message. A message that counts events replaces the newest one that waits, if that counts
  /// events too.
  ///
  /// - Parameter count: The number of events; 0 if events are not counted.
  /// - Returns: The message that was replaced or dropped; `nil` if the caller must post a job.
  mutating func keep(_ message: any Message, count: Int = 0) -> (any Message)? {
    if count > 0 && waitingCount > 0 {
      defer { (newestCount, messages[messages.count - 1]) = (count, message) }
      return messages[messages.count - 1]
    }
    newestCount = count
    messages.append(message)
    return messages.count - first > limit ? take() : nil
  }

  /// Removes and returns the oldest message; `nil` if there is none.
  mutating func take() -> (any Message)? {
    if isEmpty { return nil }
    let message = messages[first].take()
    first += 1
    // An empty buffer keeps no memory. Otherwise, the messages move when as many were taken as wait,
    // so that taking one of many takes constant time on average.
    if isEmpty {
      (messages, first) = ([], 0)
    } else if 2 * first >= messages.count {
      messages.removeFirst(first)
      first = 0
    }
    return message
  }
}
