/// A signal that the system sends to the process.
public enum ProcessSignal: Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
  /// `SIGINT`: the user pressed Ctrl-C.
  case interrupt
  /// `SIGTERM`: the process shall end, as a service manager or `kill` asks.
  case terminate
  /// `SIGHUP`: the terminal was closed; services read their configuration again.
  case hangUp
  /// `SIGQUIT`: the user pressed Ctrl-\.
  case quit
  /// `SIGWINCH`: the size of the terminal has changed.
  case windowChanged
  /// `SIGCONT`: the process runs again after it was stopped.
  case continued
  /// `SIGUSR1`.
  case user1
  /// `SIGUSR2`.
  case user2

  /// The name of the signal in POSIX.
  public var description: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .hangUp: "SIGHUP"
    case .quit: "SIGQUIT"
    case .windowChanged: "SIGWINCH"
    case .continued: "SIGCONT"
    case .user1: "SIGUSR1"
    case .user2: "SIGUSR2"
    }
  }
}
