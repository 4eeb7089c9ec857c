import Foundation

/// A package of files that a workload writes, in a temporary folder, and removes.
struct GeneratedPackage: ~Copyable {
  private let folder: URL

  /// - Parameters:
  ///   - manifest: What its `Package.swift` says after the import; `katana` in it is the dependency.
  ///   - files: The texts of its files, by their paths.
  init(manifest: String, files: [String: String]) throws {
    folder = URL.temporaryDirectory.appending(path: "katana-benchmark-\(UUID().uuidString)")
    try write(Self.head + manifest, to: "Package.swift")
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Puts a text in the place of a file's.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Builds it. Returns what the build has printed.
  @discardableResult
  func build(_ options: String...) throws -> String {
    try run("/usr/bin/env", ["swift", "build", "--package-path", folder.path()] + options)
  }

  /// Runs a program of it that has been built. Returns what it has printed.
  func runProgram(_ name: String, configuration: String) throws -> String {
    try run(folder.appending(path: ".build/\(configuration)/\(name)").path(), [])
  }

  /// The bytes of a program of it that has been built, without its symbols.
  func strippedSize(of name: String, configuration: String) throws -> Int {
    let stripped = folder.appending(path: "stripped").path()
    let program = folder.appending(path: ".build/\(configuration)/\(name)").path()
    _ = try run("/usr/bin/env", ["strip", "-o", stripped, program])
    let attributes = try FileManager.default.attributesOfItem(atPath: stripped)
    return (attributes[.size] as? Int) ?? 0
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // The package manager leaves files for its locks in the temporary folder.
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path()]) {
      $1
    }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let command = ([program] + arguments).joined(separator: " ")
      throw BenchmarkError.failed(command: command, output: text)
    }
    return text
  }

  /// The folder of Katana's own package: Playground/Sources/benchmark/Generated lies in it.
  private static let katana = (0..<5).reduce(URL(filePath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }

  private static let head = """
    // swift-tools-version: 6.2
    import PackageDescription

    let katana = Package.Dependency.package(name: "Katana", path: "\(katana.path())")
    let interface = Target.Dependency.product(name: "Katana", package: "Katana")
    let runtime = Target.Dependency.product(name: "KatanaRuntime", package: "Katana")

    """
}
