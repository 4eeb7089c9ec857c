/// A signal that the system sends to the process.
public enum ProcessSignal: Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
  /// `SIGINT`: the user pressed Ctrl-C.
  case interrupt
  /// `SIGTERM`: a service manager or `kill` requests the process to end.
  case terminate
  /// `SIGHUP`: the terminal was closed. For a service: a request to read its configuration again.
  case hangUp
  /// `SIGQUIT`: the user pressed Ctrl-\.
  case quit
  /// `SIGWINCH`: the size of the terminal changed.
  case windowChanged
  /// `SIGCONT`: the process continues after it was stopped.
  case continued
  /// `SIGUSR1`: a signal that the app may define.
  case user1
  /// `SIGUSR2`: a signal that the app may define.
  case user2

  /// The POSIX name of the signal, such as `SIGINT`.
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
