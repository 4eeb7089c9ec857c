/// The child that a listener is called for. Only the tree knows where it is.
@usableFromInline
package protocol ListenedChild: AnyObject, Sendable {
  /// The address of the child, relative to the listener's model.
  var address: AnyAddress { get }

  /// Calls a function with the memory address of the child, if the model has it.
  func look(in model: ReadPlace, _ body: (ReadPlace) -> Void)
}
