/// The pure logic of an app or of a part of it.
///
/// Conform to the protocol that fits: ``TypedUpdater`` for one message type, ``PureUpdater`` for a
/// function that returns a new model, and this protocol for everything else. Combine updaters with
/// ``CombinedUpdater``.
///
/// - Important: An updater must be pure: equal models and messages give equal models and commands.
///   The current time, random values and new identifiers come from messages.
public protocol Updater<TypedModel>: Feature {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel

  /// Changes the model, and returns the commands that should follow, in their order.
  ///
  /// The runtime calls this for each message that reaches the updater, in the order in which the
  /// messages were sent. Calls never overlap and are never nested. The `Execution` of the runtime
  /// determines the thread. If the runtime checks purity, it also calls the updater on copies of
  /// the model.
  ///
  /// For a message that does not concern the updater, leave the model unchanged and return no
  /// commands.
  ///
  /// - Parameters:
  ///   - model: The part of the app's model that this updater changes.
  ///   - message: The message. A child receives a message without its address.
  /// - Returns: The commands, which start in this order after the new model is visible.
  func update(model: inout TypedModel, message: any Message) -> [any Command]

  /// The types of messages that the updater handles. The default is ``MessageTypes/unstated``.
  ///
  /// The runtime reports a message that no updater takes. A ``TypedUpdater`` takes its own type,
  /// and needs no `takes`. Other updaters receive messages of every type, so they state here which
  /// types they take. The property does not change which messages the updater receives.
  var takes: MessageTypes { get }

  /// The tree of the updater. The framework implements this property.
  var updateTree: FeatureTree<TypedModel> { get }
}

extension Updater {
  /// Returns the new model and the commands, and leaves the given model unchanged. For tests.
  public func update(
    model: TypedModel, message: any Message
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// ``MessageTypes/unstated``.
  public var takes: MessageTypes { .unstated }

  /// The tree of the updater alone, which receives messages of every type.
  @inlinable
  public var updateTree: FeatureTree<TypedModel> {
    FeatureTree(takes: takes, effects: effects) { model, message in
      self.update(model: &model, message: message)
    }
  }
}

extension Feature where Self: Updater {
  /// The tree of the updater.
  ///
  /// In debug builds, the program stops if the type conforms to ``MessageSubscriptionProvider`` in
  /// another module, because its subscriptions would be ignored.
  @inlinable
  public var tree: FeatureTree<TypedModel> {
    assert(
      !(self is any MessageSubscriptionProvider),
      otherModule(Self.self, "MessageSubscriptionProvider"))
    return updateTree
  }
}

extension Feature where Self: MessageSubscriptionProvider {
  /// The tree of the subscription provider.
  ///
  /// In debug builds, the program stops if the type conforms to ``Updater`` in another module,
  /// because its updates would be ignored.
  @inlinable
  public var tree: FeatureTree<TypedModel> {
    assert(!(self is any Updater), otherModule(Self.self, "Updater"))
    return subscriptionTree
  }
}

/// Returns the failure text for a type that is an updater in one module and a subscription provider
/// in another.
@usableFromInline
func otherModule(_ type: Any.Type, _ kind: String) -> String {
  """
  \(type) is a feature in one module, and conforms to \(kind) in another.
  The compiler chose its tree in the first module, so what it does as a \(kind) would be ignored.
  To fix this, state both conformances in one module, or give the \(kind) a type of its own.
  """
}

extension Feature where Self: Updater & MessageSubscriptionProvider {
  /// The trees of the updater and of the subscription provider, combined.
  public var tree: FeatureTree<TypedModel> { updateTree + subscriptionTree }
}
