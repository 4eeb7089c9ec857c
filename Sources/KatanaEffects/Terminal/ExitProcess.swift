public import Katana

/// Ends the process with an exit status.
///
/// The texts of earlier ``Print`` commands and the changes that ``Persisted`` has not written yet are
/// written, and the terminal is restored first. Other commands are not awaited. Performed by the interpreters of `.terminal()`.
///
/// ```swift
/// case .quitRequested: return [ExitProcess()]
/// ```
public struct ExitProcess: Command, Hashable {
  /// The exit status: 0 for success, and 1 to 125 for failures. After a signal, it is 128 plus the
  /// number of the signal, such as 130.
  public var status: Int32

  /// Creates a command that ends the process.
  public init(_ status: Int32 = 0) { self.status = status }
}
