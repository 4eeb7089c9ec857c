public import Katana

/// Shows something to the user.
public struct Show: Command, Equatable {
  /// What to show.
  public var output: Output

  /// Shows something.
  public init(_ output: Output) { self.output = output }
}
