public import Katana

/// Ends the process with a status for the program that started it.
///
/// Texts of earlier ``Print`` commands are written and the terminal is restored before. Other
/// commands are not waited for. Performed by `.terminal()`.
///
/// ```swift
/// case .quitRequested: return [ExitProcess()]
/// ```
public struct ExitProcess: Command, Hashable {
  /// 0 for success; 1 to 125 for failures; 128 and the number of a signal, such as 130, after it.
  public var status: Int32

  /// Creates a command that ends the process.
  public init(_ status: Int32 = 0) { self.status = status }
}
