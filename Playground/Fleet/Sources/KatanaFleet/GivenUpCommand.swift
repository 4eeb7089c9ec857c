public import FleetInterface
public import Foundation

/// A command that was begun too often without an answer.
public struct GivenUpCommand: Sendable {
  /// Its number among all that were given up.
  public let number: Int
  /// Its key; see ``Names``.
  let key: String
  /// Its JSON.
  public let payload: Data

  /// The name of its type.
  public var type: String { Names.name(key) }
  /// Its tag, if it has one.
  public var tag: String? { Names.hasTag(key) ? Names.tag(key) : nil }
}

extension FleetConnection {
  /// Returns the commands that were given up, the oldest first.
  ///
  /// - Throws: A ``FleetInterface/FleetError`` if the servers cannot be asked.
  public func givenUp() async throws(FleetError) -> [GivenUpCommand] {
    try await ask { nats throws(NATSFailure) in
      var commands: [GivenUpCommand] = []
      while true {
        let found = try nats.request(
          "STREAM.MSG.GET.\(Names.dead)",
          ["seq": (commands.last?.number ?? 0) + 1, "next_by_subj": "fleet.dead.>"],
          ignoring: [Names.noMessage])
        guard let message = try? JSONDecoder().decode(StoredMessage.self, from: found).message
        else { return commands }
        commands.append(
          GivenUpCommand(
            number: message.seq, key: String(message.subject.dropFirst("fleet.dead.".count)),
            payload: message.data ?? Data()))
      }
    }
  }

  /// Sends a command again that was given up.
  ///
  /// The app gets the answer if the command has a tag and the app follows the answers. A command without a tag has
  /// failed in its app.
  ///
  /// - Throws: A ``FleetInterface/FleetError`` if the servers do not store the command. It then remains given up.
  public func sendAgain(_ command: GivenUpCommand) async throws(FleetError) {
    let error = await withCheckedContinuation { continuation in
      store(
        command.payload, to: "fleet.jobs.\(command.key)", id: "\(command.key) \(command.number)",
        done: { continuation.resume(returning: $0) })
    }
    if let error { throw error }
    try await discard(command)
  }

  /// Removes a command that was given up.
  ///
  /// - Throws: A ``FleetInterface/FleetError`` if the servers cannot be asked.
  public func discard(_ command: GivenUpCommand) async throws(FleetError) {
    _ = try await ask { nats throws(NATSFailure) in
      try nats.request(
        "STREAM.MSG.DELETE.\(Names.dead)", ["seq": command.number], ignoring: Names.isDeleted)
    }
  }

  /// Asks the servers. It waits for a connection for ``FleetOptions/sendingLimit``.
  private func ask<Value: Sendable>(
    _ body: @escaping @Sendable (NATSConnection) throws(NATSFailure) -> Value
  ) async throws(FleetError) -> Value {
    let end = ContinuousClock.now + options.sendingLimit
    while link.connection == nil, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(50))
    }
    let result: Result<Value, FleetError> = await withCheckedContinuation { continuation in
      link.ask(body) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }
}
