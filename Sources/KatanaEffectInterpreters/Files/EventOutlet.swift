import KatanaRuntime

/// Sends the events of a subscription from another thread, and none after it was closed.
///
/// ``close()`` waits for an event that is being sent on another thread. The wait is short, because
/// sending only adds a message to the runtime's queue. If the runtime handles the message on the
/// sending thread, and the message ends the subscription, then ``close()`` is called on that thread
/// and does not wait.
package final class EventOutlet<Event>: @unchecked Sendable {
  // Sendable, because all variables are accessed only while the lock is held. It is not held while an
  // event is sent, because the message may be handled at once.
  private let lock = Lock()
  private var action: (@Sendable (Event) -> Void)?
  /// The thread that is sending an event; 0 if none is.
  private var sender: UInt = 0

  package init(_ action: @escaping @Sendable (Event) -> Void) { self.action = action }

  /// Sends an event, unless the outlet was closed. Only one thread may use this at a time.
  package func send(_ event: Event) {
    let action = lock.withLock {
      sender = currentThread
      return self.action
    }
    action?(event)
    lock.withLock {
      sender = 0
      lock.wakeAll()
    }
  }

  /// Whether the outlet was closed.
  package var isClosed: Bool { lock.withLock { action == nil } }

  /// Stops sending events, and releases the closure that sends them. No event is sent after this
  /// returns.
  package func close() {
    let action = lock.withLock {
      let action = self.action
      self.action = nil
      while sender != 0, sender != currentThread { lock.wait() }
      return action
    }
    withExtendedLifetime(action) {}
  }
}
