public import Katana

/// A view of a model without `typealias Receives` names this type in the compiler's first error,
/// instead of "no exact matches".
extension MissingTypealiasReceives: Equatable {
  /// There are no values.
  public static func == (lhs: Self, rhs: Self) -> Bool {}
}
