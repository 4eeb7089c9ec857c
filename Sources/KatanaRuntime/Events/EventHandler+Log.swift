public import Katana

extension EventHandler {
  /// Creates an event handler that writes a log.
  ///
  /// It writes one line for each message: its number, its name, its sender, the source location,
  /// and the commands that its update returned. Further lines report the subscriptions that started
  /// or stopped, the messages that were not handled, and the commands that failed, were cancelled
  /// or are retried, and issues.
  ///
  ///     12 LoginMessage.tapped ← outside (App/LoginView.swift:31) → LogIn
  ///        + SessionChanged
  ///     13 LoginMessage.finished ← command LogIn, caused by 12 (Auth/LogInInterpreter.swift:22)
  ///        Track (caused by 13) failed: NetworkError.timedOut
  ///
  /// A message is named by its type and, for an enum, its case. An element of a collection is named
  /// by its collection: `App.at.rows[…]`. The log contains neither payloads nor ids, nor the
  /// descriptions of errors.
  ///
  /// - Parameters:
  ///   - allow: The types of the messages to log; all types if `nil`. Commands and subscriptions
  ///     are always logged.
  ///   - block: The types of the messages to leave out, for example ticks.
  ///   - write: Writes one line. It is called on the thread that handles the message; for messages
  ///     that are not handled and for issues, on any thread.
  public static func log(
    only allow: [any Message.Type]? = nil, except block: [any Message.Type] = [],
    to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> EventHandler {
    let allowed = allow.map { Set($0.map { ObjectIdentifier($0) }) }
    let blocked = Set(block.map { ObjectIdentifier($0) })
    @Sendable func isWanted(_ message: any Message) -> Bool {
      let message = (message as? ScopedMessage)?.message ?? message
      let type = ObjectIdentifier(type(of: message))
      return allowed?.contains(type) ?? true && !blocked.contains(type)
    }
    return EventHandler(to: [.messages, .commands, .subscriptions, .issues]) { event in
      switch event.fact {
      case .handled(let message) where !isWanted(message.envelope.message): break
      case .notHandled(let message) where message.message.map { !isWanted($0) } ?? false: break
      default: if let line = event.fact.logLine { write(printableText(line)) }
      }
    }
  }
}

extension RuntimeEvent.Fact {
  /// The line of the log; `nil` for events that are left out, because other lines contain them.
  fileprivate var logLine: String? {
    switch self {
    case .handled(let message): message.logLine
    case .notHandled(let message): message.logLine
    case .command(let command): command.logLine
    case .subscription(let subscription): subscription.logLine
    case .issue(let issue):
      "   ! " + (issue.text.split(separator: "\n").first.map(String.init) ?? "")
    case .modelReplaced: "   The app goes on from another model."
    case .started, .handling, .ended: nil
    }
  }
}

extension HandledMessage {
  fileprivate var logLine: String {
    let cause = envelope.cause.map { ", caused by \($0)" } ?? ""
    let commands = commands.map { ValueName(leaf(of: $0)).fullName }.joined(separator: ", ")
    return "\(envelope.number) \(placedName(of: envelope.message))"
      + " ← \(envelope.origin)\(cause)\(placeText(envelope.file, envelope.line))"
      + (commands.isEmpty ? "" : " → \(commands)")
  }
}

extension UnhandledMessage {
  fileprivate var logLine: String {
    let cause = cause.map { ", caused by \($0)" } ?? ""
    return "   \(message.map(placedName) ?? "A message") was not handled (\(reason))"
      + " ← \(origin)\(cause)\(placeText(file, line))"
  }
}

/// Returns where a message was sent, for the end of a line; nothing for a message of the framework.
private func placeText(_ file: StaticString, _ line: UInt) -> String {
  line == 0 ? "" : " (\(file):\(line))"
}

extension CommandEvent {
  fileprivate var logLine: String? {
    let outcome: String? =
      switch step {
      case .failed(let error): "failed: \(ValueName(error).fullName)"
      case .cancelled(let message): "was cancelled" + (message.map { " by \($0)" } ?? "")
      case .retried(let count): "is tried again (\(count))"
      case .delayed, .queued, .resumed, .started, .answered, .finished: nil
      }
    let cause = cause.map { " (caused by \($0))" } ?? ""
    return outcome.map { "   \(command.fullName)\(cause) \($0)" }
  }
}

extension SubscriptionEvent {
  fileprivate var logLine: String? {
    switch step {
    case .started: "   + \(subscription.fullName)\(scopeText)"
    case .stopped: "   − \(subscription.fullName)\(scopeText)"
    case .updated: nil
    }
  }

  private var scopeText: String { address.steps.isEmpty ? "" : " in \(address.shape)" }
}

/// Returns the name of a message, and the shape of its address.
private func placedName(of message: any Message) -> String {
  let scope = (message as? ScopedMessage).map { " in \($0.address.shape)" } ?? ""
  return ValueName(message).fullName + scope
}
