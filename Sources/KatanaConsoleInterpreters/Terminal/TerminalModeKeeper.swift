import KatanaConsole
import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Changes the mode of a terminal, and restores it however the process ends.
///
/// Used in the order of one console.
final class TerminalModeKeeper {
  private let input: Int32
  private let output: Int32
  private var mode = InputMode.lines
  private var original: termios?
  /// The slot in which the signal handler finds how to restore the terminal; `nil` while it is not
  /// changed.
  private(set) var slot: Int?
  private var restoring = ""

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  deinit { if let slot { end(slot) } }

  /// Sets the mode, and the text that restores the terminal.
  func set(_ mode: InputMode, restoring text: String) {
    if slot == nil {
      if mode == .lines && text.isEmpty { return }
      slot = begin()
    }
    guard let slot else { return }
    if text != restoring { TerminalMemory.setText(slot, Array(text.utf8)) }
    restoring = text
    if mode != self.mode { change(to: mode, slot) }
    if mode == .lines && text.isEmpty { end(slot) }
  }

  /// The signals that end, stop or continue the process.
  private static let guarded = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGTSTP,
    SIGCONT,
  ]

  private func begin() -> Int? {
    guard let slot = TerminalMemory.claim() else { return nil }
    var current = termios()
    original = tcgetattr(input, &current) == 0 ? current : nil
    TerminalMemory.setText(slot, [])
    TerminalMemory.activate(
      slot, input: input, output: output, original: current, changed: current,
      hasMode: original != nil)
    SignalTable.shared.beginGuarding(Self.guarded)
    return slot
  }

  private func change(to mode: InputMode, _ slot: Int) {
    guard let original else { return }
    var changed = original.changed(to: mode)
    TerminalMemory.activate(
      slot, input: input, output: output, original: original, changed: changed, hasMode: true)
    tcsetattr(input, TCSANOW, &changed)
    self.mode = mode
  }

  private func end(_ slot: Int) {
    if mode != .lines { change(to: .lines, slot) }
    SignalTable.shared.endGuarding(Self.guarded)
    TerminalMemory.release(slot)
    (self.slot, original) = (nil, nil)
  }
}

extension termios {
  fileprivate func changed(to mode: InputMode) -> termios {
    var result = self
    switch mode {
    case .lines: break
    case .hiddenLines: result.c_lflag &= ~tcflag_t(ECHO)
    case .keys(let areSignals):
      result.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
      if !areSignals { result.c_lflag &= ~tcflag_t(ISIG) }
      // Ctrl-S and Ctrl-Q become keys, and return differs from Ctrl-J. Output is still processed,
      // so that a line feed also returns to the first column.
      result.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
      // A read returns as soon as one byte is available.
      withUnsafeMutableBytes(of: &result.c_cc) { characters in
        characters[Int(VMIN)] = 1
        characters[Int(VTIME)] = 0
      }
    }
    return result
  }
}
