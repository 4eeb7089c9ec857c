/// What updaters, subscription providers and combinations of them have in common: a place in the
/// tree of an app. You conform to ``Updater`` and ``SubscriptionProvider``, not to this.
///
/// A type that is both an updater and a provider contributes both.
public protocol Feature<TypedModel>: Sendable {
  /// The part of the app's model that the feature works on.
  associatedtype TypedModel: Model

  /// What the feature consists of. Made by the framework.
  var tree: FeatureTree<TypedModel> { get }

  /// The types of commands and subscriptions that the feature can cause; empty unless you say
  /// otherwise.
  ///
  /// State them beside the feature. A combination has those of its parts, and a runtime checks that
  /// each has exactly one interpreter before anything runs:
  ///
  /// ```swift
  /// struct LoginUpdater: TypedUpdater {
  ///   var effects: [Effect] { [.command(LogIn.self), .subscription(SessionChanges.self)] }
  /// }
  /// ```
  var effects: [Effect] { get }
}

extension Feature {
  /// None.
  public var effects: [Effect] { [] }
}

/// A type of commands or subscriptions that a feature can cause; see ``Feature/effects``.
public enum Effect: Sendable {
  /// A type of commands. Of a generic type, name each instance that is used.
  case command(any Command.Type)
  /// A type of subscriptions.
  case subscription(any Subscription.Type)
}

/// The types of messages that an updater without a type of its own says that it takes; see
/// ``Updater/takes``.
public enum MessageTypes: Sendable {
  /// Messages of every type reach the updater, and it says of none that it takes it.
  case unstated
  /// It takes messages of every type.
  case all
  /// It takes messages of these types.
  case only([any Message.Type])

  func contains(_ type: ObjectIdentifier) -> Bool {
    switch self {
    case .unstated: false
    case .all: true
    case .only(let types): types.contains { ObjectIdentifier($0) == type }
    }
  }
}
