public import FleetInterface
import Foundation

/// The connection of an app or of a worker with the servers of its fleet.
///
/// A command that is sent is kept by the servers until a worker has performed it, and its answer until the app
/// has it. While the servers are away, commands wait at home for ``FleetOptions/sendingLimit``.
public final class FleetConnection: Sendable {
  let options: FleetOptions
  let link: Link
  /// The name of this connection, to which answers come.
  let me = UUID().uuidString
  private let state = Locked(State())

  private struct State {
    /// The last connection. What is sent while it has ended is sent again with the next one.
    var nats: NATSConnection?
    /// The last number that was given to something.
    var number = 0
    /// What the servers have not confirmed yet.
    var unconfirmed: [Int: Publication] = [:]
    /// The keys of what was cancelled before it was confirmed.
    var withdrawn: [Int: String] = [:]
    /// The keys of commands that must not begin any more.
    var forgotten: Set<String> = []
    /// The commands that wait for a worker or for their answers, by their keys.
    var waiting: [String: Waiting] = [:]
    var queues: [String: TypeQueue] = [:]
    /// The answers that the app has not acknowledged: where to acknowledge them, and to whom they were given.
    var held: [String: (acknowledgement: String, follower: Int)] = [:]
    var isTicking = false
    /// When a connection was last seen to be open.
    var lastOpen = ContinuousClock.now

    /// Adds what the servers must have, and returns its number.
    mutating func add(
      _ subject: String, _ data: Data, id: String?, header: (String, String)?,
      until end: ContinuousClock.Instant, _ done: @escaping @Sendable (FleetError?) -> Void
    ) -> Int {
      number += 1
      let headers =
        [("Nats-Expected-Last-Subject-Sequence", "0")] + (id.map { [("Nats-Msg-Id", $0)] } ?? [])
        + (header.map { [$0] } ?? [])
      unconfirmed[number] = Publication(
        subject: subject, headers: headers, data: data, end: end, done: done)
      return number
    }
  }

  /// Something that the servers must have.
  private struct Publication {
    var subject: String
    var headers: [(String, String)]
    var data: Data
    var end: ContinuousClock.Instant
    var sent: ContinuousClock.Instant?
    var refusal: String?
    var done: @Sendable (FleetError?) -> Void
  }

  private struct Waiting {
    /// The number of its publication.
    var number: Int?
    /// Takes its answer; `nil` if that goes to a subscription.
    var done: (@Sendable (Result<NATSMessage, FleetError>) -> Void)?
  }

  /// The commands of a type, in the order in which they were sent.
  private struct TypeQueue {
    var commands: [(key: String, time: ContinuousClock.Instant)] = []
    /// When a worker has last said that it performs commands of the type.
    var heard: ContinuousClock.Instant?
    /// When it was last looked at because no worker has said so.
    var checked: ContinuousClock.Instant?
  }

  /// Creates a connection. It does not wait for a server, which may come later.
  ///
  /// - Throws: A ``FleetError`` if the options cannot be used.
  public init(_ options: FleetOptions = FleetOptions()) throws(FleetError) {
    self.options = options
    link = Link(options)
    do throws(NATSFailure) { try NATSConnection.check(options) } catch {
      throw .refused(error.reason)
    }
    _ = link.add { [weak self] nats throws(NATSFailure) in
      try self?.setUp(nats)
      return nil
    }
    link.start()
  }

  deinit { link.end() }

  /// Waits until the servers know what was cancelled, and ends the connection. Call it behind the end of the app's
  /// runtime, before the process ends.
  public func close() async {
    // What was sent at last is confirmed before it is withdrawn.
    let end = ContinuousClock.now + .seconds(2)
    while state.withLock({ !$0.withdrawn.isEmpty }), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(10))
    }
    await flush()
    link.end()
  }

  /// Waits until what was sent has left this process.
  func flush() async {
    await withCheckedContinuation { continuation in
      link.ask({ nats throws(NATSFailure) in nats.flush() }, { _ in continuation.resume() })
    }
  }

  /// The connection that is open, or the last one.
  var nats: NATSConnection? { state.withLock { $0.nats } }

  private func setUp(_ nats: NATSConnection) throws(NATSFailure) {
    _ = try nats.subscribe(to: "fleet.home.\(me).confirmed.*") { [weak self] in self?.confirmed($0)
    }
    _ = try nats.subscribe(to: "fleet.busy.*") { [weak self] message in
      let type = String(message.last)
      self?.state.withLock { $0.queues[type]?.heard = .now }
    }
    _ = try follow("fleet.answers.*.\(me).*", as: me, nats) { [weak self] message in
      self?.nats?.publish(message.reply, Acknowledgement.done)
      self?.state.withLock { $0.waiting.removeValue(forKey: message.key) }?.done?(.success(message))
    }
    state.withLock { state in
      // Their confirmations would have come with the former connection.
      state.forgotten.formUnion(state.withdrawn.values)
      state.withdrawn = [:]
    }
    try forgetAll(nats)
    state.withLock { state in
      (state.nats, state.lastOpen) = (nats, .now)
      // Nobody was heard meanwhile.
      for type in state.queues.keys { state.queues[type]?.heard = .now }
    }
    publish { _ in true }
  }

  /// Follows the messages of a subject in the stream of answers; all that it has come first.
  private func follow(
    _ subject: String, as name: String, _ nats: NATSConnection,
    _ handle: @escaping @Sendable (NATSMessage) -> Void
  ) throws(NATSFailure) -> NATSSubscription {
    let inbox = "fleet.home.\(me).answers.\(name)"
    let subscription = try nats.subscribe(to: inbox, handle)
    try nats.request("CONSUMER.DELETE.\(Names.answers).\(name)", ignoring: [Names.noConsumer])
    try nats.request(
      "CONSUMER.CREATE.\(Names.answers).\(name)",
      [
        "stream_name": Names.answers,
        "config": [
          "name": name, "filter_subject": subject, "deliver_subject": inbox,
          "deliver_policy": "all", "ack_policy": "explicit",
          "ack_wait": options.lease.nanoseconds,
          "inactive_threshold": Duration.seconds(60).nanoseconds,
        ],
      ])
    return subscription
  }

  // MARK: Publications

  /// Gives something to the servers, again and again until they have it. They drop a second one with its id, and
  /// have one message for each subject.
  func store(
    _ data: Data, to subject: String, id: String? = nil, header: (String, String)? = nil,
    _ done: @escaping @Sendable (FleetError?) -> Void
  ) {
    let number = state.withLock {
      $0.add(subject, data, id: id, header: header, until: .now + options.sendingLimit, done)
    }
    publish(number)
  }

  /// Publishes what was added, or waits for a connection.
  private func publish(_ number: Int) {
    // Not with the lock, because it may block, as publishing does.
    let isOpen = nats?.isOpen == true
    let (nats, publication) = state.withLock { state in
      if isOpen {
        state.unconfirmed[number]?.sent = .now
        state.unconfirmed[number]?.refusal = nil
      }
      return (state.nats, state.unconfirmed[number])
    }
    tick()
    guard let nats, let publication, publication.sent != nil else { return }
    do throws(NATSFailure) {
      try nats.publish(
        publication.subject, reply: "fleet.home.\(me).confirmed.\(number)",
        headers: publication.headers, publication.data)
    } catch {
      // The server never takes it.
      state.withLock { state in
        state.unconfirmed[number]?.refusal = error.reason
        state.unconfirmed[number]?.end = .now
      }
    }
  }

  private func publish(where isMeant: (Publication) -> Bool) {
    let numbers = state.withLock { $0.unconfirmed.filter { isMeant($0.value) }.keys.sorted() }
    for number in numbers { publish(number) }
  }

  private func confirmed(_ message: NATSMessage) {
    guard let number = Int(message.last) else { return }
    let isThere = 10_071
    if let error = message.error, error.code != isThere {
      return state.withLock { state in
        state.unconfirmed[number]?.refusal = error.description
        state.withdrawn[number] = nil
      }
    }
    let (publication, withdrawn) = state.withLock {
      ($0.unconfirmed.removeValue(forKey: number), $0.withdrawn.removeValue(forKey: number))
    }
    publication?.done(nil)
    if let withdrawn { forget(withdrawn) }
  }

  // MARK: Commands

  /// Sends a command.
  ///
  /// - Parameters:
  ///   - tagged: The key of a command with a tag.
  ///   - sent: Called once when the servers have it, or do not take it.
  ///   - answered: Called once with the answer or the reason why there is none, on a thread of the client, unless the
  ///     command is cancelled; `nil` if the answer goes to a subscription.
  /// - Returns: The key of the command; `nil` if there is no room.
  func send(
    _ data: Data, _ type: String, tagged: String? = nil,
    sent: (@Sendable (FleetError?) -> Void)? = nil,
    answered: (@Sendable (Result<NATSMessage, FleetError>) -> Void)? = nil
  ) -> String? {
    let added = state.withLock { state -> (key: String, number: Int)? in
      guard state.waiting.count < options.waitingLimit else { return nil }
      let key = tagged ?? "\(type).\(me).\(state.number + 1)"
      let number = state.add(
        "fleet.jobs.\(key)", data, id: key, header: nil, until: .now + options.sendingLimit
      ) { [weak self] error in
        if let error {
          self?.state.withLock { $0.waiting.removeValue(forKey: key) }?.done?(.failure(error))
        } else {
          self?.watch(key, type)
        }
        sent?(error)
      }
      state.waiting[key] = Waiting(number: number, done: answered)
      return (key, number)
    }
    if let added { publish(added.number) }
    return added?.key
  }

  /// Begins the time within which a worker must take it.
  private func watch(_ key: String, _ type: String) {
    state.withLock { state in
      // Its answer may have been quicker.
      guard state.waiting[key] != nil else { return }
      state.waiting[key]?.number = nil
      state.queues[type, default: TypeQueue()].commands.append((key, .now))
      // Behind one that takes long, the others are answered.
      if state.queues[type]?.commands.count ?? 0 > 2 * state.waiting.count + 100 {
        state.queues[type]?.commands.removeAll { state.waiting[$0.key] == nil }
      }
    }
    tick()
  }

  /// A command that has not begun never begins, and the worker that performs it is told.
  func cancel(_ key: String) {
    let mayBeThere = state.withLock { state in
      guard let waiting = state.waiting.removeValue(forKey: key) else { return false }
      guard let number = waiting.number else { return true }
      guard state.unconfirmed.removeValue(forKey: number)?.sent != nil else { return false }
      state.withdrawn[number] = key
      return true
    }
    if mayBeThere { forget(key) }
  }

  /// - Parameter done: Called when the servers know it, or are not there.
  private func forget(_ key: String, _ done: @escaping @Sendable () -> Void = {}) {
    state.withLock { _ = $0.forgotten.insert(key) }
    // The connection lives until this is done.
    link.ask({ nats throws(NATSFailure) in try self.forgetAll(nats) }, { _ in done() })
  }

  private func forgetAll(_ nats: NATSConnection) throws(NATSFailure) {
    while let key = state.withLock({ $0.forgotten.first }) {
      let found = try nats.request(
        "STREAM.MSG.GET.\(Names.jobs)", ["last_by_subj": "fleet.jobs.\(key)"],
        ignoring: [Names.noMessage])
      if let stored = try? JSONDecoder().decode(StoredMessage.self, from: found) {
        // It is not purged by its subject: a consumer of server 2.9.10 then skips another message.
        try nats.request(
          "STREAM.MSG.DELETE.\(Names.jobs)", ["seq": stored.message.seq], ignoring: Names.isDeleted)
      }
      nats.publish("fleet.cancelled.\(key)")
      state.withLock { _ = $0.forgotten.remove(key) }
    }
  }

  // MARK: Answers to tags

  /// Calls a function with each answer to the commands of a type of an app that it has not acknowledged, also with
  /// those that wait.
  ///
  /// - Returns: A function that ends it.
  func followAnswers(
    of type: String, app: String,
    _ handle: @escaping @Sendable (_ tag: String, NATSMessage) -> Void
  ) -> @Sendable () -> Void {
    let follower = state.withLock { state in
      state.number += 1
      return state.number
    }
    let home = Names.home(app)
    return listen { [weak self] nats throws(NATSFailure) in
      try self?.follow("fleet.answers.\(type).\(home).*", as: "\(home)-\(type)", nats) {
        [weak self] message in
        let key = message.key
        let isNew = self?.state.withLock { state in
          state.waiting[key] = nil
          let former = state.held.updateValue((message.reply, follower), forKey: key)
          return former?.follower != follower
        }
        if isNew == true { handle(Names.tag(key), message) }
      }
    }
  }

  /// Calls a function whenever a worker begins a command of a type of an app.
  func followStarts(
    of type: String, app: String,
    _ handle: @escaping @Sendable (_ tag: String, _ worker: String) -> Void
  ) -> @Sendable () -> Void {
    listen { nats throws(NATSFailure) in
      try nats.subscribe(to: "fleet.started.\(type).\(Names.home(app)).*") { message in
        handle(Names.tag(message.key), String(decoding: message.data, as: UTF8.self))
      }
    }
  }

  private func listen(_ part: @escaping Link.Part) -> @Sendable () -> Void {
    let number = link.add(part)
    return { [weak self] in self?.link.remove(number) }
  }

  /// Removes an answer from the servers.
  func acknowledge(_ tag: String, _ type: String, app: String) {
    let key = Names.key(type, app: app, tag: tag)
    let held = state.withLock { $0.held.removeValue(forKey: key) }
    // If it is lost, the answer comes again.
    if let held { nats?.publish(held.acknowledgement, Acknowledgement.done) }
  }

  // MARK: Limits

  /// Looks at what takes too long, now and then while something waits.
  private func tick() {
    let begins = state.withLock { state in
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if begins { tickLater() }
  }

  private func tickLater() {
    let limits = [options.takingLimit, options.sendingLimit, options.lease, .seconds(4)].map(
      \.seconds)
    DispatchQueue.global().asyncAfter(deadline: .now() + (limits.min() ?? 4) / 4) { [weak self] in
      self?.lookAtOldest()
    }
  }

  private func lookAtOldest() {
    let (now, isOpen) = (ContinuousClock.now, nats?.isOpen == true)
    let limit = isOpen ? max(options.takingLimit, options.lease) : options.sendingLimit
    let (goesOn, failed, late, silent) = state.withLock { state in
      if isOpen { state.lastOpen = now }
      var (failed, late): ([(Int, Publication)], [(String, String, Waiting)]) = ([], [])
      for (number, publication) in state.unconfirmed {
        if publication.end <= now {
          state.unconfirmed[number] = nil
          failed.append((number, publication))
        }
      }
      for (type, queue) in state.queues {
        let count = queue.commands.prefix { command in
          guard let waiting = state.waiting[command.key] else { return true }
          // An answer to a tag is waited for until the servers are there again.
          guard isOpen || waiting.done != nil,
            max(command.time, isOpen ? queue.heard ?? command.time : state.lastOpen) + limit <= now
          else { return false }
          state.waiting[command.key] = nil
          late.append((command.key, type, waiting))
          return true
        }.count
        state.queues[type]?.commands.removeFirst(count)
        if queue.commands.count == count { state.queues[type] = nil }
      }
      let silent = state.queues.filter { _, queue in
        guard let first = queue.commands.first, isOpen else { return false }
        let last = max(first.time, queue.heard ?? first.time, queue.checked ?? first.time)
        return last + options.lease <= now
      }.keys
      for type in silent { state.queues[type]?.checked = now }
      state.isTicking = !(state.unconfirmed.isEmpty && state.queues.isEmpty)
      return (state.isTicking, failed, late, silent)
    }
    if goesOn { tickLater() }
    for type in silent { check(type) }
    // Also what was added while the connection was opened.
    publish { publication in publication.sent.map { $0 + .seconds(2) <= now } ?? true }
    for (number, publication) in failed {
      let error = publication.refusal.map { FleetError.refused($0) } ?? link.error
      let (job, subject) = ("fleet.jobs.", publication.subject)
      let key = String(subject.dropFirst(job.count))
      // What has a tag is not withdrawn: it may be sent again with it.
      guard publication.sent != nil, subject.hasPrefix(job), !Names.hasTag(key) else {
        publication.done(error)
        continue
      }
      state.withLock { $0.withdrawn[number] = key }
      forget(key) { publication.done(error) }
    }
    for (key, type, waiting) in late {
      let error = isOpen ? .notTaken(type: Names.name(type), after: limit) : link.error
      // It fails when the servers know it, or are away.
      forget(key) { [self] in
        if let done = waiting.done { done(.failure(error)) } else { answer(key, .failure(error)) }
      }
    }
  }
}

extension FleetConnection {
  /// Renews the queue of a type that stands still while workers wait for its commands.
  ///
  /// After a server was killed, the consumers of version 2.9.10 may wait for ever for the acknowledgement of messages
  /// that are not there any more, and give no others.
  private func check(_ type: String) {
    struct Consumer: Decodable { var num_waiting, num_pending, num_ack_pending: Int }
    link.perform { nats throws(NATSFailure) in
      let queue = "\(Names.jobs).\(Names.queue(type))"
      let info = try nats.request("CONSUMER.INFO.\(queue)", ignoring: [Names.noConsumer])
      guard let consumer = try? JSONDecoder().decode(Consumer.self, from: info),
        consumer.num_waiting > 0, consumer.num_pending + consumer.num_ack_pending > 0
      else { return }
      // The workers are told, and make it again.
      try nats.request("CONSUMER.DELETE.\(queue)", ignoring: [Names.noConsumer])
    }
  }
}

/// A message as a stream has it.
struct StoredMessage: Decodable {
  struct Message: Decodable {
    var seq: Int
    var subject: String
    var data: Data?
  }
  var message: Message
}
