#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaRuntime

/// Closes the files of all recorders when the process ends by `exit`, so that no line is lost.
enum RecordersAtExit {
  private struct Entry {
    weak var writer: LineFileWriter<RecordingItem>?
  }

  private static let writers = Locked<[Entry]>([])

  private static let registered: Void = {
    _ = atexit {
      let all = RecordersAtExit.writers.withLock { $0.compactMap(\.writer) }
      for writer in all { writer.closeBlocking() }
    }
  }()

  static func add(_ writer: LineFileWriter<RecordingItem>) {
    _ = registered
    writers.withLock { entries in
      entries.removeAll { $0.writer == nil }
      entries.append(Entry(writer: writer))
    }
  }
}
