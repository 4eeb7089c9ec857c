/// The child that a listener is called for. Only the tree knows where it is.
@usableFromInline
package struct ListenedChild: Sendable {
  /// The address of the child, relative to the listener's model.
  let address: AnyAddress
  /// Calls a function with the memory address of the child, if the listener's model has it.
  let look: @Sendable (ReadPlace, (ReadPlace) -> Void) -> Void
}
