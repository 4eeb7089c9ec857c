public import Foundation
import KatanaEffectInterpreters
public import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of `.terminal()` for a terminal that a test types at and looks at.
  public static func terminal(_ terminal: VirtualTerminal) -> Interpreter {
    terminalInterpreters(terminal.core)
  }
}

/// A terminal, or a pair of pipes, that exists in a test only.
///
/// Behaves as the real one, because the same code decides; what is typed arrives when the clock of
/// the app advances, so it works in an `AppTest` and in `explore`:
///
/// ```swift
/// let terminal = VirtualTerminal()
/// let app = AppTest(program, interpreters: [.terminal(terminal)])
/// terminal.type("tea\n")
/// app.advance(by: .zero, sends: [TasksMessage.answered(.entered("tea"))], …)
/// #expect(terminal.lines == ["> tea", "1 task", ">"])
/// ```
public final class VirtualTerminal: Sendable {
  let core: ConsoleCore
  private let device: VirtualDevice

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: Its size.
  ///   - isTerminal: Whether a user sits there; if not, input and output are pipes.
  ///   - conditions: When what is typed arrives, and whether writing and opening URLs may fail.
  public init(
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), isTerminal: Bool = true,
    conditions: Conditions = .ideal
  ) {
    device = VirtualDevice(size: size, isTerminal: isTerminal, conditions: conditions)
    core = ConsoleCore(
      device: device,
      properties: TerminalProperties(
        isInputTerminal: isTerminal, isOutputTerminal: isTerminal, hasColor: isTerminal,
        hasEscapeSequences: isTerminal, size: isTerminal ? size : nil),
      isErrorTerminal: isTerminal)
    device.core = core
  }

  // MARK: What the user does

  /// Types text; a line feed is the return key. Each call is one arrival.
  public func type(_ text: String) { device.put(.bytes(Array(text.utf8))) }

  /// Presses a key.
  public func press(_ key: TerminalKey, _ modifiers: KeyModifiers = []) {
    device.put(.bytes(VirtualKey.bytes(of: KeyStroke(key, modifiers))))
  }

  /// Pastes text, as terminals do that mark it.
  public func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

  /// Ends the input, as a closed pipe does, or a terminal whose window was closed.
  public func endInput() { device.put(.end) }

  /// Changes the size of the window, which then shows an empty screen.
  public func resize(to size: TerminalSize) { device.put(.size(size)) }

  // MARK: What the app has done

  /// What is shown.
  public var screen: VirtualScreen { device.read(\.screen) }

  /// The rows that are shown, without spaces at their ends and empty rows at the bottom.
  public var lines: [String] { screen.lines }

  /// All that was written to the standard output, escape sequences included.
  public var output: String { device.read(\.output) }

  /// All that was written to the standard error.
  public var errors: String { device.read(\.errors) }

  /// The status of the first `ExitProcess`; `nil` if there was none.
  public var exitStatus: Int32? { device.read(\.exitStatus) }

  /// The URLs that were opened, in order.
  public var openedURLs: [URL] { device.read(\.openedURLs) }

  /// How often the user stopped the process by Ctrl-Z at a prompt.
  public var suspensionCount: Int { device.read(\.suspensionCount) }
}
