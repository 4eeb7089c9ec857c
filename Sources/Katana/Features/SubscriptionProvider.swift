/// A pure function from the model and the last message to the subscriptions that should be active.
///
/// Conform to ``SubscriptionProvider`` instead, unless the subscriptions depend on the
/// message, which is rare.
public protocol MessageSubscriptionProvider<TypedModel>: Feature {
  /// The part of the app's model that the subscriptions depend on.
  associatedtype TypedModel

  /// Returns the subscriptions that should be active now. New ones start in the order of the array.
  ///
  /// The runtime calls this after each update, before the commands of that step start. It calls a
  /// ``SubscriptionProvider`` only after an update that may have changed its part of the
  /// model.
  ///
  /// - Parameters:
  ///   - model: The model after the update.
  ///   - message: The message that was handled. It is `nil` at the start, after a model was
  ///     restored, and when the runtime finishes. So subscriptions that depend on the message are
  ///     lost when a model is restored.
  func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription]

  /// The tree of the provider. The framework implements this property.
  var subscriptionTree: FeatureTree<TypedModel> { get }
}

extension MessageSubscriptionProvider {
  /// The tree of this provider alone. The runtime calls the provider after each update.
  public var subscriptionTree: FeatureTree<TypedModel> {
    FeatureTree(readsMessage: true, effects: effects) { model, message in
      self.subscriptions(
        model: model[as: TypedModel.self], message: message is NoMessage ? nil : message)
    }
  }
}

/// A pure function from the model to the subscriptions that should be active.
///
/// The runtime does not call it after an update that cannot have changed its part of the model. For
/// example, an update of another slice or scope changes nothing in that part.
///
/// - Important: Read nothing but the model. If the result depends on anything else, the runtime
///   does not notice its changes.
///
/// ```swift
/// struct ClockSubscriptions: SubscriptionProvider {
///   func subscriptions(model: ClockModel) -> [any Subscription] {
///     model.isRunning ? [Every(.seconds(1), Reply(ClockMessage.ticked))] : []
///   }
/// }
/// ```
public protocol SubscriptionProvider<TypedModel>: MessageSubscriptionProvider {
  /// The part of the app's model that the subscriptions depend on.
  associatedtype TypedModel

  /// Returns the subscriptions that should be active now. New ones start in the order of the array.
  ///
  /// The runtime calls this after each update that may have changed the model, before the commands
  /// of that step start. It also calls this at the start, after a model was restored, and when the
  /// runtime finishes.
  func subscriptions(model: TypedModel) -> [any Subscription]
}

extension SubscriptionProvider {
  /// Returns the subscriptions for a model, and ignores the message.
  public func subscriptions(
    model: TypedModel, message: (any Message)?
  ) -> [any Subscription] {
    subscriptions(model: model)
  }

  /// The tree of this provider alone. The runtime calls the provider after the updates that may
  /// have changed its part of the model.
  @inlinable
  public var subscriptionTree: FeatureTree<TypedModel> {
    FeatureTree(readsMessage: false, effects: effects) { model, _ in
      self.subscriptions(model: model[as: TypedModel.self])
    }
  }
}

/// A subscription provider made from a closure.
public struct FunctionSubscriptionProvider<TypedModel: Model>: SubscriptionProvider {
  private let function: @Sendable (TypedModel) -> [any Subscription]

  /// Creates a provider that calls a function.
  ///
  /// - Parameter function: Returns the subscriptions that should be active. It must be pure.
  public init(_ function: @escaping @Sendable (TypedModel) -> [any Subscription]) {
    self.function = function
  }

  /// Returns the result of the function.
  public func subscriptions(model: TypedModel) -> [any Subscription] { function(model) }
}
