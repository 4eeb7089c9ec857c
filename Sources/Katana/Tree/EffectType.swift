/// A type of commands or subscriptions that a feature can return; see ``Feature/effects``.
public enum EffectType: Hashable, Sendable {
  /// A type of commands. For a generic command, state each specialization that is used, such as
  /// `Load<Song>.self`.
  case command(any Command.Type)
  /// A type of subscriptions. For a generic subscription, state each specialization that is used.
  case subscription(any Subscription.Type)

  private var identity: (type: ObjectIdentifier, isCommand: Bool) {
    switch self {
    case .command(let type): (ObjectIdentifier(type), true)
    case .subscription(let type): (ObjectIdentifier(type), false)
    }
  }

  /// Whether both are the same type.
  public static func == (lhs: EffectType, rhs: EffectType) -> Bool { lhs.identity == rhs.identity }

  /// Hashes the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity.type) }
}
