import Katana

/// A message with the facts that a recording holds about it.
public struct RecordedMessage: Sendable, Equatable {
  /// The number of the message. The runtime counts its messages from 1.
  ///
  /// Messages that were not handled have numbers too, so numbers may be missing in a recording.
  public let number: UInt64
  /// The number of the message that caused this one; `nil` for one from outside of the runtime.
  public let cause: UInt64?
  /// The time at which the message was handled, on the runtime's clock.
  public let time: Duration
  /// The name of the message's type and, for an enum, of its case.
  public let name: String
  /// The kind and the type of the sender, such as `command LogIn`.
  public let origin: String
  /// The source file and line that sent the message; empty if they are unknown.
  public let place: String
  /// The address of the child that the message is for; `nil` for a message to the whole app.
  ///
  /// It contains the `id`s of elements only if the payload is recorded, because they are data.
  public let address: String?
  /// The name of the message's type, with its module: `Shop.Item`, or `Shop.(private).Item` for a
  /// private or local type.
  public let type: String
  /// The payload as JSON; `nil` if it was not recorded.
  public let payload: String?
  /// The error that prevented the recording of a payload whose type is in the list; `nil` if there
  /// was none.
  public let problem: String?
  /// The number of secrets that were masked in the payload.
  package let maskedSecrets: Int
  /// The names of the commands that the update returned; `nil` if the update did not end.
  public internal(set) var commands: [String]?
  /// The number of the message that was handled before this one.
  let previous: UInt64

  package init?(_ line: LineEntries) {
    guard let number: UInt64 = line.integer(Entry.message, as: UInt64.self) else { return nil }
    self.number = number
    previous = line.integer(Entry.previous, as: UInt64.self) ?? number &- 1
    cause = line.integer(Entry.cause, as: UInt64.self)
    time = .nanoseconds(line.integer(Entry.time, as: Int64.self) ?? 0)
    guard let name = line.name(Entry.name) else { return nil }
    self.name = name
    origin = line.name(Entry.origin) ?? ""
    place = line.name(Entry.place) ?? ""
    address = line.name(Entry.scope)
    guard let type = line.name(Entry.type) else { return nil }
    self.type = stableTypeName(type)
    payload = line.jsonText(Entry.payload)
    problem = line.name(Entry.unrecordable)
    maskedSecrets = line.integer(Entry.masked) ?? 0
    commands =
      line.has(Entry.isOpen)
      ? nil : line.names(Entry.commands) ?? []
  }
}
