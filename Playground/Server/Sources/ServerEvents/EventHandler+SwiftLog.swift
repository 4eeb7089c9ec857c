public import KatanaRuntime
public import Logging

extension EventHandler {
  /// Returns an event handler that writes the events of a runtime to a logger of the package swift-log.
  ///
  /// The entries contain names of types and cases, and addresses without `id`s. They contain no
  /// payloads and no texts of errors. Metadata is computed only for the levels that the logger
  /// writes.
  ///
  /// The levels are:
  /// - `trace` for the steps of a command;
  /// - `debug` for messages and subscriptions;
  /// - `info` for a command that is cancelled or retried;
  /// - `notice` for a lost message, and when the app continues from another model;
  /// - `warning` for a failed command, because the app may retry it or handle the error, and for a
  ///   message with an unknown address;
  /// - `error` for an issue.
  ///
  /// - Parameter logger: The logger that receives the entries.
  public static func swiftLog(_ logger: Logger) -> EventHandler {
    EventHandler(to: [.messages, .commands, .subscriptions, .issues]) { event in
      switch event.fact {
      case .handled(let message):
        logger.debug("\(message.name) handled", metadata: message.metadata)
      case .notHandled(let message):
        logger.log(
          level: message.level, "\(message.name) not handled: \(message.reason)",
          metadata: message.metadata)
      case .command(let event):
        logger.log(
          level: event.level, "\(event.command.fullName) \(event.step.name)",
          metadata: event.metadata)
      case .subscription(let event):
        logger.debug(
          "\(event.subscription.fullName) \(event.step)",
          metadata: places(event.cause, event.address)
        )
      case .issue(let issue): logger.error("\(issue.kind)", metadata: ["text": "\(issue.text)"])
      case .modelReplaced(let number):
        logger.notice("goes on from another model", metadata: ["after": "\(number)"])
      case .started, .handling, .ended: break
      }
    }
  }
}

extension HandledMessage {
  fileprivate var name: String { ValueName(envelope.message).fullName }

  fileprivate var metadata: Logger.Metadata {
    var metadata = places(envelope.cause, (envelope.message as? ScopedMessage)?.address)
    metadata["number"] = "\(envelope.number)"
    metadata["from"] = "\(envelope.origin)"
    if envelope.line > 0 { metadata["place"] = "\(envelope.file):\(envelope.line)" }
    return metadata
  }
}

extension UnhandledMessage {
  fileprivate var name: String { message.map { ValueName($0).fullName } ?? "A message" }

  /// A message that no updater can handle is a mistake in the app. The other reasons are normal.
  fileprivate var level: Logger.Level {
    switch reason {
    case .unknownAddress: .warning
    case .lost: .notice
    case .silenced, .gone, .superseded, .intercepted, .refused: .debug
    }
  }

  fileprivate var metadata: Logger.Metadata {
    var metadata = places(cause, (message as? ScopedMessage)?.address)
    metadata["from"] = "\(origin)"
    if line > 0 { metadata["place"] = "\(file):\(line)" }
    return metadata
  }
}

extension CommandEvent {
  fileprivate var level: Logger.Level {
    switch step {
    case .failed: .warning
    case .retried, .cancelled: .info
    case .delayed, .queued, .resumed, .started, .answered, .finished: .trace
    }
  }

  fileprivate var metadata: Logger.Metadata {
    var metadata = places(cause, scope)
    metadata["command"] = "\(command.fullName)"
    metadata["run"] = "\(id)"
    if case .failed(let error) = step { metadata["error"] = "\(type(of: error))" }
    if case .retried(let count) = step { metadata["attempt"] = "\(count)" }
    return metadata
  }
}

private func places(_ cause: UInt64?, _ scope: AnyAddress?) -> Logger.Metadata {
  var metadata: Logger.Metadata = [:]
  if let cause { metadata["cause"] = "\(cause)" }
  if let scope, !scope.isEmpty { metadata["scope"] = "\(scope.shape)" }
  return metadata
}
