import FleetInterface
import Foundation

/// An answer that the app has, and has not acknowledged.
struct UnacknowledgedAnswer {
  /// The subject to which the acknowledgement is sent.
  var acknowledgement: String
  /// The subscription that has got the answer.
  var follower: UUID
}

extension FleetConnection {
  /// Calls a function with each answer to the commands of a type of an app that the app has not acknowledged. Answers
  /// that are on the servers come first.
  ///
  /// - Returns: A function that ends this.
  func followAnswers(
    of type: String, app: String,
    _ handle: @escaping @Sendable (_ tag: String, NATSMessage) -> Void
  ) -> @Sendable () -> Void {
    let (home, follower, lease) = (Names.home(app), UUID(), options.lease)
    return listen { [weak self] nats throws(NATSFailure) in
      try nats.follow("fleet.answers.\(type).\(home).*", as: "\(home)-\(type)", lease: lease) {
        [weak self] message in
        guard let self else { return }
        let (key, acknowledgement) = (message.key, message.reply)
        // The servers send an answer again until it is acknowledged. The app gets it once.
        let former = unacknowledged.withLock { answers in
          answers.updateValue(
            UnacknowledgedAnswer(acknowledgement: acknowledgement, follower: follower), forKey: key)
        }
        if former?.follower == follower { return }
        answered(key, .success(message))
        handle(Names.tag(key), message)
      }
    }
  }

  /// Calls a function whenever a worker begins a command of a type of an app.
  ///
  /// - Returns: A function that ends this.
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

  /// Removes an answer from the servers. If the acknowledgement is lost, the answer comes again.
  func acknowledge(_ tag: String, _ type: String, app: String) {
    let key = Names.key(type, app: app, tag: tag)
    let answer = unacknowledged.withLock { $0.removeValue(forKey: key) }
    if let answer { link.connection?.publish(answer.acknowledgement, Acknowledgement.done) }
  }
}

extension NATSConnection {
  /// Calls a function with the messages that the stream of answers has and gets for a subject, until they are
  /// acknowledged. There is one follower of a name: the last one.
  func follow(
    _ subject: String, as name: String, lease: Duration,
    _ handle: @escaping @Sendable (NATSMessage) -> Void
  ) throws(NATSFailure) -> NATSSubscription {
    let inbox = "fleet.home.\(name).answers.\(UUID().uuidString)"
    let subscription = try subscribe(to: inbox, handle)
    try request("CONSUMER.DELETE.\(Names.answers).\(name)", ignoring: [Names.noConsumer])
    try request(
      "CONSUMER.CREATE.\(Names.answers).\(name)",
      [
        "stream_name": Names.answers,
        "config": [
          "name": name, "filter_subject": subject, "deliver_subject": inbox,
          "deliver_policy": "all", "ack_policy": "explicit", "ack_wait": lease.nanoseconds,
          "inactive_threshold": Duration.seconds(60).nanoseconds,
        ],
      ])
    return subscription
  }
}
