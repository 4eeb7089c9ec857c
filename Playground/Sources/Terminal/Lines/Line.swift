public import Katana

/// A line that the user has typed, and what it means.
public struct Line {
  /// What a line means.
  public enum Meaning {
    /// Nothing: it is empty, or a comment that begins with `#`.
    case nothing
    /// What the user wants.
    case message(any Message)
    /// Something nobody understands, and what to do about it, in one line.
    case mistake(String)
  }

  private let text: Substring

  /// A line without its end.
  public init(_ text: String) { self.text = text[...] }

  /// What the line means: a pure function of the text.
  public var meaning: Meaning {
    var words = Words(text)
    guard let name = words.next(), !name.hasPrefix("#") else { return .nothing }
    guard let instruction = Instruction.all.first(where: { $0.name == name }) else {
      return .mistake("unknown command \"\(name)\"; try: help")
    }
    do throws(Mistake) {
      return .message(try instruction.message(&words))
    } catch {
      return .mistake("\(error.text); usage: \(instruction.usage)")
    }
  }
}

/// Why the rest of a line cannot be understood. Never repeats what may be a password.
struct Mistake: Error {
  var text: String

  init(_ text: String) { self.text = text }
}
