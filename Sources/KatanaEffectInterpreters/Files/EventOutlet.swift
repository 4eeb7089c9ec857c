import KatanaRuntime

/// Sends the events of a subscription from another thread, and none after it was closed.
///
/// ``close()`` waits for an event that is being sent on another thread. The wait is short, because
/// sending only adds a message to the runtime's queue. If the runtime handles the message on the
/// sending thread, and the message ends the subscription, then ``close()`` is called on that thread
/// and does not wait.
package final class EventOutlet<Event>: @unchecked Sendable {
  // Sendable, because all variables are accessed only while `state` is held.
  private let sending = Lock()
  private let state = Lock()
  private var action: (@Sendable (Event) -> Void)?
  private var sender: UInt = 0

  package init(_ action: @escaping @Sendable (Event) -> Void) { self.action = action }

  /// Sends an event, unless the outlet was closed. Only one thread may use this at a time.
  package func send(_ event: Event) {
    sending.withLock {
      let action = state.withLock {
        sender = currentThread
        return self.action
      }
      action?(event)
      state.withLock { sender = 0 }
    }
  }

  /// Whether the outlet was closed.
  package var isClosed: Bool { state.withLock { action == nil } }

  /// Stops sending events, and releases the closure that sends them. No event is sent after this
  /// returns.
  package func close() {
    let (action, isSender) = state.withLock {
      defer { self.action = nil }
      return (self.action, sender == currentThread)
    }
    if !isSender { sending.withLock {} }
    withExtendedLifetime(action) {}
  }
}
