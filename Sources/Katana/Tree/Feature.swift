/// A node in the tree of an app: an updater, a subscription provider, a combination of features, or
/// a modified feature.
///
/// Conform to ``Updater``, to ``SubscriptionProvider``, or to both; not to this protocol directly. A type that conforms to both updates its part of the model and declares subscriptions.
public protocol Feature<TypedModel>: Sendable {
  /// The part of the app's model that the feature works on.
  associatedtype TypedModel: Model

  /// The tree of the feature. The framework implements this property.
  var tree: FeatureTree<TypedModel> { get }

  /// The types of the commands and subscriptions that the feature can return. The default is empty.
  ///
  /// State them in the feature that returns them. A combination has the effects of its parts, and
  /// those that are given to ``CombinedUpdater/init(_:effects:)``, for commands that closures return:
  /// listeners of parts, and modifiers. When a runtime is created, it checks that exactly one
  /// interpreter is registered for each of these types:
  ///
  /// ```swift
  /// struct LoginUpdater: TypedUpdater {
  ///   var effects: [EffectType] { [.command(LogIn.self), .subscription(SessionChanges.self)] }
  /// }
  /// ```
  var effects: [EffectType] { get }
}

extension Feature {
  /// The default, which is empty.
  public var effects: [EffectType] { [] }
}

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

  func contains(_ type: ObjectIdentifier) -> Bool {
    switch self {
    case .unstated: false
    case .all: true
    case .only(let types): types.contains { ObjectIdentifier($0) == type }
    }
  }
}
