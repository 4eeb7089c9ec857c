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
