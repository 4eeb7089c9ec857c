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

  /// An updater that calls a function.
  @inlinable
  public init(
    _ function:
      @escaping @Sendable (consuming TypedModel, any Message) -> (TypedModel, [any Command])
  ) {
    self.function = function
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
