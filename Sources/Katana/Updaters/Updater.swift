/// The pure logic of an app or of a part of it.
///
/// Conform to the form that fits: ``TypedUpdater`` for one message type, ``PureUpdater`` for the
/// form of a mathematical function, this protocol for everything else. Compose with
/// ``CombinedUpdater``.
///
/// - Important: An updater must be pure: the same model and message give the same model and
///   commands. Time, randomness and identifiers enter through messages.
public protocol Updater<TypedModel>: Sendable {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel: Model

  /// Changes the model and returns the commands that should follow, in order.
  ///
  /// The runtime calls this once for each message, never twice at the same time and never from
  /// within itself. A message that does not concern the updater leaves the model as it is and
  /// returns no commands.
  func update(model: inout TypedModel, message: any Message) -> [any Command]

  /// Which messages reach this updater, and how. You rarely write this: the default is every
  /// message, a ``TypedUpdater`` takes its own type, a ``CombinedUpdater`` what its parts take.
  var routes: UpdateRoutes<TypedModel> { get }
}

extension Updater {
  /// The new model and the commands, without changing the model given: the form for tests.
  public func update(
    model: TypedModel, message: any Message
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// Every message.
  @inlinable
  public var routes: UpdateRoutes<TypedModel> {
    .every { model, message in self.update(model: &model, message: message) }
  }
}
