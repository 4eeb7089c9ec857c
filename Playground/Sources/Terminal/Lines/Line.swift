public import Katana

/// A line that the user has entered: its plain text, and apart from it the password in it.
public struct Line: Hashable, Codable, Sendable {
  /// The line without what may be a password.
  public var text: String
  /// What follows the text, if that may be a password.
  public var password: Secret<String>?

  /// Splits what was entered, without its end: in `login EMAIL PASSWORD`, the last part is secret.
  ///
  /// Where an address is missing, everything after the name is secret: it may be a password.
  public init(_ entered: String) {
    text = entered
    var words = Words(entered)
    guard let name = words.next(),
      let instruction = Instruction.all.first(where: { $0.name == name }),
      let count = instruction.wordsBeforePassword
    else { return }
    (text, password) = (name, words.rest.map(Secret.init))
    let before = (0..<count).compactMap { _ in words.next() }
    if before.count == count, before.last?.contains("@") == true {
      (text, password) = (([name] + before).joined(separator: " "), words.rest.map(Secret.init))
    }
  }

  /// What a line means.
  public enum Meaning {
    /// Nothing: it is empty, or a comment that begins with `#`.
    case nothing
    /// What the user wants.
    case message(any Message)
    /// Something that is not understood, and what to do about it, in one line.
    case mistake(String)
  }

  /// What the line means: a pure function of the line.
  public var meaning: Meaning {
    var words = Words(text, password: password)
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
