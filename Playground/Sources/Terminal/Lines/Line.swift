public import Katana

/// A line that the user has entered. Its text and the password in it are separate.
public struct Line: Hashable, Codable, Sendable {
  /// The line without the part that may be a password.
  public var text: String
  /// The part after the text that may be a password; `nil` if there is none.
  public var password: Secret<String>?

  /// Splits an entered line: in `login EMAIL PASSWORD`, the last part is secret.
  ///
  /// If the address is missing, or the name is not that of a command, everything after the name is
  /// secret, because it may be a password: `logn EMAIL PASSWORD`.
  public init(_ entered: String) {
    text = entered
    var words = Words(entered)
    guard let name = words.next(), !name.hasPrefix("#") else { return }
    let instruction = Instruction.all.first { $0.name == name }
    if let instruction, instruction.wordsBeforePassword == nil { return }
    (text, password) = (name, words.rest.map(Secret.init))
    guard let count = instruction?.wordsBeforePassword else { return }
    let before = (0..<count).compactMap { _ in words.next() }
    if before.count == count, before.last?.contains("@") == true {
      (text, password) = (([name] + before).joined(separator: " "), words.rest.map(Secret.init))
    }
  }

  /// The meaning of a line.
  public enum Meaning {
    /// The line is empty, or a comment that begins with `#`.
    case nothing
    /// The line requests something. The message says what.
    case message(any Message)
    /// The line is not valid. The text names the error and its fix, in one line.
    case mistake(String)
  }

  /// The meaning of the line. It depends only on the line.
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

/// The reason why the rest of a line is not valid. The text never contains a part that may be a
/// password.
struct Mistake: Error {
  var text: String

  init(_ text: String) { self.text = text }
}
