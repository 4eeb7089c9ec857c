/// A value that describes a source of messages, such as a timer or a socket.
///
/// A ``SubscriptionProvider`` declares, from the model, which subscriptions should be active. After
/// an update, the runtime compares the declared subscriptions with the running ones:
///
/// - A running subscription that is no longer declared is stopped.
/// - A declared subscription that is equal to a running one continues unchanged.
/// - A declared subscription that has the `id` of a running one, but is not equal to it, updates
///   the running one.
/// - Any other declared subscription is started.
///
/// If subscriptions are objects, those of different classes are never equal and never have the same
/// `id`. The interpreter is that of the object's own class.
///
/// A subscription has no effect by itself. A `SubscriptionInterpreter` runs it and sends its
/// messages.
///
/// Name subscriptions after their source: `articlesChanged`, `every(.seconds(1))`.
public protocol Subscription: Effect, Hashable {
  /// The type of ``id-swift.property``.
  associatedtype ID: Hashable & Sendable = Self

  /// The identity of the running instance. The default is the value itself. Equal values must have
  /// equal `id`s.
  ///
  /// Two declarations of one type with equal `id`s, in one scope, are one instance. State an `id`
  /// that leaves out a part of the payload if that part may change while the instance runs. When
  /// the declared payload changes, the runtime calls `SubscriptionInterpreter.update(to:)` with the
  /// new one. If that returns `false`, which is the default, the runtime restarts the subscription.
  var id: ID { get }

  /// The rule for messages that arrive faster than they are handled. The default is
  /// ``MessageBuffering/all``.
  var buffering: MessageBuffering { get }
}

extension Subscription {
  /// The default rule, by which all messages stay in the queue.
  public var buffering: MessageBuffering { .all }
}

extension Subscription where ID == Self {
  /// The value itself.
  public var id: Self { self }
}

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

/// A rule for the messages of a subscription that arrive faster than they are handled.
///
/// `Statistics.superseded` counts the messages that a newer message has replaced.
public enum MessageBuffering: Hashable, Sendable {
  /// All messages stay in the queue until they are handled.
  case all
  /// Only the newest message stays in the queue. It replaces an older one.
  case latest
  /// Only the newest messages stay in the queue, up to this number. A new message replaces the
  /// oldest one. A number below one counts as one.
  case newest(Int)
}
