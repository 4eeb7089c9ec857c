public import Katana

/// Ends the program.
public struct Quit: Command, Equatable {
  /// What the program tells its caller: 0 if all is well.
  public var status: Int32

  /// Ends the program.
  public init(status: Int32 = 0) { self.status = status }
}
