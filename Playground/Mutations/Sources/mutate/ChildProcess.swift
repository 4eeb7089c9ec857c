import Foundation
import Synchronization

/// Runs a program, reads what it writes line by line, and ends it in time.
enum ChildProcess {
  enum End: Equatable {
    case exited(Int32)
    case signal(Int32)
    /// The one who reads has seen enough.
    case stopped
    case timedOut
  }

  /// The program that runs, for the end by Control-C.
  private static let current = Mutex<pid_t>(0)
  // Unsafe, because sources of signals are not Sendable; nobody uses them after their start.
  nonisolated(unsafe) private static let interruption = endWithControlC()

  /// Runs a program with low priority, in limited memory, and hands over its lines until the answer
  /// is false.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], limit: TimeInterval,
    memory: Int? = nil, _ read: (String) -> Bool
  ) -> End {
    _ = interruption
    let pipe = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // Endless mutants may ask for endless memory. Systems without the limit do without.
    let limits = memory.map { "ulimit -c 0; ulimit -v \($0 * 1_024) 2>/dev/null; " } ?? ""
    process.arguments = ["-c", limits + "exec nice -n 10 \"$0\" \"$@\""] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return .exited(127) }
    let id = process.processIdentifier
    current.withLock { $0 = id }
    defer { current.withLock { $0 = 0 } }
    try? pipe.fileHandleForWriting.close()

    var lines = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    let deadline = Date().addingTimeInterval(limit)
    while true {
      switch lines.next(until: deadline) {
      case .line(let line):
        if read(line) { continue }
        end(id)
        process.waitUntilExit()
        return .stopped
      case .late:
        end(id)
        process.waitUntilExit()
        return .timedOut
      case .end:
        process.waitUntilExit()
        let status = process.terminationStatus
        return process.terminationReason == .exit ? .exited(status) : .signal(status)
      }
    }
  }

  /// Ends a program, with all that it has started if it has a group of its own.
  private static func end(_ id: pid_t) {
    let group = getpgid(id)
    if group > 0, group != getpgrp() { kill(-group, SIGKILL) }
    kill(id, SIGKILL)
  }

  private static func endWithControlC() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let id = current.withLock { $0 }
        if id > 0 { end(id) }
        exit(130)
      }
      source.resume()
      return source
    }
  }
}

/// Reads lines, and gives up at a time.
struct LineReader {
  enum Next {
    case line(String)
    case late
    case end
  }

  let descriptor: Int32
  private var bytes: [UInt8] = []
  private var hasEnded = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func next(until deadline: Date) -> Next {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return .line(String(decoding: bytes[..<end], as: UTF8.self))
      }
      if hasEnded { return .end }
      let rest = deadline.timeIntervalSinceNow
      guard rest > 0 else { return .late }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(min(rest, 1) * 1_000) + 1) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { hasEnded = true } else { bytes += buffer[..<count] }
    }
  }
}
