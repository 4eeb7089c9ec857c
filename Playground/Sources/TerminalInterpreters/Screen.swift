import Foundation
public import Terminal

/// What is printed on: keeps whole lines apart from a prompt, and what a user types after it.
///
/// Shared by the interpreters that print.
public final class Screen: @unchecked Sendable {
  // Sendable, because the prompt's state is used with the lock held.
  private let lock = NSLock()
  private let style: Style
  private let write: @Sendable (String) -> Void
  private var isAsking = false

  /// A screen with a style, that writes with a function; to standard output unless you say otherwise.
  public init(
    style: Style, write: @escaping @Sendable (String) -> Void = Screen.writeToStandardOutput
  ) {
    self.style = style
    self.write = write
  }

  /// Writes at once, also where output is redirected and therefore buffered.
  public static let writeToStandardOutput: @Sendable (String) -> Void = { text in
    print(text, terminator: "")
    fflush(nil)
  }

  func show(_ output: Output) {
    let lines = output.lines(in: style).map { $0 + "\n" }.joined()
    lock.withLock {
      // A line that comes while the user is asked takes the prompt's place, and moves it down.
      write(isAsking ? "\r\u{1B}[K" + lines + prompt : lines)
    }
  }

  func apply(_ change: Prompt) {
    lock.withLock {
      switch change {
      case .ask:
        write(prompt)
        isAsking = true
      case .answered: isAsking = false
      case .withdraw:
        if isAsking { write("\n") }
        isAsking = false
      }
    }
  }

  private var prompt: String { style.hasColor ? "\u{1B}[2mconduit>\u{1B}[0m " : "conduit> " }
}
