public import Foundation

/// A program of this package, or a line of the shell, that runs as a process with pipes: for tests.
public final class ProgramProcess {
  /// What a program has left behind.
  public struct Result {
    /// The lines of its output that were not read before.
    public var lines: [String]
    /// The lines of its errors that were not read before.
    public var errors: [String]
    /// The status with which it has ended.
    public var status: Int32
  }

  private let process = Process()
  private let input = Pipe()
  private let output: LineStream
  private let errors: LineStream

  /// Starts a program of this package, which lies beside the tests.
  public init(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    patience: Duration = .seconds(600)
  ) throws {
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = Self.folder.appending(path: name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    self.output = LineStream(output, patience: patience)
    self.errors = LineStream(errors, patience: patience)
    try start(environment)
  }

  /// Starts a line of the shell in a folder. Its errors are lines of its output.
  ///
  /// - Parameter patience: How long ``nextLine()`` waits for a line. Longer than a test takes on a slow
  ///   machine: it only ends a test whose program says nothing.
  public init(
    shell line: String, in folder: URL, environment: [String: String] = [:],
    patience: Duration = .seconds(600)
  ) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    self.output = LineStream(output, patience: patience)
    self.errors = LineStream(nil, patience: patience)
    try start(environment)
  }

  private func start(_ environment: [String: String]) throws {
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = input
    try process.run()
    output.start()
    errors.start()
  }

  // SIGTERM is blocked in processes that Foundation starts.
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Types keys into the program.
  ///
  /// - Throws: An error if the program does not read any more, such as one that has ended.
  public func type(_ keys: String) throws {
    try withoutPipeSignal(of: input.fileHandleForWriting.fileDescriptor) {
      try input.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
    }
  }

  /// Types a line into the program, as ``type(_:)`` does.
  public func send(_ line: String) throws { try type("\(line)\n") }

  /// The next line of its output; waits for it. `nil` if the output has ended, or if the program has
  /// said nothing for so long that it must be waiting itself.
  public func nextLine() async -> String? { await output.next() }

  /// The next line that it writes as an error; waits for it, as ``nextLine()`` does.
  public func nextError() async -> String? { await errors.next() }

  /// What Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// Ends the input, if it has not ended, and waits for the end of the program. A program that neither
  /// ends nor says anything is killed.
  public func finish() async throws -> Result {
    try? input.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = await output.next() { lines.append(line) }
    var problems: [String] = []
    while let line = await errors.next() { problems.append(line) }
    if output.isSilent || errors.isSilent { kill(process.processIdentifier, SIGKILL) }
    // Not `waitUntilExit`, which takes a whole processor on another thread than the one that has started
    // the process.
    while process.isRunning { try? await Task.sleep(for: .milliseconds(2)) }
    return Result(lines: lines, errors: problems, status: process.terminationStatus)
  }

  /// The folder of the programs of this package, which lie beside the tests.
  public static var folder: URL {
    #if os(macOS)
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        .deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
