public import Katana

extension Interceptor {
  /// Writes a line for each message: its number, its name, and who sent it from where.
  ///
  /// A message is named by its type and, for an enum, its case, and an element of a collection by
  /// its collection: `App.at.rows[…]`. Neither payloads nor ids appear. For example:
  ///
  ///     12 LoginMessage.tapped ← outside (App/LoginView.swift:31)
  ///     13 LoginMessage.finished ← command LogIn, caused by 12 (Auth/LogInInterpreter.swift:22)
  ///
  /// - Parameters:
  ///   - allow: Which messages are logged; all of them unless you say otherwise.
  ///   - block: Which of those are left out, for example ticks.
  ///   - write: Where the line goes; `print` unless you say otherwise. Called on the thread that
  ///     handles the message, before it is handled.
  public static func log(
    only allow: [any Message.Type]? = nil, except block: [any Message.Type] = [],
    to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Interceptor {
    let allowed = allow.map { Set($0.map { ObjectIdentifier($0) }) }
    let blocked = Set(block.map { ObjectIdentifier($0) })
    return Interceptor(before: { envelope, _ in
      let message = (envelope.message as? ScopedMessage)?.message ?? envelope.message
      let type = ObjectIdentifier(type(of: message))
      if allowed?.contains(type) ?? true, !blocked.contains(type) { write(line(for: envelope)) }
      return .handle
    })
  }

  private static func line(for envelope: Envelope) -> String {
    let scope = (envelope.message as? ScopedMessage).map { " in \($0.scope.shape)" } ?? ""
    let cause = envelope.cause.map { ", caused by \($0)" } ?? ""
    return "\(envelope.number) \(ValueName(envelope.message).fullName)\(scope)"
      + " ← \(envelope.origin)\(cause) (\(envelope.file):\(envelope.line))"
  }
}
