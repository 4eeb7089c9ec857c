import Katana
public import KatanaRuntime
public import Logging

extension EventListener {
  /// Writes what happens in a runtime to a logger of the package swift-log.
  ///
  /// Names of types and cases appear, and the shapes of addresses: no payloads, no ids, nor what an
  /// error says. Metadata is made for the levels that the logger writes, and for no others.
  ///
  /// - Parameter logger: Where the entries go. What normally happens is `debug`, and the parts of a
  ///   command's life are `trace`. A failure is a warning, because the app may try again or answer
  ///   it; an issue is an error.
  public static func swiftLog(_ logger: Logger) -> EventListener {
    EventListener(to: [.messages, .commands, .subscriptions, .issues]) { event in
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
          "\(event.subscription.fullName) \(event.step)", metadata: places(event.cause, event.scope)
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
    var metadata = places(envelope.cause, (envelope.message as? ScopedMessage)?.scope)
    metadata["number"] = "\(envelope.number)"
    metadata["from"] = "\(envelope.origin)"
    if envelope.line > 0 { metadata["place"] = "\(envelope.file):\(envelope.line)" }
    return metadata
  }
}

extension UnhandledMessage {
  fileprivate var name: String { message.map { ValueName($0).fullName } ?? "A message" }

  /// A message that nobody can take is a mistake in the app; the other reasons are part of its life.
  fileprivate var level: Logger.Level {
    switch reason {
    case .unknownAddress: .warning
    case .lost: .notice
    case .silenced, .gone, .superseded, .intercepted, .refused: .debug
    }
  }

  fileprivate var metadata: Logger.Metadata {
    var metadata = places(cause, (message as? ScopedMessage)?.scope)
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

private func places(_ cause: UInt64?, _ scope: Scope?) -> Logger.Metadata {
  var metadata: Logger.Metadata = [:]
  if let cause { metadata["cause"] = "\(cause)" }
  if let scope, !scope.isEmpty { metadata["scope"] = "\(scope.shape)" }
  return metadata
}
