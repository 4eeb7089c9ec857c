public import Katana

extension EventListener {
  /// Writes a line for each message, with what it has led to: its number, its name, who sent it from
  /// where, and the commands that its update has returned; then lines for the subscriptions that have
  /// started or stopped, and for what went wrong.
  ///
  ///     12 LoginMessage.tapped ← outside (App/LoginView.swift:31) → LogIn
  ///        + SessionChanged
  ///     13 LoginMessage.finished ← command LogIn, caused by 12 (Auth/LogInInterpreter.swift:22)
  ///        Track (caused by 13) failed: NetworkError.timedOut
  ///
  /// A message is named by its type and, for an enum, its case, and an element of a collection by
  /// its collection: `App.at.rows[…]`. Neither payloads nor ids appear, nor what an error says.
  ///
  /// - Parameters:
  ///   - allow: Which messages are logged; all of them unless you say otherwise. Commands and
  ///     subscriptions are logged in any case.
  ///   - block: Which of those are left out, for example ticks.
  ///   - write: Where the line goes; `print` unless you say otherwise. Called on the thread that
  ///     handles the message.
  public static func log(
    only allow: [any Message.Type]? = nil, except block: [any Message.Type] = [],
    to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> EventListener {
    let allowed = allow.map { Set($0.map { ObjectIdentifier($0) }) }
    let blocked = Set(block.map { ObjectIdentifier($0) })
    @Sendable func isWanted(_ message: any Message) -> Bool {
      let message = (message as? ScopedMessage)?.message ?? message
      let type = ObjectIdentifier(type(of: message))
      return allowed?.contains(type) ?? true && !blocked.contains(type)
    }
    return EventListener(to: [.messages, .commands, .subscriptions, .issues]) { event in
      switch event.fact {
      case .handled(let message) where !isWanted(message.envelope.message): break
      case .notHandled(let message) where message.message.map { !isWanted($0) } ?? false: break
      default: if let line = event.fact.logLine { write(line) }
      }
    }
  }
}

extension RuntimeEvent.Fact {
  /// The line of a log; `nil` for what is left out: what is said by other lines.
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
      + " ← \(envelope.origin)\(cause) (\(envelope.file):\(envelope.line))"
      + (commands.isEmpty ? "" : " → \(commands)")
  }
}

extension UnhandledMessage {
  fileprivate var logLine: String {
    let cause = cause.map { ", caused by \($0)" } ?? ""
    return "   \(message.map(placedName) ?? "A message") was not handled (\(reason))"
      + " ← \(origin)\(cause) (\(file):\(line))"
  }
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

  private var scopeText: String { scope.steps.isEmpty ? "" : " in \(scope.shape)" }
}

/// The name of a message, and the child that it is for.
private func placedName(of message: any Message) -> String {
  let scope = (message as? ScopedMessage).map { " in \($0.scope.shape)" } ?? ""
  return ValueName(message).fullName + scope
}
