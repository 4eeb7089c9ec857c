/// The reason why a line is not valid. The text never contains a part that may be a password.
public struct Mistake: Error, Hashable {
  /// What is wrong, as a clause without a full stop.
  public var text: String

  /// Creates a mistake.
  public init(_ text: String) { self.text = text }
}
