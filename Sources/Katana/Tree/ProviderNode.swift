/// A provider at its place in the app's model.
///
/// This is the smallest unit that the runtime calls again after an update: a single provider, or all
/// providers of a part that may have several children or none. The tree has a subclass for each.
package class ProviderNode: @unchecked Sendable {
  // Sendable, because all properties are constant, also those of the subclasses.
  /// Its index in the declared order of the app's providers.
  package final let index: Int
  /// Whether it must be called after each message, because its result depends on the message.
  package final let readsMessage: Bool
  /// The bytes of the app's model that it reads.
  final let extent: ByteRange

  init(at index: Int, readsMessage: Bool, extent: ByteRange) {
    (self.index, self.readsMessage, self.extent) = (index, readsMessage, extent)
  }

  /// Returns the declared subscriptions. Their addresses may be relative to the provider's own
  /// model; ``address(_:)`` makes them relative to the app's model.
  ///
  /// - Parameter model: The address of the app's model.
  package func subscriptions(
    _ model: ReadPlace, _ message: any Message
  ) -> [any Subscription] { [] }

  /// Returns the declared subscriptions, and where their providers are in the list. Returns an index
  /// only if messages to children can be answered with it.
  package func subscriptionsWithIndex(
    _ model: ReadPlace, _ message: any Message
  ) -> (declared: [any Subscription], index: DeclarationIndex?) {
    (subscriptions(model, message), nil)
  }

  /// Asks only the providers whose result may differ after a message to a child of the node's part,
  /// or to a child inside of it.
  ///
  /// These are the providers of the child that the message may have changed, and those around it.
  ///
  /// - Parameter index: The positions of the old subscriptions. It then has those of the new ones,
  ///   if each range is as long as before.
  /// - Returns: For each item that was asked, its range in the old list, and what it declares now.
  ///   Returns `nil` if all providers must be called: if the message is for another part, if the child
  ///   is not there any more or has another `id`, or if an item declares its first subscription.
  package func subscriptions(
    after message: ScopedMessage, _ model: ReadPlace, _ index: DeclarationIndex,
    _ lastIndices: LastIndices
  ) -> [(range: Range<Int>, declared: [any Subscription])]? { nil }

  /// Whether ``address(_:)`` changes the addresses of children.
  package var isAddressed: Bool { false }

  /// Makes the addresses of children relative to the app's model.
  package func address(_ subscriptions: inout [any Subscription]) {}
}

/// A single provider.
final class SingleProvider: ProviderNode, @unchecked Sendable {
  // Sendable, because all properties are constant.
  private let place: ModelPlace
  private let offset: Int
  private let declare: RawDeclare

  init(at index: Int, _ place: ModelPlace, readsMessage: Bool, _ declare: @escaping RawDeclare) {
    (self.place, offset, self.declare) = (place, place.offset, declare)
    super.init(at: index, readsMessage: readsMessage, extent: place.extent)
  }

  override func subscriptions(
    _ model: ReadPlace, _ message: any Message
  ) -> [any Subscription] { declare(model + offset, message) }

  override var isAddressed: Bool { !place.path.isEmpty }

  override func address(_ subscriptions: inout [any Subscription]) {
    for index in subscriptions.indices where subscriptions[index].isWrapper {
      subscriptions[index] = lift(subscriptions[index], place)
    }
  }
}

/// What providers are asked with if there is no message. A box with a message is passed on as it is,
/// while one that may be empty would be copied for each provider.
package enum NoMessage: Message { case none }
