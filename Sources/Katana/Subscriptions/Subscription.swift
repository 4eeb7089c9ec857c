/// A description of a source of messages that is wanted for as long as the model says so.
///
/// After each change of the model, the declared subscriptions are compared with the running ones:
/// what is no longer declared is stopped, what is new is started, what is equal goes on untouched.
///
/// Name subscriptions after their source: `articlesChanged`, `every(.seconds(1))`.
public protocol Subscription: Hashable, Sendable {
  /// The type of ``id-swift.property``.
  associatedtype ID: Hashable & Sendable = Self

  /// What makes two declarations the same instance; the value itself unless you say otherwise.
  ///
  /// Give a constant or partial `id` when the payload may change while the instance goes on: a
  /// running subscription whose declared payload differs is asked to take the new one, and is
  /// restarted if it cannot.
  var id: ID { get }

  /// What happens to messages that come faster than they are handled; ``MessageBuffering/all``
  /// unless you say otherwise.
  var buffering: MessageBuffering { get }
}

extension Subscription {
  /// All messages wait.
  public var buffering: MessageBuffering { .all }
}

extension Subscription where ID == Self {
  /// The value itself.
  public var id: Self { self }
}
