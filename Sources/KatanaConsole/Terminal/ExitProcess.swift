public import Katana

/// Ends the process with an exit status.
///
/// The process ends when the commands that the same update has returned before this one have ended
/// and their messages were handled:
///
/// ```swift
/// case .quitRequested: return [WriteFile(path, model.text, reply), ExitProcess()]
/// ```
///
/// Other commands are not awaited. A command before it that never ends, such as one that serves
/// requests, keeps the process alive; cancel it in the same list. Then the texts of all earlier
/// ``Print`` commands and the changes that ``KatanaEffects/Persisted`` has not written yet are
/// written, the terminal is restored, and programs that still run are ended. Performed by the
/// interpreters of `.terminal()`.
public struct ExitProcess: Command, Hashable {
  /// The exit status: 0 for success, and 1 to 125 for failures. After a signal, it is 128 plus the
  /// number of the signal, such as 130.
  public var status: Int32

  /// Creates a command that ends the process.
  public init(_ status: Int32 = 0) { self.status = status }
}
