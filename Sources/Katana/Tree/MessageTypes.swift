/// The types of messages that an updater states in ``Updater/takes``.
///
/// Only an updater that receives messages of every type states them. The value does not change
/// which messages the updater receives. It decides which messages the runtime and the tests report
/// as not taken.
public enum MessageTypes: Sendable {
  /// The updater states nothing. The runtime reports a message that no other updater takes, even
  /// though this updater receives it.
  case unstated
  /// The updater takes messages of every type.
  case all
  /// The updater takes messages of these types.
  case only([any Message.Type])

  var types: [any Message.Type] { if case .only(let types) = self { types } else { [] } }

  var isAll: Bool { if case .all = self { true } else { false } }

  func contains(_ type: ObjectIdentifier) -> Bool {
    switch self {
    case .unstated: false
    case .all: true
    case .only(let types): types.contains { ObjectIdentifier($0) == type }
    }
  }
}
