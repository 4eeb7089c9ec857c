/// A subscription of which there is one for each part of the app that declares it, whatever its
/// payload: for what an interpreter must know about the model, such as a session's token.
///
/// ```swift
/// struct APISession: ConstantSubscription {
///   var token: Secret<String>?
/// }
/// ```
///
/// When the payload changes, the running interpreter is given the new one; see
/// `SubscriptionInterpreter.update(to:)`. The payload needs to be `Equatable` only: the identity
/// does not depend on it.
///
/// A runtime that finishes keeps these subscriptions until its last command has ended, and ends all
/// others first.
public protocol ConstantSubscription: Subscription where ID == ConstantSubscriptionID {}

/// The identity of a ``ConstantSubscription``: there is one for each type.
public struct ConstantSubscriptionID: Hashable, Sendable {
  /// Creates the identity.
  public init() {}
}

extension ConstantSubscription {
  /// The one identity.
  public var id: ConstantSubscriptionID { ConstantSubscriptionID() }

  /// Feeds nothing to the hasher: all values of the type may be the same instance.
  public func hash(into hasher: inout Hasher) {}
}
