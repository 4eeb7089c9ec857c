/// A part of a model, reached by address: where it is, what it is called, whether it is a scope.
///
/// Both closures call their last argument once for each child meant: the one with the `id` given,
/// or every child there is if none is given. `change` may be called only with exclusive access to
/// the model at the address; `read` changes nothing, not even the uniqueness of a buffer.
///
/// An object, since the routers hand it on again and again: as a struct it takes five retains.
@usableFromInline
package final class ModelPart: Sendable {
  @usableFromInline
  package typealias Change =
    @Sendable (
      UnsafeMutableRawPointer, ScopeID?, (UnsafeMutableRawPointer, ScopeID?) -> Void
    ) -> Void
  @usableFromInline
  package typealias Read =
    @Sendable (UnsafeRawPointer, ScopeID?, (UnsafeRawPointer, ScopeID?) -> Void) -> Void

  let name: PartName
  /// What messages of the child without an address mean: a slice lets them pass to the whole app, a
  /// scope keeps them.
  let isScope: Bool
  /// Whether there may be several children, so that messages without an address reach none.
  let isCollection: Bool
  /// Where a slice lies in its model, if it is stored inline.
  let offset: Int?
  /// What the children take of their model, if that is stored inline.
  let extent: Extent?
  package let change: Change
  package let read: Read

  @usableFromInline
  init(
    _ name: PartName, isScope: Bool = false, isCollection: Bool = false, offset: Int? = nil,
    bytes: Range<Int>? = nil, change: @escaping Change, read: @escaping Read
  ) {
    self.name = name
    self.isScope = isScope
    self.isCollection = isCollection
    self.offset = offset
    self.extent = bytes.map { Extent($0) }
    self.change = change
    self.read = read
  }

  /// The commands of a child, addressed as their parent's parent must see them.
  func addressed(_ commands: [any Command], _ id: ScopeID?) -> [any Command] {
    if commands.isEmpty { return commands }
    if !isScope { return commands.map { addScopes([name], to: $0) } }
    let scope = Scope(name, id: id)
    return commands.map { ScopedCommand($0, in: scope) }
  }

  /// Addresses the subscriptions of a child as its parent's parent must see them.
  func address(_ subscriptions: inout [any Subscription], _ id: ScopeID?) {
    if isScope {
      let scope = Scope(name, id: id)
      for index in subscriptions.indices {
        subscriptions[index] = ScopedSubscription(subscriptions[index], in: scope)
      }
    } else {
      for index in subscriptions.indices where subscriptions[index].isWrapper {
        subscriptions[index] = addScopes([name], to: subscriptions[index])
      }
    }
  }
}

/// A subscription of a slice: what belongs to a child of the slice gets the whole address.
private func addScopes(_ slices: [PartName], to subscription: any Subscription) -> any Subscription
{
  guard subscription.isWrapper else { return subscription }
  return switch subscription {
  case let scoped as ScopedSubscription:
    ScopedSubscription(scoped, in: Scope(slices.map { Scope.Step(part: $0, id: nil) }))
  case let wrapper as any SubscriptionWrapper:
    wrapper.replacingContent { addScopes(slices, to: $0) }
  default: subscription
  }
}
