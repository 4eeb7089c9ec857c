import Foundation

/// The compiler of the toolchain that these tests were built with.
struct Compiler: Sendable {
  private let executable: URL
  private let modules: URL

  /// Finds the compiler, and the modules of the very build that runs.
  init() throws(CompilerMissing) {
    executable = try Self.findExecutable()
    modules = try Self.findModules()
  }

  /// Checks a program.
  func check(
    _ fixture: Fixture, with preamble: Fixture, _ options: [String] = []
  ) async throws -> Verdict {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "WrongProgramTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try [preamble, fixture].map { file in
      let url = folder.appending(path: "\(file.name).swift")
      try file.source.write(to: url, atomically: false, encoding: .utf8)
      return url.path()
    }
    let output = folder.appending(path: "output")
    try Data().write(to: output)

    let process = Process()
    process.executableURL = executable
    process.arguments =
      ["-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path()]
      + options + files
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try await process.runToEnd()
    try handle.close()
    return Verdict(
      status: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8), file: "\(fixture.name).swift")
  }

  private static func findExecutable() throws(CompilerMissing) -> URL {
    // Beside the standard library that runs, so that it can read the modules; else by PATH.
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates =
      folders(above: standardLibrary).map { $0.appending(path: "bin/swiftc") }
      + path.map { URL(filePath: String($0)).appending(path: "swiftc") }
    guard let found = candidates.first(where: isExecutable) else {
      throw CompilerMissing(
        description: "No swiftc was found, neither beside the standard library that runs nor in"
          + " PATH. These tests compile wrong programs, so they need the compiler: install the"
          + " toolchain, or add its `bin` folder to PATH.")
    }
    return found
  }

  private static func findModules() throws(CompilerMissing) -> URL {
    let bundle = Bundle(for: Marker.self).bundleURL
    let program = URL(filePath: CommandLine.arguments[0])
    let candidates = (folders(above: program) + folders(above: bundle) + [bundle])
      .flatMap { [$0.appending(path: "Modules"), $0] }
    guard let found = candidates.first(where: holdsModules) else {
      throw CompilerMissing(
        description: "The modules Katana, KatanaRuntime and KatanaViews were found neither above"
          + " \(program.path()) nor above \(bundle.path()), nor in a folder `Modules` there.")
    }
    return found
  }

  private static func holdsModules(_ folder: URL) -> Bool {
    ["Katana", "KatanaRuntime", "KatanaViews"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appending(path: "\($0).swiftmodule").path())
    }
  }

  private static func isExecutable(_ url: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: url.path())
  }

  /// The standard library that this process has loaded, where the system says it.
  private static var standardLibrary: URL? {
    // By a handle: files of the kernel say that they are empty.
    let handle = FileHandle(forReadingAtPath: "/proc/self/maps")
    guard let data = try? handle?.readToEnd(),
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasSuffix("/libswiftCore.so") }),
      let start = line.firstIndex(of: "/")
    else { return nil }
    return URL(filePath: String(line[start...]))
  }

  private static func folders(above file: URL?) -> [URL] {
    guard let file else { return [] }
    let parts = file.deletingLastPathComponent().pathComponents
    return parts.indices.reversed().map { last in
      URL(filePath: parts[...last].joined(separator: "/"))
    }
  }

  private final class Marker {}
}

/// What the compiler said.
struct Verdict: Sendable {
  /// How it ended; 1 after errors of the program.
  let status: Int32
  let output: String
  let file: String

  /// The text of the first error, without its place.
  var firstError: String? {
    firstErrorLine?.split(separator: "error: ", maxSplits: 1).last.map { String($0) }
  }

  /// Whether the first error lies in the program, and not in what all programs share.
  var isOfTheProgram: Bool { firstErrorLine?.contains("/\(file):") ?? false }

  /// Whether the compiler itself failed.
  var isCrash: Bool { status > 1 || output.contains("Stack dump:") }

  private var firstErrorLine: Substring? {
    output.split(separator: "\n").first { $0.contains("error: ") }
  }
}

/// There is nothing to compile with.
struct CompilerMissing: Error, CustomStringConvertible {
  let description: String
}

extension Process {
  /// Runs it, and ends it when the task is cancelled.
  fileprivate func runToEnd() async throws {
    let process = UncheckedProcess(process: self)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        process.process.terminationHandler = { _ in continuation.resume() }
        do { try process.process.run() } catch {
          process.process.terminationHandler = nil
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      if process.process.isRunning { process.process.terminate() }
    }
  }
}

/// Sendable, because a process may be ended from any thread.
private struct UncheckedProcess: @unchecked Sendable { let process: Process }

/// Lets few run at a time.
actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    await take()
    defer { give() }
    return try await body()
  }

  private func take() async {
    if free > 0 { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
