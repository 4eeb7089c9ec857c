import Foundation

/// The main function of an example: its help, and the errors that end it.
public struct ExampleProgram {
  private let name: String
  private let usage: String

  /// Creates the main function of an example.
  ///
  /// - Parameters:
  ///   - name: The name of the program, with which its errors begin.
  ///   - usage: The help, without a line end.
  public init(_ name: String, usage: String) {
    self.name = name
    self.usage = usage
  }

  /// Runs an example with the arguments of the process.
  ///
  /// `--help` prints the help instead. An error that `main` throws is written to standard error, and
  /// ends the process: with status 2 for a mistake in the arguments, with status 1 for any other.
  /// At the top level of a main file, an error that is not caught ends the process by a trap.
  public func run(_ main: ([String]) async throws -> Void) async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") { return print(usage) }
    do {
      try await main(arguments)
    } catch {
      FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
      exit(error is ArgumentError ? 2 : 1)
    }
  }
}
