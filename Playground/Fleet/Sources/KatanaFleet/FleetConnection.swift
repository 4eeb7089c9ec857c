public import FleetInterface
import Foundation

/// The connection of an app or a worker to the servers of its fleet.
///
/// The servers keep a command until a worker has performed it, and its answer until the app has it. While no server
/// can be reached, commands wait in the app for ``FleetOptions/sendingLimit``.
public final class FleetConnection: Sendable {
  let options: FleetOptions
  let link: Link
  private let outbox: Outbox
  /// The name of this connection in subjects: answers are sent to it.
  let name = UUID().uuidString
  /// The answers that the app has not acknowledged, by the keys of their commands.
  let unacknowledged = Locked<[String: UnacknowledgedAnswer]>([:])
  private let waiting: Locked<WaitingCommands>
  /// The keys of commands that must not begin. They are removed from the servers one after the other.
  private let forgotten = Locked<Set<String>>([])
  private let isTicking = Locked(false)
  private let lastKey = Locked(0)

  /// Creates a connection. It does not wait for a server, which may be started later.
  ///
  /// - Throws: A ``FleetInterface/FleetError`` if the client does not accept the options.
  public init(_ options: FleetOptions = FleetOptions()) throws(FleetError) {
    self.options = options
    do throws(NATSFailure) { try NATSConnection.check(options) } catch {
      throw .refused(error.reason)
    }
    link = Link(options)
    outbox = Outbox(link, inbox: "fleet.home.\(name).confirmed", limit: options.sendingLimit)
    waiting = Locked(WaitingCommands(options, at: .now))
    _ = link.add { [weak self] nats throws(NATSFailure) in
      try self?.setUp(nats)
      return nil
    }
    link.start()
  }

  deinit { link.end() }

  /// Ends the connection after the servers have been told which commands were cancelled.
  ///
  /// Call it after the runtime of the app has ended, and before the process ends.
  public func close() async {
    // A message that was withdrawn is confirmed first, because it cannot be removed before.
    let end = ContinuousClock.now + .seconds(2)
    while outbox.hasWithdrawn, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(10))
    }
    await flush()
    link.end()
  }

  /// Waits until the server has received what was sent.
  func flush() async {
    await withCheckedContinuation { continuation in
      link.ask({ nats throws(NATSFailure) in nats.flush() }, { _ in continuation.resume() })
    }
  }

  private func setUp(_ nats: NATSConnection) throws(NATSFailure) {
    try outbox.listen(on: nats)
    _ = try nats.subscribe(to: "fleet.busy.*") { [weak self] message in
      self?.waiting.withLock { $0.heard(message.last, at: .now) }
    }
    _ = try nats.follow("fleet.answers.*.\(name).*", as: name, lease: options.lease) {
      [weak self] message in
      self?.link.connection?.publish(message.reply, Acknowledgement.done)
      self?.answered(message.key, .success(message))
    }
    waiting.withLock { $0.opened(at: .now) }
    outbox.publishAll()
    try forgetAll(nats)
  }

  /// Stores a message on the servers; see ``Outbox/store(_:to:id:header:late:done:)``.
  @discardableResult
  func store(
    _ data: Data, to subject: String, id: String? = nil, header: (String, String)? = nil,
    late: (@Sendable () -> Void)? = nil, done: @escaping @Sendable (FleetError?) -> Void
  ) -> Int {
    defer { tick() }
    return outbox.store(data, to: subject, id: id, header: header, late: late, done: done)
  }

  // MARK: Commands

  /// Sends a command.
  ///
  /// - Parameters:
  ///   - tagged: The key of the command if it has a tag.
  ///   - sent: Called once, when the servers have the command, or with the reason why they do not.
  ///   - answered: Called once with the answer or the reason why there is none, unless the command is cancelled. `nil`
  ///     if a subscription gets the answer. The thread is any one.
  /// - Returns: The key of the command; `nil` if too many commands wait.
  func send(
    _ data: Data, _ type: String, tagged: String? = nil,
    sent: (@Sendable (FleetError?) -> Void)? = nil, answered: WaitingCommands.Answered? = nil
  ) -> String? {
    let key = tagged ?? "\(type).\(name).\(nextNumber())"
    let hasRoom = waiting.withLock { waiting in
      guard waiting.count < options.waitingLimit else { return false }
      waiting.add(key, answered)
      return true
    }
    guard hasRoom else { return nil }
    // A command with a tag may be sent again with it, so the servers keep it.
    var late: (@Sendable () -> Void)?
    if tagged == nil { late = { [weak self] in self?.forget(key) } }
    let number = store(data, to: "fleet.jobs.\(key)", id: key, late: late) { [weak self] error in
      if let error {
        self?.answered(key, .failure(error))
      } else {
        self?.waiting.withLock { $0.stored(key, type, at: .now) }
        self?.tick()
      }
      sent?(error)
    }
    waiting.withLock { $0.setNumber(number, of: key) }
    return key
  }

  private func nextNumber() -> Int {
    lastKey.withLock { number in
      number += 1
      return number
    }
  }

  /// The first answer to a command counts.
  func answered(_ key: String, _ result: Result<NATSMessage, FleetError>) {
    waiting.withLock { $0.remove(key) }?.answered?(result)
  }

  /// Cancels a command. It never begins if it has not begun, and the worker that performs it is told.
  func cancel(_ key: String) {
    guard let entry = waiting.withLock({ $0.remove(key) }) else { return }
    if entry.number.map(outbox.withdraw) ?? true { forget(key) }
  }

  /// Removes a command from the servers, and tells the worker that performs it.
  ///
  /// - Parameter done: Called when the servers have removed it, or if they cannot be reached.
  private func forget(_ key: String, _ done: @escaping @Sendable () -> Void = {}) {
    forgotten.withLock { _ = $0.insert(key) }
    // This keeps the connection alive until the servers are told.
    link.ask({ nats throws(NATSFailure) in try self.forgetAll(nats) }, { _ in done() })
  }

  private func forgetAll(_ nats: NATSConnection) throws(NATSFailure) {
    while let key = forgotten.withLock({ $0.first }) {
      let found = try nats.request(
        "STREAM.MSG.GET.\(Names.jobs)", ["last_by_subj": "fleet.jobs.\(key)"],
        ignoring: [Names.noMessage])
      if let stored = try? JSONDecoder().decode(StoredMessage.self, from: found) {
        // The message is not purged by its subject: server 2.9.10 then skips another one.
        try nats.request(
          "STREAM.MSG.DELETE.\(Names.jobs)", ["seq": stored.message.seq], ignoring: Names.isDeleted)
      }
      nats.publish("fleet.cancelled.\(key)")
      forgotten.withLock { _ = $0.remove(key) }
    }
  }

  // MARK: Time limits

  /// Starts the timer unless it runs. It runs while a message or a command waits.
  private func tick() {
    let begins = isTicking.withLock { isTicking in
      defer { isTicking = true }
      return !isTicking
    }
    if begins { tickLater() }
  }

  private func tickLater() {
    let limits = [options.takingLimit, options.sendingLimit, options.lease, .seconds(4)]
    let pause = (limits.min() ?? .seconds(4)) / 4
    DispatchQueue.global().asyncAfter(deadline: .now() + pause.seconds) { [weak self] in
      guard let self else { return }
      lookAtOldest()
      let goesOn = isTicking.withLock { isTicking in
        isTicking = !outbox.isEmpty || waiting.withLock { $0.isWatching }
        return isTicking
      }
      if goesOn { tickLater() }
    }
  }

  private func lookAtOldest() {
    let (now, isOpen) = (ContinuousClock.now, link.connection?.isOpen == true)
    outbox.lookAtOldest(at: now)
    for command in waiting.withLock({ $0.overdue(at: now, isOpen: isOpen) }) {
      let error =
        isOpen
        ? FleetError.notTaken(type: Names.name(command.type), after: command.limit) : link.error
      // The command fails after the servers have removed it.
      forget(command.key) { [self] in
        if let answered = command.answered {
          answered(.failure(error))
        } else {
          answer(command.key, .failure(error))
        }
      }
    }
    if isOpen { for type in waiting.withLock({ $0.silentTypes(at: now) }) { check(type) } }
  }

  /// Deletes the queue of a type if it gives out no commands although workers ask for them. The workers are told, and
  /// create it again.
  ///
  /// After `kill -9`, a consumer of server 2.9.10 may wait for the acknowledgement of messages that the stream does not
  /// have, and deliver nothing else. A new consumer has forgotten how often a command was delivered, so one that works
  /// must not be deleted.
  private func check(_ type: String) {
    struct Consumer: Decodable { var num_waiting, num_pending, num_ack_pending: Int }
    link.perform { nats throws(NATSFailure) in
      let queue = "\(Names.jobs).\(Names.queue(type))"
      let info = try nats.request("CONSUMER.INFO.\(queue)", ignoring: [Names.noConsumer])
      guard let consumer = try? JSONDecoder().decode(Consumer.self, from: info),
        consumer.num_waiting > 0, consumer.num_pending + consumer.num_ack_pending > 0
      else { return }
      try nats.request("CONSUMER.DELETE.\(queue)", ignoring: [Names.noConsumer])
    }
  }
}

/// A message as a stream returns it.
struct StoredMessage: Decodable {
  struct Message: Decodable {
    var seq: Int
    var subject: String
    var data: Data?
  }
  var message: Message
}
