/// Says which subscriptions should be active, given the model: a pure function.
///
/// Conform to ``ModelSubscriptionProvider`` unless the message matters, which is rare.
public protocol SubscriptionProvider<TypedModel>: Feature {
  /// The part of the app's model that the subscriptions depend on.
  associatedtype TypedModel

  /// Returns the subscriptions that should be active now, in the order in which new ones start.
  ///
  /// Called after each update; that of a ``ModelSubscriptionProvider`` only after updates that may
  /// have changed its part of the model. The message is the one that was handled; there is none at
  /// the start and after a model was restored, so a provider that depends on it cannot be restored:
  /// what it declares should follow from the model alone.
  func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription]

  /// What the provider consists of. Made by the framework.
  var subscriptionTree: FeatureTree<TypedModel> { get }
}

extension SubscriptionProvider {
  /// The provider itself, asked after each update.
  public var subscriptionTree: FeatureTree<TypedModel> {
    FeatureTree(readsMessage: true, effects: effects) { model, message in
      self.subscriptions(model: model, message: message)
    }
  }
}

/// Says which subscriptions should be active, given nothing but the model.
///
/// It is not asked after updates that cannot have changed its part of the model: those of slices
/// and scopes beside it. So it must read nothing else.
///
/// ```swift
/// struct ClockSubscriptions: ModelSubscriptionProvider {
///   func subscriptions(model: ClockModel) -> [any Subscription] {
///     model.isRunning ? [Every(.seconds(1), Reply(ClockMessage.ticked))] : []
///   }
/// }
/// ```
public protocol ModelSubscriptionProvider<TypedModel>: SubscriptionProvider {
  /// The part of the app's model that the subscriptions depend on.
  associatedtype TypedModel

  /// The subscriptions that should be active now, in the order in which new ones start.
  func subscriptions(model: TypedModel) -> [any Subscription]
}

extension ModelSubscriptionProvider {
  /// The same, whatever the message.
  public func subscriptions(
    model: TypedModel, message: (any Message)?
  ) -> [any Subscription] {
    subscriptions(model: model)
  }

  /// The provider itself, asked after the updates that may have changed its part of the model.
  public var subscriptionTree: FeatureTree<TypedModel> {
    FeatureTree(readsMessage: false, effects: effects) { model, _ in
      self.subscriptions(model: model)
    }
  }
}

/// A subscription provider made from a closure.
public struct FunctionSubscriptionProvider<TypedModel: Model>: ModelSubscriptionProvider {
  private let function: @Sendable (TypedModel) -> [any Subscription]

  /// A provider that calls a function.
  public init(_ function: @escaping @Sendable (TypedModel) -> [any Subscription]) {
    self.function = function
  }

  /// What the function returns.
  public func subscriptions(model: TypedModel) -> [any Subscription] { function(model) }
}
