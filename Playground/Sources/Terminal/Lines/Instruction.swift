public import Katana

/// An instruction that a line can contain: its usage, and the message that it becomes.
///
/// ```swift
/// Instruction("comment", "SLUG TEXT", "write a comment") { (words) throws(Mistake) in
///   guard let slug = words.next(), let text = words.text else {
///     throw Mistake("comment needs SLUG and TEXT")
///   }
///   return CommentsMessage.publicationRequested(slug: slug, text)
/// }
/// ```
public struct Instruction: Sendable {
  /// Where a password stands in the line. It is kept apart from the rest of the line.
  public enum PasswordPosition: Hashable, Sendable {
    /// After so many words, the last of which is an email address.
    case afterEmail(words: Int)
    /// After the option `--password`, which is the last one.
    case afterOption
  }

  /// The first word of the line.
  public var name: String
  /// The arguments, as the help shows them: `SLUG`, `[--page NUMBER]`.
  public var arguments: String
  /// What it does, in a few words.
  public var summary: String
  /// Where the password stands; `nil` if there is none. If it is left out, the user is asked for it.
  public var password: PasswordPosition?
  /// Whether the next line waits until all consequences of this one have ended. An instruction that
  /// can be taken back by the next line must not be awaited.
  public var isAwaited: Bool
  /// Returns the message for the words after the name.
  public var message: @Sendable (inout Words) throws(Mistake) -> any Message

  /// Creates an instruction whose message depends on the words after its name.
  public init(
    _ name: String, _ arguments: String, _ summary: String, password: PasswordPosition? = nil,
    isAwaited: Bool = true,
    message: @escaping @Sendable (inout Words) throws(Mistake) -> any Message
  ) {
    self.name = name
    self.arguments = arguments
    self.summary = summary
    self.password = password
    self.isAwaited = isAwaited
    self.message = message
  }

  /// Creates an instruction without arguments.
  public init(_ name: String, _ summary: String, _ message: any Message) {
    self.init(name, "", summary) { (words) throws(Mistake) in
      try words.end(of: name, takes: "no arguments")
      return message
    }
  }

  /// Creates an instruction with one word.
  ///
  /// ```swift
  /// Instruction("profile", word: "NAME", "show a user") { ProfilesMessage.profileRequested($0) }
  /// ```
  public init(
    _ name: String, word: String, _ summary: String, isAwaited: Bool = true,
    message: @escaping @Sendable (String) -> any Message
  ) {
    self.init(name, word, summary, isAwaited: isAwaited) { (words) throws(Mistake) in
      guard let text = words.next() else { throw Mistake("\(name) needs \(word)") }
      try words.end(of: name, takes: "only \(word)")
      return message(text)
    }
  }

  /// The name and the arguments, as the help shows them.
  public var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }
}
