/// One feature and the part of the model it works on, for ``CombinedUpdater``.
///
/// Each kind of part is a static function: `.full`, `.slice`, `.optional`, `.case`, `.each`, and
/// `.listen`.
public struct FeaturePart<TypedModel>: Sendable {
  // Not inside `CombinedUpdater`, and not for models only: to make an array of parts, the system
  // would look for the model's conformance among all conformances of the app. For the same reason
  // the functions can be inlined as far as their generic parameters go.
  let entries: [TreeEntry]
  let effects: [Effect]

  init(_ entries: [TreeEntry], effects: [Effect] = []) {
    self.entries = entries
    self.effects = effects
  }
}

extension FeaturePart where TypedModel: Model {
  /// A feature of the whole model.
  @inlinable
  public static func full(_ feature: some Feature<TypedModel>) -> Self {
    Self(whole: feature.tree)
  }

  /// A feature of a part that is always there.
  ///
  /// Messages without an address reach it. A key path of stored properties changes the part in
  /// place. One with a computed step copies what the step returns; use a ``ClosurePart`` for those.
  @inlinable
  public static func slice<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child> & Sendable, _ feature: some Feature<Child>
  ) -> Self {
    child(.slice(keyPath), feature)
  }

  /// A feature of a part that closures reach.
  @inlinable
  public static func slice<Child: Model>(
    _ part: ClosurePart<TypedModel, Child>, _ feature: some Feature<Child>
  ) -> Self {
    child(.closure(part), feature)
  }

  @inlinable
  static func child<Child: Model>(_ part: ModelPart, _ feature: some Feature<Child>) -> Self {
    Self(part, feature.tree)
  }

  /// A child in a scope, and who listens to it.
  @inlinable
  static func scope<Child: Model>(
    _ part: ModelPart, _ feature: some Feature<Child>,
    _ listener: (
      @Sendable (inout TypedModel, ScopeID?, Child.Receives) -> [any Command]
    )?
  ) -> Self {
    guard let listener else { return child(part, feature) }
    return Self(part, feature.tree, hearing: MessageKind(Child.Receives.self)) {
      model, id, _, message in
      listener(
        &model.assumingMemoryBound(to: TypedModel.self).pointee, id,
        message.assumingMemoryBound(to: Child.Receives.self).pointee)
    }
  }

  @usableFromInline
  init(whole tree: FeatureTree<TypedModel>) {
    self.init(tree.node.entries, effects: tree.node.effects)
  }

  @usableFromInline
  init<Child: Model>(_ part: ModelPart, _ tree: FeatureTree<Child>) {
    if part.isAlwaysThere, tree.node.isLazy {
      preconditionFailure(
        "The slice \(part.name) of \(TypedModel.self) holds a LazyFeature. A slice is always there, so"
          + " recursion would never end. To fix this, use the feature without LazyFeature, or an"
          + " .optional, .case or .each part.")
    }
    self.init([.child(part, part.offset == nil ? tree.node.preparing : tree.node)])
  }

  @usableFromInline
  init<Child: Model>(
    _ part: ModelPart, _ tree: FeatureTree<Child>, hearing message: MessageKind,
    _ hear:
      @escaping @Sendable (
        UnsafeMutableRawPointer, ScopeID?, Scope, UnsafeRawPointer
      ) -> [any Command]
  ) {
    let listener = Listener(
      place: .parts([part.name]), message: message, model: TypedModel.self, hear: hear)
    self.init([.child(part, tree.node.preparing), .listener(listener)])
  }
}
