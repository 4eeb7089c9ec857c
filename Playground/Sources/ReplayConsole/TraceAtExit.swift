import Foundation
import KatanaRecording
import Synchronization

/// Writes a trace when the process ends, because an example may end the process during a step.
enum TraceAtExit {
  private static let content = Mutex<(trace: EventTrace, path: String)?>(nil)

  static func write(_ trace: EventTrace, to path: String) {
    content.withLock { $0 = (trace, path) }
    _ = atexit {
      guard let (trace, path) = TraceAtExit.content.withLock({ $0 }) else { return }
      do {
        try trace.json().write(toFile: path, atomically: true, encoding: .utf8)
      } catch {
        FileHandle.standardError.write(Data("The trace cannot be written: \(error)\n".utf8))
      }
    }
  }
}
