/// An updater for the messages of one type; all others pass it by.
///
/// ```swift
/// struct CounterUpdater: TypedUpdater {
///   func update(model: inout Counter, message: CounterMessage) -> [any Command] {
///     switch message {
///     case .increased: model.value += 1
///     }
///     return []
///   }
/// }
/// ```
///
/// A message of a class is taken by its own type: the updater of a superclass does not receive it.
public protocol TypedUpdater<TypedModel, TypedMessage>: Updater {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel
  /// The messages that this updater takes.
  associatedtype TypedMessage: Message

  /// Changes the model and returns the commands that should follow, in order.
  ///
  /// Called once for each message of the type; see ``Updater/update(model:message:)-(_,Message)``.
  func update(model: inout TypedModel, message: TypedMessage) -> [any Command]
}

extension TypedUpdater {
  /// Passes on a message of the right type and ignores any other.
  @inlinable
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    guard type(of: message) == TypedMessage.self, let message = message as? TypedMessage else {
      return []
    }
    return update(model: &model, message: message)
  }

  /// Returns the new model and the commands, without changing the model given: the form for tests.
  public func update(
    model: TypedModel, message: TypedMessage
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// The updater itself, called with the messages of the type.
  @inlinable
  public var updateTree: FeatureTree<TypedModel> {
    FeatureTree(only: TypedMessage.self, effects: effects) { model, message in
      self.update(model: &model, message: message)
    }
  }
}
