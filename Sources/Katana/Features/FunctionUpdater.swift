/// An updater made from a closure, for simple cases and tests.
///
/// ```swift
/// let updater = FunctionUpdater<Counter>(takes: .all) { (model: consuming Counter, message) in
///   model.value += 1
///   return (model, [])
/// }
/// ```
///
/// State what it takes; otherwise, each message that no other updater takes is reported.
///
/// A closure that declares its parameter `consuming`, as here, owns the model and copies nothing.
public struct FunctionUpdater<TypedModel: Model>: Updater {
  @usableFromInline
  let function: @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  /// The types of messages that the function handles; see ``Updater/takes``.
  public let takes: MessageTypes

  /// Creates an updater that calls a function.
  ///
  /// - Parameters:
  ///   - takes: The types of messages that the function handles; see ``Updater/takes``.
  ///   - function: A pure function that returns the new model and the commands, in their order. It
  ///     is called for messages of every type.
  @inlinable
  public init(
    takes: MessageTypes = .unstated,
    _ function:
      @escaping @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  ) {
    self.function = function
    self.takes = takes
  }

  /// Replaces the model by the one that the function returns, and returns its commands.
  @inlinable
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    // Without a copy: the function is the model's only owner.
    replace(&model, by: function, message)
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
  ///
  /// - Parameter function: A pure function that changes the model and returns the commands, in
  ///   their order.
  @inlinable
  public init(_ function: @escaping @Sendable (inout TypedModel, TypedMessage) -> [any Command]) {
    self.function = function
  }

  /// Calls the function, and returns its commands.
  @inlinable
  public func update(model: inout TypedModel, message: TypedMessage) -> [any Command] {
    function(&model, message)
  }
}
