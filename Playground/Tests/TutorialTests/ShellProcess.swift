import Foundation

/// A command of the shell that runs in a folder, with pipes.
final class ShellProcess {
  private let process = Process()
  private let input = Pipe()
  private var lines: AsyncStream<String>.Iterator

  init(_ command: String, in folder: URL, environment: [String: String] = [:]) throws {
    let output = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    lines = stream.makeAsyncIterator()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    // On a queue of its own, because reading blocks.
    DispatchQueue(label: "lines").async {
      var rest = Data()
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        rest.append(data)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
    }
  }

  deinit { if process.isRunning { process.terminate() } }

  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line of the output or of the errors; waits for it.
  func nextLine() async -> String? { await lines.next() }

  /// Ends the input, and waits for the end of the process.
  func finish() async throws -> (lines: [String], status: Int32) {
    try? input.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = await nextLine() { lines.append(line) }
    let process = process
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        process.waitUntilExit()
        continuation.resume()
      }
    }
    return (lines, process.terminationStatus)
  }

  /// The folder of the programs of this package, which lie beside the tests.
  static var programs: URL {
    #if os(macOS)
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        .deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
