extension Feature {
  /// Returns the feature with a function around each of its updates and those of its children.
  ///
  /// ```swift
  /// accounts.modified { model, incoming, next in
  ///   guard model.isLoggedIn else { return [] }       // nothing inside is updated
  ///   return next(&model)
  /// }
  /// ```
  ///
  /// The function is called once for each message that reaches an updater or a listener in the
  /// feature. The commands that it returns replace those of the feature. Commands of children keep
  /// their addresses. If a feature has several modifiers, the one that is written last is the outermost.
  ///
  /// A modifier cannot prevent the removal of a child that returns ``Dismiss``. The function
  /// receives the message ``Dismissed``, and the child is removed even if the function does not
  /// call `next`.
  ///
  /// - Parameter body: Receives the model of the feature, the message, and `next`, which updates
  ///   the feature with the message and returns its commands. Call `next` once, or not at all.
  public func modified(
    _ body:
      @escaping @Sendable (
        _ model: inout TypedModel, _ incoming: IncomingMessage,
        _ next: (inout TypedModel) -> [any Command]
      ) -> [any Command]
  ) -> CombinedUpdater<TypedModel> {
    let modifier: Modifier = { address, incoming, next in
      body(&address[as: TypedModel.self], incoming) { model in
        withPlace(of: &model, next)
      }
    }
    // The parts of the feature stay in the tree of the app. So its children keep their addresses and
    // lifetimes, and its subscriptions are declared as before.
    let make: @Sendable (FeatureNode) -> FeatureNode = { inner in
      FeatureNode(
        [.modified(modifier, inner.preparing)], model: TypedModel.self, effects: [],
        isPrepared: true)
    }
    let inner = tree.node
    // A lazy feature must not be resolved yet. It may refer to the feature that is being created.
    let node =
      inner.site.map { site in
        FeatureNode(
          lazy: { make(inner.resolved) }, site: site + " modified", model: TypedModel.self)
      } ?? make(inner)
    return CombinedUpdater(tree: FeatureTree(node: node))
  }

  /// Returns the feature with additional commands for each message that reaches an updater in it.
  /// Use it for logging and analytics.
  ///
  /// The additional commands start before those of the feature.
  ///
  /// - Parameter commands: Returns the additional commands for a message.
  public func logged(
    _ commands: @escaping @Sendable (_ incoming: IncomingMessage) -> [any Command]
  ) -> CombinedUpdater<TypedModel> {
    modified { model, incoming, next in commands(incoming) + next(&model) }
  }

  /// Returns the feature with a further update whenever a part of its model has changed.
  ///
  /// ```swift
  /// settings.onChange(of: \.language) { model, old in [LoadTexts(model.language)] }
  /// ```
  ///
  /// The part is compared by `==` before and after each update of the feature or of one of its
  /// children. A NaN counts as equal to itself.
  ///
  /// - Important: Every change counts, also one by a loaded value or by an undo. To save only what the
  ///   person has changed, return the command from the update of that person's message instead.
  ///
  /// - Parameters:
  ///   - part: The part of the model that is compared.
  ///   - body: Receives the model, which it may change, and the old value of the part. Returns
  ///     further commands, which follow those of the feature.
  /// - Complexity: The modifier keeps the old value during the update. So the first change of an
  ///   array in the part copies that array.
  public func onChange<Value: Equatable & SendableMetatype>(
    of part: KeyPath<TypedModel, Value> & Sendable,
    _ body: @escaping @Sendable (_ model: inout TypedModel, _ old: Value) -> [any Command]
  ) -> CombinedUpdater<TypedModel> {
    modified { model, _, next in
      let old = model[keyPath: part]
      let commands = next(&model)
      return isUnchanged(old, model[keyPath: part]) ? commands : commands + body(&model, old)
    }
  }
}
