/// A message as a recording has it.
public struct RecordedMessage: Sendable, Equatable {
  /// The place of the message in the order of all messages, from 1.
  public let number: UInt64
  /// The number of the message that led to it; `nil` for one from the outside.
  public let cause: UInt64?
  /// When it was handled, by the runtime's clock.
  public let time: Duration
  /// The name of its type and, for an enum, of its case.
  public let name: String
  /// Who sent it, such as `command LogIn`.
  public let origin: String
  /// The file and the line in which it was sent; empty if that is not known.
  public let place: String
  /// The child that it is for, with the `id`s if its payload is recorded; `nil` for the app itself.
  public let scope: String?
  /// The name of its type, with its module.
  public let type: String
  /// Its payload as JSON; `nil` if it was not recorded.
  public let payload: String?
  /// Why its payload was not recorded, although its type is in the list; `nil` if it was.
  public let problem: String?
  /// How many secrets were masked in its payload.
  public let maskedSecrets: Int
  /// The names of the commands that its update has returned; `nil` if the update did not end.
  public internal(set) var commands: [String]?
  /// The number of the message that was handled before it.
  let previous: UInt64

  init?(_ line: CompactObject) {
    guard let number: UInt64 = line.integer("\(Entry.message)", as: UInt64.self),
      let name = line.text("\(Entry.name)"), let type = line.text("\(Entry.type)")
    else { return nil }
    self.number = number
    self.name = name
    previous = line.integer("\(Entry.previous)", as: UInt64.self) ?? number &- 1
    self.type = type
    cause = line.integer("\(Entry.cause)", as: UInt64.self)
    time = .nanoseconds(line.integer("\(Entry.time)", as: Int64.self) ?? 0)
    origin = line.text("\(Entry.origin)") ?? ""
    place = line.text("\(Entry.place)") ?? ""
    scope = line.text("\(Entry.scope)")
    payload = line.json("\(Entry.payload)").map { String(decoding: $0, as: UTF8.self) }
    problem = line.text("\(Entry.unrecordable)")
    maskedSecrets = line.integer("\(Entry.masked)") ?? 0
    commands =
      line.has("\(Entry.isOpen)")
      ? nil : (try? line.decode([String].self, "\(Entry.commands)")) ?? []
  }
}
