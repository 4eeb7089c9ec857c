/// The pure logic of an app or of a part of it.
///
/// Conform to the form that fits: ``TypedUpdater`` for one message type, ``PureUpdater`` for the
/// form of a mathematical function, this protocol for everything else. Compose with
/// ``CombinedUpdater``.
///
/// - Important: An updater must be pure: the same model and message give the same model and
///   commands. Time, randomness and identifiers enter through messages.
public protocol Updater<TypedModel>: Feature {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel

  /// Changes the model and returns the commands that should follow, in order.
  ///
  /// The runtime calls this once for each message, never twice at the same time and never from
  /// within itself. A message that does not concern the updater leaves the model as it is and
  /// returns no commands.
  func update(model: inout TypedModel, message: any Message) -> [any Command]

  /// The types of messages that the updater takes, among all those that reach it;
  /// ``MessageTypes/unstated`` unless you say otherwise.
  ///
  /// A message whose type no updater takes is reported. A ``TypedUpdater`` takes its own type, so
  /// this is for updaters that receive every message.
  var takes: MessageTypes { get }

  /// What the updater consists of. Made by the framework.
  var updateTree: FeatureTree<TypedModel> { get }
}

extension Updater {
  /// Returns the new model and the commands, without changing the model given: the form for tests.
  public func update(
    model: TypedModel, message: any Message
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// Unstated.
  public var takes: MessageTypes { .unstated }

  /// The updater itself, called with every message.
  @inlinable
  public var updateTree: FeatureTree<TypedModel> {
    FeatureTree(takes: takes, effects: effects) { model, message in
      self.update(model: &model, message: message)
    }
  }
}

extension Feature where Self: Updater {
  /// The updater itself.
  ///
  /// In debug builds, an updater that another module makes a ``SubscriptionProvider`` stops the
  /// program: its subscriptions cannot be known here.
  @inlinable
  public var tree: FeatureTree<TypedModel> {
    assert(!(self is any SubscriptionProvider), otherModule(Self.self, "SubscriptionProvider"))
    return updateTree
  }
}

extension Feature where Self: SubscriptionProvider {
  /// The provider itself.
  ///
  /// In debug builds, a provider that another module makes an ``Updater`` stops the program: its
  /// updates cannot be known here.
  @inlinable
  public var tree: FeatureTree<TypedModel> {
    assert(!(self is any Updater), otherModule(Self.self, "Updater"))
    return subscriptionTree
  }
}

/// What is wrong with a type that is a feature in one module and another kind of feature in a
/// second one.
@usableFromInline
func otherModule(_ type: Any.Type, _ kind: String) -> String {
  """
  \(type) conforms to \(kind) in another module than the rest of it.
  Its place in the tree was decided where it became a feature, so what it does as a \(kind) would be \
  ignored.
  To fix this, state both conformances in one module, or pass `Both(…)` to the part.
  """
}

/// A type that is an ``Updater`` in one module and a ``SubscriptionProvider`` in another, as one
/// feature.
///
/// A type that is both in one module needs no wrapper.
public struct Both<Content: Updater & SubscriptionProvider>: Feature {
  /// Both trees.
  public let tree: FeatureTree<Content.TypedModel>

  /// Wraps a type that is both.
  public init(_ content: Content) { tree = content.updateTree + content.subscriptionTree }
}

extension Feature where Self: Updater & SubscriptionProvider {
  /// The updater and the provider.
  public var tree: FeatureTree<TypedModel> { updateTree + subscriptionTree }
}
