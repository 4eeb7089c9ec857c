/// An updater made from a closure, for simple cases and tests.
///
/// ```swift
/// let updater = FunctionUpdater<Counter> { (model: consuming Counter, message) in
///   model.value += 1
///   return (model, [])
/// }
/// ```
///
/// A closure that names its parameter `consuming`, as here, owns the model and copies nothing.
public struct FunctionUpdater<TypedModel: Model>: Updater {
  @usableFromInline
  let function: @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  /// What the creator says.
  public let takes: MessageTypes

  /// Creates an updater that calls a function.
  ///
  /// - Parameters:
  ///   - takes: The types of messages that the function takes, among all those that reach it.
  ///   - function: Returns the new model and the commands.
  @inlinable
  public init(
    takes: MessageTypes = .unstated,
    _ function:
      @escaping @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  ) {
    self.function = function
    self.takes = takes
  }

  /// Replaces the model by the one that the function returns.
  @inlinable
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    // The model is moved out, so that the function is its only owner: Swift has no safe spelling
    // that copies nothing in a debug build too. Its memory is uninitialised meanwhile, which nobody
    // can see: access is exclusive, and the function cannot throw.
    withUnsafeMutablePointer(to: &model) { pointer in
      let (newModel, commands) = function(pointer.move(), message)
      pointer.initialize(to: newModel)
      return commands
    }
  }
}

/// An updater for the messages of one type, made from a closure.
///
/// ```swift
/// .slice(\.counter, TypedFunctionUpdater { (model: inout Counter, message: CounterMessage) in
///   model.value += message.amount
///   return []
/// })
/// ```
public struct TypedFunctionUpdater<TypedModel: Model, TypedMessage: Message>: TypedUpdater {
  @usableFromInline
  let function: @Sendable (inout TypedModel, TypedMessage) -> [any Command]

  /// Creates an updater that calls a function.
  @inlinable
  public init(_ function: @escaping @Sendable (inout TypedModel, TypedMessage) -> [any Command]) {
    self.function = function
  }

  /// Calls the function.
  @inlinable
  public func update(model: inout TypedModel, message: TypedMessage) -> [any Command] {
    function(&model, message)
  }
}
