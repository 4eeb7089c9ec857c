public import Katana

/// The lines that somebody types, or that a pipe delivers.
public struct Input: Subscription {
  /// What each event becomes.
  public var reply: Reply<InputEvent>

  /// The lines of standard input.
  public init(_ reply: Reply<InputEvent>) { self.reply = reply }
}

/// What standard input brings.
public enum InputEvent: Hashable, Sendable {
  /// A line, without its end. Secret, since it may hold a password.
  case line(Secret<String>)
  /// There will be no more lines.
  case end
}
