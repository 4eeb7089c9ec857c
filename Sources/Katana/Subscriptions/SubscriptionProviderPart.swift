/// One subscription provider and the part of the model it depends on, for
/// ``CombinedSubscriptionProvider``.
///
/// Each kind of part is a static function, named as that of ``UpdaterPart``.
public struct SubscriptionProviderPart<TypedModel>: Sendable {
  // For why this is not inside the combined provider, and why its functions can be inlined, see
  // `UpdaterPart`.
  let node: DeclarationNode
}

extension SubscriptionProviderPart where TypedModel: Model {
  /// A provider for the whole model.
  @inlinable
  public static func full(_ provider: some SubscriptionProvider<TypedModel>) -> Self {
    Self(provider.declarations)
  }

  /// A provider for a part of the model that is always there.
  @inlinable
  public static func slice<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child> & Sendable,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    child(.slice(keyPath), provider)
  }

  /// A provider for a part that a closure reads; `nil` means that there is none now. The name is that
  /// of the ``CombinedUpdater`` part for the same child.
  @inlinable
  public static func slice<Child: Model>(
    named name: String, _ provider: some SubscriptionProvider<Child>,
    read: @escaping @Sendable (TypedModel) -> Child?
  ) -> Self {
    child(.reading(name: name, read: read), provider)
  }

  /// A provider for a value that comes and goes; asked only while there is one.
  @inlinable
  public static func optional<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    child(.optional(keyPath, identify: nil), provider)
  }

  /// A provider for an identified value that comes and goes; asked only while there is one.
  @inlinable
  public static func optional<Child: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self where Child.ID: Sendable {
    child(.optional(keyPath, identify: { ScopeID($0.id) }), provider)
  }

  /// A provider for the payload of one case of an enum; asked only while the enum is in that case.
  @inlinable
  public static func `case`<Whole: Sendable, Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    child(.enumCase(keyPath, enumCase), provider)
  }

  /// A provider for each element of a collection.
  @inlinable
  public static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ provider: some SubscriptionProvider<Elements.Element>
  ) -> Self
  where
    Elements: MutableCollection & Sendable, Elements.Element: Model & Identifiable,
    Elements.Element.ID: Sendable
  {
    child(.each(keyPath), provider)
  }

  @inlinable
  static func child<Child: Model>(
    _ part: ModelPart, _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    Self(part, provider.declarations)
  }

  @usableFromInline
  init(_ declarations: SubscriptionDeclarations<TypedModel>) { node = declarations.node }

  @usableFromInline
  init<Child: Model>(_ part: ModelPart, _ declarations: SubscriptionDeclarations<Child>) {
    node = .child(part, declarations.node)
  }
}
