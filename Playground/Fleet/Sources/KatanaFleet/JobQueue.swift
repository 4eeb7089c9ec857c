import CNATS
import Foundation
import Synchronization

/// Gives jobs to one taker, each for the time of its lease.
final class JobQueue: Reopened {
  private struct State: @unchecked Sendable {
    // Sendable, because the client is.
    var subscription: OpaquePointer?
    var isEnded = false
  }

  private let open: @Sendable () throws(NATSFailure) -> OpaquePointer?
  private let state = Mutex(State())

  init(_ open: @escaping @Sendable () throws(NATSFailure) -> OpaquePointer?) {
    self.open = open
  }

  /// Waits for the next job; `nil` if there is none for ten minutes, after an interruption and after
  /// ``end()``. It blocks, and one thread at a time calls it.
  func next() throws(NATSFailure) -> LeasedJob? {
    if state.withLock({ $0.subscription == nil && !$0.isEnded }) {
      let opened = State(subscription: try open())
      state.withLock { $0.subscription = opened.subscription }
    }
    let now = state.withLock { $0 }
    if now.isEnded { return nil }
    var (list, code) = (natsMsgList(), jsErrCode(0))
    let status = natsSubscription_Fetch(&list, now.subscription, 1, 600_000, &code)
    defer { natsMsgList_Destroy(&list) }
    if status == NATS_TIMEOUT { return nil }
    if status == NATS_INVALID_SUBSCRIPTION {
      close()
      return nil
    }
    try NATSFailure.check(status, code)
    guard list.Count > 0, let message = list.Msgs[0] else { return nil }
    list.Msgs[0] = nil
    return LeasedJob(message)
  }

  /// Ends the wait of ``next()``.
  func reopen() { state.withLock { _ = natsSubscription_Unsubscribe($0.subscription) } }

  /// Ends the wait of ``next()`` for ever.
  func end() {
    state.withLock { $0.isEnded = true }
    reopen()
  }

  private func close() {
    state.withLock {
      natsSubscription_Destroy($0.subscription)
      $0.subscription = nil
    }
  }

  deinit { close() }
}

/// A job that a worker has for the time of its lease.
final class LeasedJob: @unchecked Sendable {
  // Sendable, because the message is not changed.
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { self.message = message }
  deinit { natsMsg_Destroy(message) }

  var data: Data { KatanaFleet.data(of: message) }

  /// How often it was given to a worker, with this time.
  var deliveries: Int {
    var facts: UnsafeMutablePointer<jsMsgMetaData>?
    guard natsMsg_GetMetaData(&facts, message) == NATS_OK, let facts else { return 1 }
    defer { jsMsgMetaData_Destroy(facts) }
    return Int(facts.pointee.NumDelivered)
  }

  /// Begins the lease anew.
  func isAtWork() { natsMsg_InProgress(message, nil) }

  /// Removes it from the queue.
  func isDone() { natsMsg_Ack(message, nil) }

  /// Leaves it for another worker.
  func isLeft() { natsMsg_Nak(message, nil) }
}
