public import Katana

/// A model without `typealias Receives` may have a view, and the compiler's first error about a message of
/// that view names this type.
extension MissingTypealiasReceives: Equatable {
  /// There are no values.
  public static func == (lhs: Self, rhs: Self) -> Bool {}
}
