/// An updater written as a function from a model to a model.
///
/// The runtime still holds the old model while `updated` makes the new one, so the first change of
/// an array copies it. Prefer ``TypedUpdater`` for large models.
public protocol PureUpdater<TypedModel>: Updater {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel

  /// The new model, and the commands that should follow, in order.
  func updated(model: TypedModel, message: any Message) -> (TypedModel, [any Command])
}

extension PureUpdater {
  /// Replaces the model by the one that `updated(model:message:)` returns.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    let (newModel, commands) = updated(model: model, message: message)
    model = newModel
    return commands
  }
}
