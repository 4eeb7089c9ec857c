public import Katana

/// A running subscription: a source of messages that the model wants for now.
///
/// The runtime makes one for each instance that is declared, with the factory given at
/// registration, and keeps it. `start` and `stop` strictly alternate; all calls come from the
/// thread that handles the message, never two at once, so a class that nothing else touches need
/// not be `Sendable`. After the step that removed the subscription, no message of it is handled.
public protocol SubscriptionInterpreter<Sub>: AnyObject, SendableMetatype {
  /// The subscriptions that this runs.
  associatedtype Sub: Subscription

  /// Begins to send messages. Called before the commands of the same update.
  func start()

  /// Ends for good. Called before new subscriptions of the same update start.
  func stop()

  /// Takes a new payload under the same `id` while running.
  ///
  /// Messages of the old payload that still wait to be handled are dropped and counted.
  ///
  /// - Returns: Whether it could; `false`, the default, makes the runtime stop this one and start a
  ///   new one.
  func update(to subscription: Sub) -> Bool
}

extension SubscriptionInterpreter {
  /// `false`: stop and start.
  public func update(to subscription: Sub) -> Bool { false }
}

/// A subscription interpreter that needs nothing but the subscription and the means to send.
///
/// Register it by its type: `.subscription(TickInterpreter.self)`.
public protocol PlainSubscriptionInterpreter<Sub>: SubscriptionInterpreter {
  /// The subscriptions that this runs.
  associatedtype Sub

  /// Makes the interpreter; ``SubscriptionInterpreter/start()`` follows at once.
  init(subscription: Sub, dispatch: SubscriptionDispatcher<Sub>)
}
