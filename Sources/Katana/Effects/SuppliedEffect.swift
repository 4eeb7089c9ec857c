/// A command or a subscription whose interpreter comes with the framework.
///
/// An error that says that an interpreter is missing names it. Otherwise its advice would be to write one.
package protocol SuppliedEffect {
  /// The call that makes the interpreter, such as `.http()`.
  static var supplier: String { get }
}
