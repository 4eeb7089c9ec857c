import ProgramProcess

/// A program of this package that runs as a process with pipes.
typealias ConduitProcess = ProgramProcess

extension ProgramProcess {
  /// Starts conduit.
  convenience init() throws { try self.init("conduit") }

  /// Runs conduit with all of its input at once.
  static func run(
    _ arguments: String..., input lines: [String], environment: [String: String] = [:]
  ) async throws -> Result {
    let program = try ConduitProcess("conduit", arguments, environment: environment)
    // A program that has quit does not read the rest.
    try? program.send(lines.joined(separator: "\n"))
    return try await program.finish()
  }
}
