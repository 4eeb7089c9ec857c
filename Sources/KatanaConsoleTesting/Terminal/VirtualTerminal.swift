public import Foundation
public import Katana
import KatanaConsoleInterpreters
public import KatanaConsole
public import KatanaEffectsTesting
public import KatanaRuntime

extension Interpreter {
  /// Returns the interpreters of `.terminal()` for a terminal in memory.
  public static func terminal(_ terminal: VirtualTerminal) -> Interpreter {
    terminalInterpreters(terminal.core)
  }
}

/// A terminal, or a pair of pipes, in memory: the stand-in for the terminal of the process.
///
/// It uses the code of the real terminal interpreters, so it behaves as they do. Input arrives when
/// the clock of the app advances, in an `AppTest` and in `explore`:
///
/// ```swift
/// let terminal = VirtualTerminal()
/// let app = AppTest(program, interpreters: [.terminal(terminal)])
/// terminal.type("tea\n")
/// app.advance(by: .zero, sends: [TasksMessage.answered(.entered("tea"))], …)
/// #expect(terminal.lines == ["> tea", "1 task", ">"])
/// ```
public final class VirtualTerminal: Sendable {
  /// Returns how a program ends that the terminal was given to. It is called when the program ends, and
  /// can do what the program does, such as to change a file.
  public typealias Programs = @Sendable (ProgramLaunch) -> Outcome<ProgramExit, ProgramError>

  let core: ConsoleCore
  private let device: VirtualDevice

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: The size of its window.
  ///   - isTerminal: Whether input and output are a terminal; if not, they are pipes.
  ///   - conditions: The delays of the input and of the answers, and which writes and openings of
  ///     URLs fail.
  ///   - programs: The programs of `RunInTerminal`; none is found unless given.
  public init(
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), isTerminal: Bool = true,
    conditions: Conditions = .ideal,
    programs: @escaping Programs = { .failure(.notFound(program: $0.executable)) }
  ) {
    device = VirtualDevice(
      size: size, isTerminal: isTerminal, conditions: conditions, programs: programs)
    core = ConsoleCore(
      device: device,
      properties: TerminalProperties(
        isInputTerminal: isTerminal, isOutputTerminal: isTerminal, hasColor: isTerminal,
        hasEscapeSequences: isTerminal, size: isTerminal ? size : nil),
      isErrorTerminal: isTerminal)
    device.core = core
  }

  // MARK: What the user does

  /// Types text, in which a line feed stands for the return key.
  ///
  /// The text of one call arrives as a whole, when the clock advances and the app reads.
  public func type(_ text: String) { device.put(.bytes(Array(text.utf8))) }

  /// Presses a key. It arrives as text does.
  public func press(_ key: TerminalKey, _ modifiers: KeyModifiers = []) {
    device.put(.bytes(VirtualKey.bytes(of: KeyStroke(key, modifiers))))
  }

  /// Pastes text in bracketed-paste mode: the text arrives between the marks of a paste.
  public func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

  /// Ends the input, as a closed pipe or a closed terminal window does.
  public func endInput() { device.put(.end) }

  /// Changes the size of the window when the clock advances. The screen is empty then.
  public func resize(to size: TerminalSize) { device.put(.size(size)) }

  // MARK: What the app has done

  /// The screen as it is shown now.
  public var screen: VirtualScreen { device.read(\.screen) }

  /// The visible rows, without spaces at their ends and without empty rows at the bottom.
  public var lines: [String] { screen.lines }

  /// The text that was written to the standard output, including escape sequences.
  public var output: String { device.read(\.output) }

  /// The text that was written to the standard error.
  public var errors: String { device.read(\.errors) }

  /// The status with which the process has ended: that of the first `ExitProcess`, or 1 if a text
  /// could not be written before and had no reply; `nil` if it goes on.
  public var exitStatus: Int32? { device.read(\.exitStatus) }

  /// The URLs that were opened, in order.
  public var openedURLs: [URL] { device.read(\.openedURLs) }

  /// The number of times that the user suspended the process with Ctrl-Z at a prompt.
  public var suspensionCount: Int { device.read(\.suspensionCount) }
}
