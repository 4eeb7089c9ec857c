public import Katana

/// A running subscription: a source of messages for as long as the model declares it.
///
/// The runtime creates one interpreter for each running subscription, with the closure or type that
/// was registered, and holds it until it stops. It calls ``start()`` once, then `update(to:)` any
/// number of times, then ``stop()`` once. All calls come from the thread that handles the message,
/// never two at once. So a class that no other code uses need not be `Sendable`. After the step
/// that removed the subscription, no message of it is handled.
public protocol SubscriptionInterpreter<Sub>: AnyObject, SendableMetatype {
  /// The subscriptions that this runs.
  associatedtype Sub: Subscription

  /// Begins to send messages. Called before the commands of the same update start.
  func start()

  /// Ends the subscription; it is not started again. Called before new subscriptions of the same
  /// update start.
  func stop()

  /// Changes the payload of the running subscription. Called when the model declares a different
  /// payload under the same `id`.
  ///
  /// Messages of the old payload that still wait are dropped and counted in
  /// ``Statistics/silenced``.
  ///
  /// - Parameter subscription: The subscription with the new payload.
  ///
  /// - Returns: Whether the interpreter has taken the new payload. If it returns `false`, which is
  ///   the default, the runtime stops this interpreter and starts a new one.
  func update(to subscription: Sub) -> Bool
}

extension SubscriptionInterpreter {
  /// Returns `false`, so that the runtime stops this interpreter and starts a new one.
  public func update(to subscription: Sub) -> Bool { false }
}

/// A subscription interpreter that needs nothing but the subscription and its dispatcher.
///
/// Register it by its type: `.subscription(TickInterpreter.self)`.
public protocol PlainSubscriptionInterpreter<Sub>: SubscriptionInterpreter {
  /// The subscriptions that this runs.
  associatedtype Sub

  /// Creates the interpreter. The runtime calls ``SubscriptionInterpreter/start()`` immediately
  /// afterwards.
  init(subscription: Sub, dispatch: SubscriptionDispatcher<Sub>)
}

/// Creates the interpreter of one subscription.
typealias SubscriptionFactory =
  @Sendable (any Subscription, SubscriptionSource) -> any SubscriptionInterpreter
