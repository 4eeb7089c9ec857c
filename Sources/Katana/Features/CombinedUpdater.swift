/// A feature that combines other features, each of which works on its part of the model.
///
/// A feature with children is written with ``Feature/with(_:)``. This is the same as a list, for a model
/// that has only parts:
///
/// ```swift
/// let app = CombinedUpdater<App>([
///   .slice(\.session, AuthenticationUpdater()),
///   .optional(\.sheet, SheetUpdater()),
///   .each(\.rows, RowUpdater()) { model, id, message in
///     if case .deleteTapped = message { model.rows.removeAll { $0.id == id } }
///     return []
///   },
/// ])
/// ```
///
/// The feature of a part is an ``Updater``, a ``SubscriptionProvider``, a type that is both, or
/// another combination.
///
/// The parts run in the order given, and each receives the model as the part before has left it.
/// The commands and the subscriptions of the parts are in that order too. Several parts may share a
/// slice.
///
/// - Complexity: The cost of a message does not depend on the depth of nested combinations. It does
///   not depend on the number of updaters that do not take the message either.
public struct CombinedUpdater<TypedModel: Model>: Updater, MessageSubscriptionProvider {
  /// The tree of all parts.
  public let tree: FeatureTree<TypedModel>

  /// A feature and the part of the model on which it works.
  public typealias Part = FeaturePart<TypedModel>

  init(tree: FeatureTree<TypedModel>) { self.tree = tree }

  /// Creates a combination of parts, which run in the order given.
  ///
  /// - Parameters:
  ///   - parts: The features, and the parts of the model on which they work.
  ///   - effects: The types of commands and subscriptions that the features can cause, in addition
  ///     to those that they state themselves; see ``Feature/effects``.
  public init(_ parts: [Part], effects stated: [any Effect.Type] = []) {
    tree = FeatureTree(
      node: FeatureNode(
        parts.flatMap { $0.entries }, model: TypedModel.self,
        effects: stated + parts.flatMap { $0.effects }, isPrepared: true))
  }

  /// Passes the message to every part that takes it, and returns the commands of all parts in their
  /// order.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    tree.handle(model: &model, message: message)
  }

  /// Returns the subscriptions of all parts, in their order.
  public func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    tree.subscriptions(model: model, message: message)
  }

  /// The effects of all parts, each once.
  public var effects: [any Effect.Type] { tree.effects }

  /// The tree of all parts.
  public var updateTree: FeatureTree<TypedModel> { tree }
  /// The tree of all parts.
  public var subscriptionTree: FeatureTree<TypedModel> { tree }
}

extension Feature {
  /// Returns the feature with children, and with further features of the same model.
  ///
  /// ```swift
  /// let todoApp = TodoAppFeature().with(.each(\.todos, TodoUpdater()))
  /// ```
  ///
  /// It is a ``CombinedUpdater`` whose first part is the feature, as ``FeaturePart/full(_:)``. So the
  /// feature handles a message before the parts do, in the order given.
  ///
  /// - Parameter parts: The features, and the parts of the model on which they work.
  public func with(_ parts: FeaturePart<TypedModel>...) -> CombinedUpdater<TypedModel> {
    CombinedUpdater([.full(self)] + parts)
  }
}
