/// A way to make code wrong in one place.
public enum MutationOperator: String, CaseIterable, Codable, Sendable {
  /// A condition, or an operand of `!`, means the opposite.
  case negate = "negate"
  /// `==` ↔ `!=`, `===` ↔ `!==`.
  case equality = "equality"
  /// `<` ↔ `<=`, `>` ↔ `>=`.
  case boundary = "boundary"
  /// `&&` ↔ `||`.
  case andOr = "and/or"
  /// `+` ↔ `-`, and `+=` ↔ `-=`, beside an integer literal.
  case plusMinus = "plus/minus"
  /// `true` ↔ `false`.
  case boolean = "boolean"
  /// An integer literal is one more.
  case integer = "integer + 1"
  /// A call or an assignment does not happen.
  case drop = "drop statement"
  /// A function of type `Bool` returns the opposite.
  case result = "negate result"
  /// A `guard` lets everything pass.
  case noGuard = "no guard"
  /// A member is taken from the other end: `first` ↔ `last`, `min` ↔ `max`.
  case otherEnd = "other end"
  /// `a ?? b` is always `b`.
  case onlyDefault = "only default"
}
