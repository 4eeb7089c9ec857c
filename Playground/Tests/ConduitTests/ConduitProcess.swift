import Foundation

/// A program of this package that runs as a process with pipes.
final class ConduitProcess {
  private let process = Process()
  private let input = Pipe()
  private let output: LineStream
  private let errors: LineStream

  /// Starts a program, which lies beside the tests.
  init(
    _ name: String = "conduit", _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let (output, errors) = (Pipe(), Pipe())
    self.output = LineStream(output)
    self.errors = LineStream(errors)
    process.executableURL = Self.folder.appending(path: name)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Runs conduit with all of its input at once.
  static func run(
    _ arguments: String..., input lines: [String], environment: [String: String] = [:]
  ) async throws -> Result {
    let program = try ConduitProcess("conduit", arguments, environment: environment)
    // At once, because a program that has quit would end this process by SIGPIPE.
    try program.send(lines.joined(separator: "\n"))
    return try await program.finish()
  }

  /// What a program has left behind.
  struct Result {
    var lines: [String]
    var errors: [String]
    var status: Int32
  }

  func send(_ line: String) throws { try type("\(line)\n") }

  func type(_ keys: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
  }

  /// The next line of its output; waits for it.
  func nextLine() async -> String? { await output.next() }

  /// The next line that it writes as an error; waits for it.
  func nextError() async -> String? { await errors.next() }

  /// What Ctrl-C does.
  func interrupt() { process.interrupt() }

  /// Ends the input, if it has not ended, and waits for the end of the program.
  func finish() async throws -> Result {
    try? input.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = await output.next() { lines.append(line) }
    var problems: [String] = []
    while let line = await errors.next() { problems.append(line) }
    let process = process
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        process.waitUntilExit()
        continuation.resume()
      }
    }
    return Result(lines: lines, errors: problems, status: process.terminationStatus)
  }

  private static var folder: URL {
    #if os(macOS)
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        .deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}

/// The lines that come out of a pipe, read on a queue of its own because reading blocks.
private final class LineStream {
  private var lines: AsyncStream<String>.Iterator

  init(_ pipe: Pipe) {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines.makeAsyncIterator()
    DispatchQueue(label: "lines").async {
      var rest = Data()
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
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

  func next() async -> String? { await lines.next() }
}
