/// Several features as one, each for its part of the model.
///
/// ```swift
/// let app = CombinedUpdater<App>([
///   .full(NavigationUpdater()),
///   .slice(\.session, AuthenticationUpdater()),
///   .optional(\.sheet, SheetUpdater()),
///   .each(\.rows, RowUpdater()) { model, id, message in
///     if case .deleteTapped = message { model.rows.removeAll { $0.id == id } }
///     return []
///   },
/// ])
/// ```
///
/// A part states once what updates it and what it subscribes to: a part takes an ``Updater``, a
/// ``SubscriptionProvider``, a type that is both, or another combination.
///
/// The parts run in the order given. Each sees the model as the part before left it; the commands
/// come back in the same order, and so do subscriptions. Several parts may share a slice.
/// Combinations nest; the cost of a message does not depend on how deep, nor on how many updaters
/// do not take it.
public struct CombinedUpdater<TypedModel: Model>: Updater, SubscriptionProvider {
  /// What the parts consist of.
  public let tree: FeatureTree<TypedModel>

  /// One feature and the part of the model it works on.
  public typealias Part = FeaturePart<TypedModel>

  /// Combines parts in the order given.
  ///
  /// - Parameters:
  ///   - parts: Features and the parts of the model they work on.
  ///   - effects: Types of commands and subscriptions that the features can cause, beside those
  ///     that the features state themselves; see ``Feature/effects``.
  public init(_ parts: [Part], effects stated: [Effect] = []) {
    var entries: [TreeEntry] = []
    var effects = stated
    for part in parts {
      entries += part.entries
      effects += part.effects
    }
    tree = FeatureTree(
      node: FeatureNode(entries, model: TypedModel.self, effects: effects, isPrepared: true))
  }

  /// Hands the message to every part that takes it.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    tree.handle(model: &model, message: message)
  }

  /// Returns the subscriptions of all parts, in their order.
  public func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    tree.subscriptions(model: model, message: message)
  }

  /// What the parts consist of.
  public var updateTree: FeatureTree<TypedModel> { tree }
  /// What the parts consist of.
  public var subscriptionTree: FeatureTree<TypedModel> { tree }
}
