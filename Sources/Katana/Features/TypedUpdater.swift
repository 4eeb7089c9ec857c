/// An updater for the messages of one type. It does not receive messages of other types.
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
/// The type of the message is all that such an updater takes: a `takes` of its own is ignored.
///
/// If the message is an object, the type as which it is sent counts: a `Cat()` that is sent as an
/// `Animal` reaches the updaters of `Animal` only, and otherwise those of `Cat` only.
public protocol TypedUpdater<TypedModel, TypedMessage>: Updater {
  /// The part of the app's model that this updater changes.
  associatedtype TypedModel
  /// The type of the messages that this updater takes.
  associatedtype TypedMessage: Message

  /// Changes the model, and returns the commands that should follow, in their order.
  ///
  /// The runtime calls this for each message of the type that reaches the updater; see
  /// ``Updater/update(model:message:)-(_,Message)``.
  func update(model: inout TypedModel, message: TypedMessage) -> [any Command]
}

extension TypedUpdater {
  /// Handles a message of the right type, and ignores a message of any other type.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    guard typeID(of: message) == ObjectIdentifier(TypedMessage.self) else { return [] }
    // Safe, because the types are equal. A cast takes twice as long.
    return withPayload(of: message) {
      update(model: &model, message: $0[as: TypedMessage.self])
    }
  }

  /// Returns the new model and the commands, and leaves the given model unchanged. For tests.
  public func update(
    model: TypedModel, message: TypedMessage
  ) -> (TypedModel, [any Command]) {
    var model = model
    let commands: [any Command] = update(model: &model, message: message)
    return (model, commands)
  }

  /// The tree of the updater alone, which takes the messages of one type.
  @inlinable
  public var updateTree: FeatureTree<TypedModel> {
    FeatureTree(only: TypedMessage.self, effects: effects) { model, message in
      self.update(
        model: &model[as: TypedModel.self],
        message: message[as: TypedMessage.self])
    }
  }
}
