/// An updater that returns a new model instead of changing the old one.
///
/// The runtime keeps the old model while ``updated(model:message:)`` makes the new one, so the
/// first change of an array copies it. Prefer ``TypedUpdater`` for large models.
/// State ``Updater/takes``; otherwise, each message that no other updater takes is reported.
public protocol PureUpdater<TypedModel>: Updater {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel

  /// Returns the new model, and the commands that should follow, in their order.
  ///
  /// It is called for messages of every type. For a message that does not concern the updater,
  /// return the model unchanged and no commands.
  func updated(model: TypedModel, message: any Message) -> (TypedModel, [any Command])
}

extension PureUpdater {
  /// Replaces the model by the one that ``updated(model:message:)`` returns, and returns its
  /// commands.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    let (newModel, commands) = updated(model: model, message: message)
    model = newModel
    return commands
  }
}
