public import Foundation
public import KatanaConsole
public import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Interpreter {
  /// Creates the interpreters of ``KatanaConsole/Print``, `Prompt`, `PromptSecret`, `ExitProcess`,
  /// `OpenURL`, `RingBell`, `RunInTerminal`, `StandardInputLine`, `TerminalInput` and
  /// `TerminalScreen`.
  ///
  /// - Parameter console: The console to use: the standard streams of the process, or those of a
  ///   test.
  public static func terminal(_ console: Console = .standard) -> Interpreter {
    terminalInterpreters(console.core)
  }
}

/// The standard input, output and error, and the terminal behind them.
///
/// All runtimes of a process share ``standard``, so that their outputs are not mixed. A console of
/// another terminal, such as one for a connection, gets no signal when its size changes, so it asks four
/// times a second while the size matters.
public final class Console: Sendable {
  /// The standard streams of the process.
  public static let standard = {
    // Needed where the loader has not done it.
    StandardStreams.open()
    return Console(input: STDIN_FILENO, output: STDOUT_FILENO, error: STDERR_FILENO)
  }()

  /// The standard streams, with keys, prompts and programs on the terminal even where the standard input is
  /// a file or a pipe, of which `StandardInputLine` gets the lines: for `journalctl | viewer`.
  ///
  /// It is ``standard`` where the standard input is the terminal, or the standard output is none. Give it to
  /// `Interpreter.terminal(_:)` and to what shows a screen.
  public static let keysFromTerminal: Console = {
    StandardStreams.open()
    guard isatty(STDIN_FILENO) == 0, let terminal = openTerminal(of: STDOUT_FILENO) else {
      return standard
    }
    return Console(
      input: terminal, output: STDOUT_FILENO, error: STDERR_FILENO, lines: STDIN_FILENO)
  }()

  /// Opens the terminal to which a descriptor leads. `poll` of macOS does not know `/dev/tty`. After `su`,
  /// and in some containers, the name leads nowhere; then the descriptor itself can be read, as a rule.
  private static func openTerminal(of output: Int32) -> Int32? {
    guard isatty(output) == 1 else { return nil }
    var path = [CChar](repeating: 0, count: 1_024)
    if ttyname_r(output, &path, path.count) == 0 {
      let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      if terminal >= 0 { return terminal }
    }
    guard fcntl(output, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
    let copy = fcntl(output, F_DUPFD_CLOEXEC, 3)
    return copy < 0 ? nil : copy
  }

  package let core: ConsoleCore
  private let device: ProcessConsole
  package let environment: [String: String]

  /// Creates a console of other file descriptors, for instance those of a pseudo-terminal in a
  /// test.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read. It is not closed.
  ///   - output: The descriptor for texts and screens. It is not closed.
  ///   - error: The descriptor for texts that go to the standard error. It is not closed.
  ///   - lines: The descriptor of which `StandardInputLine` gets the lines, if that is not `input`. It is not
  ///     closed.
  ///   - environment: The variables in which `TERM`, `NO_COLOR` and `ESCDELAY` are looked up.
  ///   - escapeDelay: How long a lone escape may be the beginning of another key. `nil` is what the user
  ///     has set in `ESCDELAY`, in milliseconds, as for programs with ncurses, or 100 ms. On a slow line
  ///     that divides the bytes of a key, a longer time is better.
  ///   - opener: The program that opens a URL, and its first arguments.
  ///   - exit: Ends the process with a status. Called on a thread of its own.
  public init(
    input: Int32, output: Int32, error: Int32, lines: Int32? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    escapeDelay: Duration? = nil, opener: [String] = Console.standardOpener,
    exit: @escaping @Sendable (Int32) -> Void = { status in Foundation.exit(status) }
  ) {
    self.environment = environment
    device = ProcessConsole(
      input: input, output: output, error: error, lines: lines, opener: opener, exit: exit)
    core = ConsoleCore(
      device: device,
      properties: ProcessConsole.properties(input: input, output: output, environment),
      isErrorTerminal: isatty(error) == 1,
      escapeDelay: escapeDelay ?? Self.escapeDelay(environment) ?? ConsoleCore.usualEscapeDelay,
      hasLinesAlone: lines != nil)
    device.attach(core)
  }

  /// The time that the user has set, for at most the hour that nobody waits.
  private static func escapeDelay(_ environment: [String: String]) -> Duration? {
    environment["ESCDELAY"].flatMap(Int.init).map { .milliseconds(min(max($0, 1), 3_600_000)) }
  }

  /// The default program that opens URLs: `open` on Apple's systems, `xdg-open` on others.
  public static var standardOpener: [String] {
    #if canImport(Darwin)
      ["open"]
    #else
      ["xdg-open"]
    #endif
  }

  /// The current properties of the streams and the terminal, which an app can use for its first
  /// model.
  public var properties: TerminalProperties {
    ProcessConsole.properties(input: device.input, output: device.outputDescriptor, environment)
  }
}
