import Foundation
public import Terminal

/// What is printed on: keeps whole lines apart from a prompt, and what a user types after it.
///
/// Shared by the interpreters that print, and the one that reads.
public final class Screen: @unchecked Sendable {
  // Sendable, because the state is used with the lock held.
  private let lock = NSLock()
  private let style: Style
  private let write: @Sendable (String) -> Void
  private let writeError: @Sendable (String) -> Void
  private var isAsking = false
  /// What was typed and not sent yet, and how much of it is behind the cursor.
  private var typed: (text: String, behind: Int) = ("", 0)
  private var failed = false

  /// A screen with a style.
  ///
  /// - Parameters:
  ///   - write: Where output goes; to standard output unless you say otherwise.
  ///   - writeError: Where failures go; to standard error unless you say otherwise.
  public init(
    style: Style, write: @escaping @Sendable (String) -> Void = Screen.writeToStandardOutput,
    writeError: @escaping @Sendable (String) -> Void = Screen.writeToStandardError
  ) {
    self.style = style
    self.write = write
    self.writeError = writeError
  }

  /// Writes at once, also where output is redirected and therefore buffered.
  public static let writeToStandardOutput: @Sendable (String) -> Void = { text in
    print(text, terminator: "")
    fflush(nil)
  }

  /// Writes to standard error.
  public static let writeToStandardError: @Sendable (String) -> Void = { text in
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Whether a failure was shown.
  public var hasFailed: Bool { lock.withLock { failed } }

  func show(_ output: Output) {
    let lines = output.lines(in: style).map { $0 + "\n" }.joined()
    lock.withLock {
      // A line that comes while the user is asked takes the prompt's place, and moves it down with
      // what was typed.
      if isAsking { write("\r\u{1B}[K") }
      if case .failure = output {
        failed = true
        writeError(lines)
      } else {
        write(lines)
      }
      if isAsking { write(line) }
    }
  }

  func apply(_ change: Prompt) {
    lock.withLock {
      switch change {
      case .ask:
        isAsking = true
        write(line)
      case .answered: isAsking = false
      case .withdraw:
        if isAsking { write("\n") }
        isAsking = false
      }
    }
  }

  /// Says what was typed and not sent yet, since the terminal does not show it by itself.
  func edit(_ editor: LineEditor) {
    lock.withLock {
      typed = (editor.text, editor.after.count)
      if isAsking { write("\r\u{1B}[K" + line) }
    }
  }

  /// The line is complete: what comes next stands below it.
  func endLine() {
    lock.withLock {
      if isAsking { write("\n") }
      isAsking = false
      typed = ("", 0)
    }
  }

  private var line: String {
    let back = typed.behind > 0 ? "\u{1B}[\(typed.behind)D" : ""
    return prompt + typed.text + back
  }

  private var prompt: String { style.hasColor ? "\u{1B}[2mconduit>\u{1B}[0m " : "conduit> " }
}
