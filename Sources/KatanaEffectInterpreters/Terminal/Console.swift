public import Foundation
public import KatanaEffects
public import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Interpreter {
  /// Creates the interpreters of ``KatanaEffects/Print``, `Prompt`, `PromptSecret`, `ExitProcess`,
  /// `OpenURL`, `StandardInputLine`, `TerminalInput` and `TerminalScreen`.
  ///
  /// - Parameter console: The standard streams of the process, unless a test has others.
  public static func terminal(_ console: Console = .standard) -> Interpreter {
    terminalInterpreters(console.core)
  }
}

/// The standard input, output and error, and the terminal that they may be.
///
/// All runtimes of a process share ``standard``, so that what they write is not mixed.
public final class Console: Sendable {
  /// The standard streams of the process.
  public static let standard = Console(
    input: STDIN_FILENO, output: STDOUT_FILENO, error: STDERR_FILENO)

  let core: ConsoleCore
  private let device: ProcessConsole
  private let environment: [String: String]

  /// Creates a console of other descriptors, for instance of a pseudo-terminal in a test.
  ///
  /// - Parameters:
  ///   - input: What is read; it stays open.
  ///   - output: What texts and screens are written to; it stays open.
  ///   - error: What texts for the standard error are written to; it stays open.
  ///   - environment: Where `TERM` and `NO_COLOR` are looked up.
  ///   - opener: The program that opens a URL, and its first arguments.
  ///   - exit: What ends the process; called on a thread of its own.
  public init(
    input: Int32, output: Int32, error: Int32,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    opener: [String] = Console.standardOpener,
    exit: @escaping @Sendable (Int32) -> Void = { status in Foundation.exit(status) }
  ) {
    self.environment = environment
    device = ProcessConsole(
      input: input, output: output, error: error, opener: opener, exit: exit)
    core = ConsoleCore(
      device: device,
      properties: ProcessConsole.properties(input: input, output: output, environment),
      isErrorTerminal: isatty(error) == 1)
    device.attach(core)
  }

  /// `xdg-open`, on macOS `open`.
  public static var standardOpener: [String] {
    #if canImport(Darwin)
      ["open"]
    #else
      ["xdg-open"]
    #endif
  }

  /// What an app may want to know for its first model: whether a user is there, colours, the size.
  public var properties: TerminalProperties {
    ProcessConsole.properties(input: device.input, output: device.output, environment)
  }
}
