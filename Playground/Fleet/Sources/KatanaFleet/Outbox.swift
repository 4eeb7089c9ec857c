import FleetInterface
import Foundation

/// The messages that the servers must store. Each is published again until the servers have confirmed it or its time
/// is over.
final class Outbox: Sendable {
  private struct Entry {
    var subject: String
    var headers: [(String, String)]
    var data: Data
    /// When the outbox gives up.
    var end: ContinuousClock.Instant
    /// When it was last published.
    var sent: ContinuousClock.Instant?
    /// The last error that a server has answered.
    var refusal: String?
    var isWithdrawn = false
    let done: @Sendable (FleetError?) -> Void
    let late: (@Sendable () -> Void)?
  }

  private let link: Link
  /// The time for which a message waits for its confirmation.
  private let limit: Duration
  /// The confirmation of a message goes to this subject with the number of the message.
  private let inbox: String
  private let state = Locked<(last: Int, entries: [Int: Entry])>((0, [:]))

  init(_ link: Link, inbox: String, limit: Duration) {
    (self.link, self.inbox, self.limit) = (link, inbox, limit)
  }

  var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }
  /// Whether the confirmation of a withdrawn message may still come.
  var hasWithdrawn: Bool { state.withLock { $0.entries.values.contains(where: \.isWithdrawn) } }

  /// Publishes a message. The servers drop it if they have one with its id, or one with its subject.
  ///
  /// - Parameters:
  ///   - done: Called once, when the servers have the message, or with the reason why they do not.
  ///   - late: Called if the servers may have the message although it was withdrawn or `done` has got an error.
  /// - Returns: The number of the message.
  @discardableResult
  func store(
    _ data: Data, to subject: String, id: String? = nil, header: (String, String)? = nil,
    late: (@Sendable () -> Void)? = nil, done: @escaping @Sendable (FleetError?) -> Void
  ) -> Int {
    let headers =
      [("Nats-Expected-Last-Subject-Sequence", "0")] + (id.map { [("Nats-Msg-Id", $0)] } ?? [])
      + (header.map { [$0] } ?? [])
    let entry = Entry(
      subject: subject, headers: headers, data: data, end: .now + limit, done: done, late: late)
    let number = state.withLock { state in
      state.last += 1
      state.entries[state.last] = entry
      return state.last
    }
    publish(number)
    return number
  }

  /// Stops publishing a message.
  ///
  /// - Returns: Whether the servers may have it.
  func withdraw(_ number: Int) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[number] else { return true }
      if entry.sent == nil {
        state.entries[number] = nil
      } else {
        state.entries[number]?.isWithdrawn = true
      }
      return entry.sent != nil
    }
  }

  /// Listens for the confirmations on a new connection.
  func listen(on nats: NATSConnection) throws(NATSFailure) {
    _ = try nats.subscribe(to: "\(inbox).*") { [weak self] in self?.confirmed($0) }
  }

  /// Publishes everything on a new connection. A withdrawn message is late: its confirmation was lost with the former
  /// connection.
  func publishAll() {
    let withdrawn = state.withLock { state in
      defer { state.entries = state.entries.filter { !$0.value.isWithdrawn } }
      return state.entries.values.filter(\.isWithdrawn)
    }
    for entry in withdrawn { entry.late?() }
    publish { _ in true }
  }

  /// Publishes messages again whose confirmations are missing, and gives up those whose time is over.
  func lookAtOldest(at now: ContinuousClock.Instant) {
    let failed = state.withLock { state in
      let over = state.entries.filter { $0.value.end <= now }
      for (number, entry) in over {
        if entry.isWithdrawn || entry.sent == nil || entry.late == nil {
          state.entries[number] = nil
        } else {
          // The servers may confirm it still.
          state.entries[number]?.isWithdrawn = true
          state.entries[number]?.end = now + limit
        }
      }
      return over.values.filter { !$0.isWithdrawn }
    }
    for entry in failed {
      if entry.sent != nil { entry.late?() }
      entry.done(entry.refusal.map { .refused($0) } ?? link.error)
    }
    // A message that was stored while a connection was being opened has not been sent.
    publish { entry in entry.sent.map { $0 + .seconds(2) <= now } ?? true }
  }

  private func publish(where isMeant: (Entry) -> Bool) {
    let numbers = state.withLock { state in
      state.entries.filter { !$0.value.isWithdrawn && isMeant($0.value) }.keys.sorted()
    }
    for number in numbers { publish(number) }
  }

  private func publish(_ number: Int) {
    // The client may block, so it is called without the lock.
    guard let nats = link.connection, nats.isOpen else { return }
    let entry = state.withLock { state in
      state.entries[number]?.sent = .now
      state.entries[number]?.refusal = nil
      return state.entries[number]
    }
    guard let entry else { return }
    do throws(NATSFailure) {
      try nats.publish(
        entry.subject, reply: "\(inbox).\(number)", headers: entry.headers, entry.data)
    } catch {
      // No server takes it, so its time is over.
      state.withLock { state in
        state.entries[number]?.refusal = error.reason
        state.entries[number]?.sent = nil
        state.entries[number]?.end = .now
      }
    }
  }

  private func confirmed(_ message: NATSMessage) {
    guard let number = Int(message.last) else { return }
    // The stream has a message with this subject.
    let isThere = 10_071
    if let error = message.error, error.code != isThere {
      state.withLock { state in
        state.entries[number]?.refusal = error.description
        if state.entries[number]?.isWithdrawn == true { state.entries[number] = nil }
      }
      return
    }
    guard let entry = state.withLock({ $0.entries.removeValue(forKey: number) }) else { return }
    if entry.isWithdrawn { entry.late?() } else { entry.done(nil) }
  }
}
