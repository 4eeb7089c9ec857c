/// A subscription whose identity does not depend on its payload.
///
/// At most one instance of the type runs in the app, and in each child that declares it. Use a
/// constant subscription to give an interpreter a value of the model, such as the token of a
/// session.
///
/// ```swift
/// struct APISession: ConstantSubscription {
///   var token: Secret<String>?
/// }
/// ```
///
/// When the payload changes, the runtime gives the new payload to the running interpreter; see
/// `SubscriptionInterpreter.update(to:)`. The payload needs to be `Equatable` only, because `id`
/// and `hash(into:)` do not use it.
///
/// When a runtime finishes, it stops all other subscriptions first. Constant subscriptions keep
/// running until the last command has ended.
public protocol ConstantSubscription: Subscription where ID == ConstantSubscriptionID {}

/// The identity of a ``ConstantSubscription``. All values are equal.
public struct ConstantSubscriptionID: Hashable, Sendable {
  /// Creates the identity.
  public init() {}
}

extension ConstantSubscription {
  /// The identity, which is equal for all values of the type.
  public var id: ConstantSubscriptionID { ConstantSubscriptionID() }

  /// Feeds nothing to the hasher, because values with different payloads may be one instance.
  public func hash(into hasher: inout Hasher) {}
}
