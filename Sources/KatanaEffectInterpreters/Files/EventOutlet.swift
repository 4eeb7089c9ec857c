import KatanaRuntime

/// Sends the events of a subscription from other threads, and none once it has been closed.
///
/// ``close()`` waits for an event that is being sent. That cannot block for long: to send is to add
/// a message to the runtime's queue. If the message is handled at once, on the thread that sends
/// it, and leads to the end of the subscription, this thread does not wait for itself.
final class EventOutlet<Event>: @unchecked Sendable {
  // Sendable, because all that changes is used with `state` held.
  private let sending = Lock()
  private let state = Lock()
  private var action: (@Sendable (Event) -> Void)?
  private var sender: UInt = 0

  init(_ action: @escaping @Sendable (Event) -> Void) { self.action = action }

  /// Sends an event, unless this has been closed. Used by one thread at a time.
  func send(_ event: Event) {
    sending.withLock {
      let action = state.withLock {
        sender = currentThread
        return self.action
      }
      action?(event)
      state.withLock { sender = 0 }
    }
  }

  /// Whether nothing is sent any more.
  var isClosed: Bool { state.withLock { action == nil } }

  /// Sends nothing any more, and lets go of what it sends by.
  func close() {
    let (action, isSender) = state.withLock {
      defer { self.action = nil }
      return (self.action, sender == currentThread)
    }
    if !isSender { sending.withLock {} }
    withExtendedLifetime(action) {}
  }
}
