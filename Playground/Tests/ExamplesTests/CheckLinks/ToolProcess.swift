import Foundation

/// A tool that runs as a process with pipes.
final class ToolProcess {
  struct Result: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// Starts a program of this package, which lies beside the tests.
  init(_ name: String, _ arguments: [String] = []) throws {
    process.executableURL = Self.folder.appending(path: name)
    process.arguments = arguments
    try start()
  }

  /// Starts a line of the shell, in which `$TOOL` is a program of this package.
  init(shell line: String, tool name: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.environment = [
      "PATH": "/usr/bin:/bin", "TOOL": Self.folder.appending(path: name).path,
    ]
    try start()
  }

  private func start() throws {
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// What Ctrl-C does.
  func interrupt() { process.interrupt() }

  /// Sends the input, ends it, and waits for the end of the tool.
  func finish(input text: String = "") async throws -> Result {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    // Both at the same time: a tool waits if one of its pipes is full.
    let (outputPipe, errorPipe) = (output, errors)
    async let output = outputPipe.text()
    async let errors = errorPipe.text()
    let texts = await (output, errors)
    // Not `waitUntilExit`, which takes a whole processor on another thread than the one that has started
    // the process.
    while process.isRunning { try? await Task.sleep(for: .milliseconds(2)) }
    return Result(output: texts.0, errors: texts.1, status: process.terminationStatus)
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

extension Pipe {
  /// Returns the text up to the end of the pipe, read on a thread that may wait.
  fileprivate func text() async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let data = self.fileHandleForReading.readDataToEndOfFile()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
