public import Katana

/// Rings the bell of the terminal, also while a full screen is shown. It has no effect if the output
/// is not a terminal. Performed by the interpreters of `.terminal()`.
public struct RingBell: Command, Hashable {
  /// Creates a command that rings the bell.
  public init() {}
}
