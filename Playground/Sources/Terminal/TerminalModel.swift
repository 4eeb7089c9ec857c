public import Katana
import KatanaConsole

/// How long a user waits for the consequences of a line.
public enum Wait: Hashable, Codable, Sendable {
  /// Not so long that the user notices it.
  case unnoticed
  /// So long that the terminal says so.
  case noticed

  /// The time after which a user notices that nothing is shown.
  static let limit = Duration.milliseconds(300)
}

/// The part of the app's model that is about the terminal.
public struct TerminalModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = TerminalMessage

  /// The largest number of lines in the history.
  public static let historyLimit = 500

  /// Whether a user enters lines at a prompt, not a script.
  public var isInteractive: Bool
  /// The style of the output.
  public var style: Style
  /// A line that is performed in place of the input; the program ends after it.
  public var command: Line?
  /// The earlier lines that a user can recall, the oldest first. Lines with a password are left
  /// out.
  public var history: [String]
  /// The number of lines that were read.
  public var lineCount: Int
  /// Whether the last line has consequences that have not ended.
  public var isPerforming: Bool
  /// How long a user at a prompt waits for the consequences of the last line; `nil` if the user does
  /// not.
  public var wait: Wait?
  /// Whether a failure was shown. For a script, it determines the exit status.
  public var hasFailed: Bool
  /// Whether the program is about to end.
  public var isQuitting: Bool
  /// Whether something has failed while the program was about to end, such as a deletion.
  public var hasFailedAtEnd: Bool

  /// Creates a model for the start; by default, for input and output without a terminal.
  public init(
    isInteractive: Bool = false, style: Style = .plain, command: Line? = nil,
    history: [String] = [], lineCount: Int = 0, isPerforming: Bool = false, wait: Wait? = nil,
    hasFailed: Bool = false, isQuitting: Bool = false, hasFailedAtEnd: Bool = false
  ) {
    self.isInteractive = isInteractive
    self.style = style
    self.command = command
    self.history = history
    self.lineCount = lineCount
    self.isPerforming = isPerforming
    self.wait = wait
    self.hasFailed = hasFailed
    self.isQuitting = isQuitting
    self.hasFailedAtEnd = hasFailedAtEnd
  }
}

extension TerminalModel {
  /// The exit status. For a script or a single command, it says whether something has failed; for a
  /// user at a prompt, whether something has failed after the last prompt.
  public var exitStatus: Int32 {
    hasFailedAtEnd || hasFailed && !(isInteractive && command == nil) ? 1 : 0
  }

  /// Whether Ctrl-C stops the line that is performed. If not, it ends the program.
  var canStopLine: Bool { wait != nil && command == nil && !isQuitting }

  /// Returns the command that shows an output, unless the output is hidden, and sets ``hasFailed`` if
  /// the output is a failure. A failure of a script names the line that is performed.
  mutating func show(_ output: Output) -> [any Command] {
    if output.isFailure { (hasFailed, hasFailedAtEnd) = (true, isQuitting) }
    let isHidden = style.isJSON ? output.hiddenFrom.contains(.json) : output.parts.isEmpty
    if isHidden || command != nil && output.hiddenFrom.contains(.singleCommand) { return [] }
    let namesLine = isPerforming && !isInteractive && command == nil && lineCount > 0
    return [Print(namesLine ? output.naming(line: lineCount) : output, in: style)]
  }

  /// Adds a line to the history.
  mutating func keep(_ line: Line) {
    if line.text.isEmpty || line.password != nil || line.text == history.last { return }
    history = history.suffix(Self.historyLimit - 1) + [line.text]
  }
}
