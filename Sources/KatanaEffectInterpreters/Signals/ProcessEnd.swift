import Foundation

/// What the library does when the process ends by `exit`, in a fixed order.
enum ProcessEnd {
  private static let registered: Void = { _ = atexit { ProcessEnd.run() } }()

  /// Registers the end, once for the process.
  static func register() { _ = registered }

  private static func run() {
    // Data comes first: a user who does not want to wait for a program sends a signal.
    PersistedAtExit.save()
    ConsolesAtExit.finish()
    TerminalMemory.restoreAll()
    StandardErrorHold.end()
    #if os(macOS) || os(Linux)
      RunningPrograms.endAll(mayBeUrgent: false)
    #endif
  }
}
