import Foundation
import KatanaRecording
import Synchronization

/// Writes a trace when the process ends, because an example may end the process during a step.
enum TraceAtExit {
  private static let content = Mutex<(trace: EventTrace, path: String)?>(nil)

  /// - Throws: A ``TraceError`` if the file cannot be created, so that a wrong path is known at once.
  static func write(_ trace: EventTrace, to path: String) throws {
    guard let file = fopen(path, "w") else {
      throw TraceError(path: path, reason: String(cString: strerror(errno)))
    }
    fclose(file)
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

/// A trace cannot be written to a file.
public struct TraceError: Error, CustomStringConvertible {
  var path: String
  var reason: String

  /// What is wrong, and how to fix it.
  public var description: String {
    "\(path): The trace cannot be written: \(reason). To fix this, check the path and its folder."
  }
}
