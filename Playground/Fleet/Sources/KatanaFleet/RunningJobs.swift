import FleetInterface
import Foundation
import Katana

/// The jobs that a worker performs. It asks for as many as it may perform at the same time, and renews the lease of
/// each until the servers have the answer.
final class RunningJobs: Sendable {
  private struct Running {
    /// The subject to which acknowledgements are sent.
    var lease: String
    /// The type in its subject.
    var type: String
    /// Whether the command has ended. The job remains until the servers have the answer.
    var isEnded = false
  }

  private struct State {
    /// The jobs by their keys.
    var jobs: [String: Running] = [:]
    /// Jobs that were cancelled before they were delivered: the client delivers cancellations on another thread.
    var cancelled: Set<String> = []
    /// Asks for one more job of a type.
    var asks: [String: @Sendable () -> Void] = [:]
    /// When the apps were last told that the worker performs a type.
    var told: [String: ContinuousClock.Instant] = [:]
    var isRenewing = false
    var isEnding = false
    var ended: CheckedContinuation<Void, Never>?
  }

  private let connection: FleetConnection
  private let perform: @Sendable ([any Command]) -> Void
  private let state = Locked(State())

  init(_ connection: FleetConnection, perform: @escaping @Sendable ([any Command]) -> Void) {
    (self.connection, self.perform) = (connection, perform)
  }

  /// Asks for jobs of a type on a new connection. All workers of the type share one queue.
  func take(
    _ job: FleetJob, atOnce count: Int, _ nats: NATSConnection
  ) throws(NATSFailure) -> NATSSubscription {
    let queue = Names.queue(job.name)
    try nats.request(
      "CONSUMER.DURABLE.CREATE.\(Names.jobs).\(queue)",
      [
        "stream_name": Names.jobs,
        "config": [
          "durable_name": queue, "filter_subject": "fleet.jobs.\(job.name).>",
          "deliver_policy": "all", "ack_policy": "explicit", "max_deliver": -1,
          "ack_wait": connection.options.lease.nanoseconds, "max_ack_pending": -1,
          "max_waiting": 100_000,
        ],
      ])
    // Each connection has its own inbox, so the server drops the requests of the former one.
    let inbox = "fleet.home.\(connection.name).jobs.\(UUID().uuidString)"
    let ask: @Sendable () -> Void = { [weak nats] in
      nats?.ask(
        "$JS.API.CONSUMER.MSG.NEXT.\(Names.jobs).\(queue)", reply: inbox,
        Data(#"{"batch":1,"expires":600000000000}"#.utf8))
    }
    let subscription = try nats.subscribe(to: inbox) { [weak self] message in
      switch message.header("Status") {
      case nil: self?.begin(message, job)
      // The request has expired.
      case "408": ask()
      // The consumer was deleted, for example.
      case _: self?.connection.link.renew()
      }
    }
    let running = state.withLock { state in
      state.asks[job.name] = ask
      return state.jobs.values.count { $0.type == job.name && !$0.isEnded }
    }
    for _ in 0..<max(count - running, 0) { ask() }
    return subscription
  }

  private func begin(_ message: NATSMessage, _ job: FleetJob) {
    let (key, lease) = (message.key, message.reply)
    let (isNew, isCancelled, ask): (Bool, Bool, (@Sendable () -> Void)?) = state.withLock { state in
      // The job still runs, but its lease was not renewed in time. It gets the new one.
      if state.jobs[key] != nil {
        state.jobs[key]?.lease = lease
        return (false, false, state.isEnding ? { @Sendable in } : state.asks[job.name])
      }
      if state.isEnding { return (false, false, nil) }
      state.jobs[key] = Running(lease: lease, type: job.name)
      return (true, state.cancelled.remove(key) != nil, nil)
    }
    guard isNew else {
      if let ask { ask() } else { connection.link.connection?.publish(lease, Acknowledgement.left) }
      return
    }
    if isCancelled { return end(key, nil) }
    let type = Names.name(job.name)
    guard number(0, of: lease) <= connection.options.deliveries else {
      return giveUp(key, message.data, type)
    }
    tell([key: job.name])
    renewLater()
    @Sendable func ended(_ result: Result<Data, FleetError>) -> EndJob {
      EndJob { [self] in end(key, result) }
    }
    do {
      let command = try job.command(message.data) { answer in
        WorkerMessage([
          ended(
            answer.map { .success($0) }
              ?? .failure(.failed(type: type, reason: "its answer cannot be encoded")))
        ])
      }
      let failed = Reply<any Error> { error in
        let retryable = error as? any RetryableError
        return WorkerMessage([
          ended(
            .failure(
              .failed(
                type: type, reason: "\(error)", isTemporary: retryable?.isTemporary ?? true,
                retryAfter: retryable?.retryAfter)))
        ])
      }
      let unanswered = FleetError.failed(type: type, reason: "it has ended without an answer")
      perform([
        Sequential([command.onFailure(failed), ended(.failure(unanswered))])
          .cancellable(id: key)
      ])
    } catch {
      end(key, .failure(.unreadable(type: type, reason: "\(error)")))
    }
  }

  /// Cancels a job for its app.
  func cancel(_ message: NATSMessage) {
    let key = message.key
    let isRunning = state.withLock { state in
      if state.jobs[key] != nil { return true }
      if state.cancelled.count == 10_000 { state.cancelled = [] }
      // A command with a tag may be sent again with it.
      if !Names.hasTag(key) { state.cancelled.insert(key) }
      return false
    }
    if isRunning { perform([Cancel(id: key), EndJob { [self] in end(key, nil) }]) }
  }

  /// Stores a job where a person can look at it, and tells its app.
  private func giveUp(_ key: String, _ data: Data, _ type: String) {
    let error = FleetError.givenUp(type: type, deliveries: connection.options.deliveries)
    connection.store(data, to: "fleet.dead.\(key)") { [self] in
      if $0 == nil { return end(key, .failure(error)) }
      // The server delivers the job again.
      free(key)?.ask?()
      remove(key)
    }
  }

  /// Ends a job. The servers store its answer before the job is acknowledged. Only the first call has an effect.
  ///
  /// - Parameter result: The answer; `nil` if the job was cancelled.
  private func end(_ key: String, _ result: Result<Data, FleetError>?) {
    guard let (lease, ask) = free(key) else { return }
    ask?()
    guard let result else { return remove(key, Acknowledgement.done) }
    // The id contains the position in the stream, because a command that is sent again has another answer.
    connection.answer(key, result, id: "\(key) \(number(1, of: lease))") { [self] error in
      // The servers do not accept the answer; it may be too large. So the app gets a failure.
      if case .refused = error, case .success = result, let error {
        connection.answer(key, .failure(error)) { [self] in
          remove(key, $0 == nil ? Acknowledgement.done : nil)
        }
      } else {
        // A job without an answer is delivered to another worker when its lease ends.
        remove(key, error == nil ? Acknowledgement.done : nil)
      }
    }
  }

  /// Marks a job as ended. Returns its lease and a function that asks for the next job, or `nil` if it has ended
  /// before.
  private func free(_ key: String) -> (lease: String, ask: (@Sendable () -> Void)?)? {
    state.withLock { state in
      guard let job = state.jobs[key], !job.isEnded else { return nil }
      state.jobs[key]?.isEnded = true
      return (job.lease, state.isEnding ? nil : state.asks[job.type])
    }
  }

  /// Removes a job, and sends an acknowledgement.
  private func remove(_ key: String, _ acknowledgement: Data? = nil) {
    let (job, ended) = state.withLock { state in
      let job = state.jobs.removeValue(forKey: key)
      return (job, state.jobs.isEmpty && state.isEnding ? state.ended.take() : nil)
    }
    if let acknowledgement, let job {
      connection.link.connection?.publish(job.lease, acknowledgement)
    }
    ended?.resume()
  }

  /// Cancels all jobs, so that other workers perform them.
  func giveBack() {
    let keys = state.withLock { state in
      state.isEnding = true
      return state.jobs.filter { !$0.value.isEnded }.keys
    }
    for key in keys {
      perform([Cancel(id: key), EndJob { [self] in remove(key, Acknowledgement.left) }])
    }
  }

  /// Takes no more jobs, and waits until the servers have all answers.
  func end() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        (state.isEnding, state.ended) = (true, state.jobs.isEmpty ? nil : continuation)
        return state.jobs.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  // MARK: Leases

  /// Starts the timer that renews leases unless it runs. It runs while a job does.
  private func renewLater() {
    let begins = state.withLock { state in
      defer { state.isRenewing = true }
      return !state.isRenewing
    }
    if begins { renewAfterThird() }
  }

  private func renewAfterThird() {
    let time = DispatchTime.now() + connection.options.lease.seconds / 3
    DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in
      guard let self else { return }
      let jobs = state.withLock { state in
        state.isRenewing = !state.jobs.isEmpty
        return state.jobs
      }
      for job in jobs.values {
        connection.link.connection?.publish(job.lease, Acknowledgement.atWork)
      }
      tell(jobs.mapValues(\.type))
      if !jobs.isEmpty { renewAfterThird() }
    }
  }

  /// Tells all apps which types are performed, at most four times in a lease, and the apps of tags who performs them.
  private func tell(_ jobs: [String: String]) {
    let now = ContinuousClock.now
    let types = state.withLock { state in
      Set(jobs.values).filter { type in
        if let last = state.told[type], now - last < connection.options.lease / 4 { return false }
        state.told[type] = now
        return true
      }
    }
    for type in types { connection.link.connection?.publish("fleet.busy.\(type)") }
    for key in jobs.keys where Names.hasTag(key) {
      connection.link.connection?.publish(
        "fleet.started.\(key)", Data(connection.options.name.utf8))
    }
  }
}

/// Returns a number in the subject of an acknowledgement: how often the job was delivered (0), or its position in the
/// stream (1).
private func number(_ index: Int, of lease: String) -> Int {
  // $JS.ACK.stream.consumer.deliveries.position…; newer servers insert a domain and an account before the stream.
  let parts = lease.split(separator: ".")
  let place = (parts.count > 9 ? 6 : 4) + index
  return parts.indices.contains(place) ? Int(parts[place]) ?? 1 : 1
}
