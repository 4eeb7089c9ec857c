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
  ///   var effects: [any Effect.Type] { [LogIn.self, SessionChanges.self] }
  /// }
  /// ```
  ///
  /// One specialization of a generic type stands for all, such as `Load<Song>.self`; the runtime checks
  /// that one. Once a program states effects, its tests fail for each type that is returned and not
  /// stated, so the list cannot be forgotten.
  var effects: [any Effect.Type] { get }
}

extension Feature {
  /// The default, which is empty.
  public var effects: [any Effect.Type] { [] }
}

/// The tree of a ``Feature``: its updaters, its subscription providers, and the parts of its model.
///
/// The framework creates it for each feature. It is a feature itself.
public struct FeatureTree<TypedModel: Model>: Feature {
  package let node: FeatureNode

  /// The tree itself.
  public var tree: FeatureTree<TypedModel> { self }

  /// The effects of all features in the tree, each once.
  public var effects: [any Effect.Type] { node.effects }

  init(_ entries: [TreeEntry], effects: [any Effect.Type]) {
    node = FeatureNode(entries, model: TypedModel.self, effects: effects)
  }

  init(node: FeatureNode) { self.node = node }

  /// Creates the tree of an updater that receives every message.
  @usableFromInline
  init(
    takes: MessageTypes, effects: [any Effect.Type],
    update: @escaping @Sendable (inout TypedModel, any Message) -> [any Command]
  ) {
    let handler = UpdateHandler.boxed { model, message in
      update(&model[as: TypedModel.self], message)
    }
    self.init([.updater(nil, takes, handler)], effects: effects)
  }

  /// Creates the tree of an updater that receives the messages of one type.
  @usableFromInline
  init(only kind: any Message.Type, effects: [any Effect.Type], update: @escaping RawUpdate) {
    self.init([.updater(kind, .unstated, .raw(update))], effects: effects)
  }

  /// Creates the tree of a subscription provider.
  ///
  /// - Parameter readsMessage: Whether the result depends on the message.
  @usableFromInline
  init(readsMessage: Bool, effects: [any Effect.Type], declare: @escaping RawDeclare) {
    self.init([.provider(readsMessage: readsMessage, declare)], effects: effects)
  }

  /// Returns a tree with the entries of two trees of one model.
  static func + (first: Self, second: Self) -> Self {
    Self(
      first.node.entries + second.node.entries, effects: first.node.effects + second.node.effects)
  }

  package func handle(model: inout TypedModel, message: any Message) -> [any Command] {
    withPlace(of: &model) { node.router.handle($0, message) }
  }

  package func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    withPlace(of: model) { place in
      var collector = SubscriptionCollector(message ?? NoMessage.none)
      for item in node.router.providers { collector.collect(item, place) }
      return collector.declared
    }
  }
}

extension FeatureTree {
  /// Returns the new model and the commands. The given model does not change.
  package func update(
    model: TypedModel, message: any Message
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands = handle(model: &model, message: message)
    return (model, commands)
  }
}
