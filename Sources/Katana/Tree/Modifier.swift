/// A message on its way into a modified feature; see ``Feature/modified(_:)``.
public struct IncomingMessage: Sendable {
  /// What the feature, or the child that the message is for, receives.
  public let message: any Message
  /// The child that the message is for, seen from the feature; empty for the feature itself.
  public let scope: Scope
}

/// A function around a feature, over a model that is given by its address.
package struct Modifier: Sendable {
  typealias Next = (UnsafeMutableRawPointer) -> [any Command]
  let run: @Sendable (UnsafeMutableRawPointer, IncomingMessage, Next) -> [any Command]
}

/// A feature inside of a modifier; made by ``Feature/modified(_:)`` and the modifiers built on it.
///
/// Everything that the feature consists of stays in the tree of the app: its children keep their
/// addresses and lives, and its subscriptions are declared as before.
public struct ModifiedFeature<TypedModel: Model>: Updater, SubscriptionProvider {
  /// What the feature and the modifier consist of.
  public let tree: FeatureTree<TypedModel>

  init(
    _ feature: some Feature<TypedModel>,
    run:
      @escaping @Sendable (
        UnsafeMutableRawPointer, IncomingMessage, Modifier.Next
      ) -> [any Command]
  ) {
    let (modifier, inner) = (Modifier(run: run), feature.tree.node)
    let make: @Sendable (FeatureNode) -> FeatureNode = { inner in
      FeatureNode(
        [.modified(modifier, inner.preparing)], model: TypedModel.self, effects: [],
        isPrepared: true)
    }
    // What a lazy feature stands for must not be asked for yet: it may be the one that is being made.
    tree = FeatureTree(
      node: inner.site.map { site in
        FeatureNode(
          lazy: { make(inner.resolved) }, site: site + " modified", model: TypedModel.self)
      } ?? make(inner))
  }

  /// Hands the message to the feature by way of the modifier.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    tree.handle(model: &model, message: message)
  }

  /// Returns the subscriptions of the feature.
  public func subscriptions(model: TypedModel, message: (any Message)?) -> [any Subscription] {
    tree.subscriptions(model: model, message: message)
  }

  /// What the feature and the modifier consist of.
  public var updateTree: FeatureTree<TypedModel> { tree }
  /// What the feature and the modifier consist of.
  public var subscriptionTree: FeatureTree<TypedModel> { tree }
}

extension Feature {
  /// Returns the feature with a function around each of its updates, those of its children
  /// included.
  ///
  /// ```swift
  /// accounts.modified { model, incoming, next in
  ///   guard model.isLoggedIn else { return [] }       // nothing inside is updated
  ///   return next(&model)
  /// }
  /// ```
  ///
  /// Called for the messages that something inside of the feature takes, in their order. What the
  /// function returns takes the place of what the feature returned; commands of children keep
  /// their addresses.
  ///
  /// - Parameter body: Is given the model of the feature, the message, and a function that updates
  ///   the feature with the message and returns its commands. Call that once, or not at all.
  public func modified(
    _ body:
      @escaping @Sendable (
        _ model: inout TypedModel, _ incoming: IncomingMessage,
        _ next: (inout TypedModel) -> [any Command]
      ) -> [any Command]
  ) -> ModifiedFeature<TypedModel> {
    ModifiedFeature(self) { address, incoming, next in
      body(&address.assumingMemoryBound(to: TypedModel.self).pointee, incoming) { model in
        withUnsafeMutablePointer(to: &model) { next(UnsafeMutableRawPointer($0)) }
      }
    }
  }

  /// Returns the feature, with commands made from each message that it or a child of it handles:
  /// for logging and analytics.
  ///
  /// The commands start before those of the feature.
  public func logged(
    _ commands: @escaping @Sendable (_ incoming: IncomingMessage) -> [any Command]
  ) -> ModifiedFeature<TypedModel> {
    modified { model, incoming, next in commands(incoming) + next(&model) }
  }

  /// Returns the feature, with a further update whenever a part of its model has changed.
  ///
  /// ```swift
  /// settings.onChange(of: \.language) { model, old in [LoadTexts(model.language)] }
  /// ```
  ///
  /// Keeps a copy of the part during the update, so the first change of an array in it copies that
  /// array.
  ///
  /// - Parameters:
  ///   - part: What is compared, by `==`.
  ///   - body: Is given the model and the old value; returns further commands, which come last.
  public func onChange<Value: Equatable & SendableMetatype>(
    of part: KeyPath<TypedModel, Value> & Sendable,
    _ body: @escaping @Sendable (_ model: inout TypedModel, _ old: Value) -> [any Command]
  ) -> ModifiedFeature<TypedModel> {
    modified { model, _, next in
      let old = model[keyPath: part]
      let commands = next(&model)
      return model[keyPath: part] == old ? commands : commands + body(&model, old)
    }
  }
}
