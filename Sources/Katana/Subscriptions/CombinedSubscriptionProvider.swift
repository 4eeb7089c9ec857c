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
  public typealias Part = SubscriptionProviderPart<TypedModel>
}
