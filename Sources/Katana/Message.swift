/// Something that happened, or that somebody wants: the only thing that changes a ``Model``.
///
/// Name messages as facts or intents: `loginTapped`, `loginFinished`.
public protocol Message: Sendable {}

/// A message for the whole app, whoever sends it.
///
/// A message that a row or a sheet sends comes back to that very row or sheet. A global message
/// leaves its scope instead and is handled as if it came from the outside, for example when a
/// command in a row finds out that the session has expired. It is handled even when the child that
/// sent it is gone by then, because it was never meant for the child.
public protocol GlobalMessage: Message {}

/// What tells the types of messages apart. Opening the existential costs 4 ns, `type(of:)` 13.
package func typeID(of message: any Message) -> ObjectIdentifier {
  func open<M: Message>(_ message: M) -> ObjectIdentifier { ObjectIdentifier(M.self) }
  return open(message)
}
