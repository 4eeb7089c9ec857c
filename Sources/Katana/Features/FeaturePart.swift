/// One argument of ``Feature/with(_:)``: a feature, and the part of the model that it works on.
///
/// A static function creates each kind of part:
///
/// | part | the feature works on | opens a scope |
/// | --- | --- | --- |
/// | `.full` | the whole model | no |
/// | `.slice` | a property that is always there, or what a ``ClosurePart`` reaches | no |
/// | `.child` | a property that is always there | yes |
/// | `.optional` | a value that may be absent | yes |
/// | `.case` | the payload of one case of an enum | yes |
/// | `.each` | each element of a collection | yes |
///
/// `.listen` adds a listener to children instead of a feature.
public struct FeaturePart<TypedModel>: Sendable {
  // This type is neither nested in `CombinedUpdater` nor constrained to `Model`. Otherwise, the
  // creation of an array of parts would search all conformances of the app for that of the model.
  // The generic functions below are inlinable for the same reason.
  let entries: [TreeEntry]
  let effects: [any Effect.Type]

  init(_ entries: [TreeEntry], effects: [any Effect.Type] = []) {
    self.entries = entries
    self.effects = effects
  }
}

extension FeaturePart where TypedModel: Model {
  /// Returns a part with a feature of the whole model.
  ///
  /// - Parameter feature: An updater, a provider, or another feature of the same model.
  @inlinable
  public static func full(_ feature: some Feature<TypedModel>) -> Self {
    Self(whole: feature.tree)
  }

  /// Returns a part with a feature of a property that is always there.
  ///
  /// A slice opens no scope, so messages without an address reach its feature, and those of its
  /// commands and subscriptions go to the whole app. For a feature that stands in two properties, use
  /// ``child(_:_:listener:)``. If the key path consists of stored properties, the slice is changed in
  /// place. If it contains a computed property, each access copies the value of that property.
  ///
  /// Swift's key paths to two stored properties of one empty type are equal, so the runtime refuses two
  /// such parts. Give the type a stored property, or use a ``ClosurePart`` for each of them.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the slice.
  ///   - feature: The feature that works on the slice.
  @inlinable
  public static func slice<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child> & Sendable, _ feature: some Feature<Child>
  ) -> Self {
    Self(.property(keyPath, isChild: false), feature.tree)
  }

  /// Returns a part with a feature of a value that no key path reaches, but a closure does.
  ///
  /// It opens no scope, so messages without an address reach its feature. The feature does not run
  /// while the closure finds no value.
  ///
  /// - Parameters:
  ///   - part: The name and the closure of the part.
  ///   - feature: The feature that works on the value.
  @inlinable
  public static func slice<Child: Model>(
    _ part: ClosurePart<TypedModel, Child>, _ feature: some Feature<Child>
  ) -> Self {
    Self(.closure(part), feature.tree)
  }

  /// Returns a part that opens a scope, with the listener of the parent if there is one.
  @inlinable
  static func scope<Child: Model>(
    _ part: ModelPart, _ feature: some Feature<Child>,
    _ listener: (
      @Sendable (inout TypedModel, ScopeID?, Child.Receives) -> [any Command]
    )?
  ) -> Self {
    guard let listener else { return Self(part, feature.tree) }
    return Self(part, feature.tree) { model, id, _, message in
      listener(&model[as: TypedModel.self], id, message[as: Child.Receives.self])
    }
  }

  @usableFromInline
  init(whole tree: FeatureTree<TypedModel>) {
    if tree.node.isLazy {
      preconditionFailure(
        "A .full part of \(TypedModel.self) holds a LazyFeature. The model is always there, so"
          + " recursion would never end. To fix this, use the feature without LazyFeature, or an"
          + " .optional, .case or .each part.")
    }
    self.init(tree.node.entries, effects: tree.node.effects)
  }

  @usableFromInline
  init<Child: Model>(
    _ part: ModelPart, _ tree: FeatureTree<Child>,
    _ handler: (@Sendable (OpenPlace, ScopeID?, ListenedChild, ReadPlace) -> [any Command])? = nil
  ) {
    if part.isAlwaysThere, tree.node.isLazy {
      preconditionFailure(
        "The \(part.isScope ? "child" : "slice") \(part.name) of \(TypedModel.self) holds a"
          + " LazyFeature. It is always there, so recursion would never end. To fix this, use the"
          + " feature without LazyFeature, or an .optional, .case or .each part.")
    }
    var entries = [TreeEntry.child(part, tree.node.preparing)]
    if let handler {
      entries.append(
        .listener(
          Listener(
            children: .at(AnyAddress(part.name)), message: Child.Receives.self,
            parent: ModelPlace(model: TypedModel.self), handler: handler)))
    }
    self.init(entries)
  }
}
