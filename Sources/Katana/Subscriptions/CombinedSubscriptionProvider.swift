/// Several subscription providers as one, each for its part of the model; composes exactly as
/// ``CombinedUpdater`` does.
public struct CombinedSubscriptionProvider<TypedModel: Model>: SubscriptionProvider {
  /// What the parts consist of.
  public let declarations: SubscriptionDeclarations<TypedModel>

  /// Combines parts in the order given.
  public init(_ parts: [Part]) {
    let nodes = parts.map(\.node)
    self.declarations = SubscriptionDeclarations(node: .group(nodes))
  }

  /// The subscriptions of all parts, in their order.
  public func subscriptions(
    model: TypedModel, message: (any Message)?
  ) -> [any Subscription] {
    declarations.subscriptions(model: model, message: message)
  }

  /// One provider and the part of the model it depends on.
  public struct Part: Sendable {
    let node: DeclarationNode
  }
}

extension CombinedSubscriptionProvider.Part {
  /// A provider for the whole model.
  public static func full(_ provider: some SubscriptionProvider<TypedModel>) -> Self {
    Self(node: provider.declarations.node)
  }

  /// A provider for a part of the model that is always there.
  public static func slice<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child> & Sendable,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    child(.slice(keyPath), provider)
  }

  /// A provider for a part that a closure reads; `nil` means that there is none now. The name is that
  /// of the ``CombinedUpdater`` part for the same child.
  public static func slice<Child: Model>(
    named name: String, _ provider: some SubscriptionProvider<Child>,
    read: @escaping @Sendable (TypedModel) -> Child?
  ) -> Self {
    child(.reading(name: name, read: read), provider)
  }

  /// A provider for a value that comes and goes; asked only while there is one.
  public static func optional<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    child(.optional(keyPath, identify: nil), provider)
  }

  /// A provider for an identified value that comes and goes; asked only while there is one.
  public static func optional<Child: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self where Child.ID: Sendable {
    child(.optional(keyPath, identify: { ScopeID($0.id) }), provider)
  }

  /// A provider for the payload of one case of an enum; asked only while the enum is in that case.
  public static func `case`<Whole: Sendable, Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    child(.enumCase(keyPath, enumCase), provider)
  }

  /// A provider for each element of a collection.
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

  private static func child<Child: Model>(
    _ part: ModelPart, _ provider: some SubscriptionProvider<Child>
  ) -> Self {
    Self(node: .child(part, provider.declarations.node))
  }
}
