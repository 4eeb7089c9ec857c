import Katana

/// All instructions of an app, in the order of the help.
public struct Instructions: Sendable {
  /// The instructions.
  public let all: [Instruction]

  /// Creates the instructions of an app. Their names differ.
  public init(_ all: [Instruction]) {
    precondition(Set(all.map(\.name)).count == all.count, "two instructions have one name")
    self.all = all
  }

  /// Splits an entered line: in `login EMAIL PASSWORD`, the last part is secret.
  ///
  /// If the address is missing, or the name is not that of an instruction, everything after the name
  /// is secret, because it may be a password: `logn EMAIL PASSWORD`.
  public func line(_ entered: String) -> Line {
    var words = Words(entered)
    guard let name = words.next(), !name.hasPrefix("#") else { return Line(entered) }
    let afterName = words.rest.map(Secret.init)
    guard let instruction = self[name] else { return Line(name, password: afterName) }
    switch instruction.password {
    case nil: return Line(entered)
    case .afterEmail(let count):
      guard let before = words.takeToEmail(count) else {
        return Line(name, password: afterName)
      }
      return Line(
        ([name] + before.map(quoted)).joined(separator: " "),
        password: words.rest.map(Secret.init))
    case .afterOption:
      // Misspelt, too: `--pasword`.
      while let word = words.next() {
        guard word.hasPrefix("--p") else { continue }
        let text = entered[..<words.remaining.startIndex]
        return Line(String(text), password: words.rest.map(Secret.init))
      }
      return Line(entered)
    }
  }

  /// Returns the meaning of a line. It depends only on the line.
  public func meaning(of line: Line) -> Meaning {
    var words = Words(line.text, password: line.password)
    guard let name = words.next(), !name.hasPrefix("#") else { return .nothing }
    guard let instruction = self[name] else {
      return .mistake("unknown command \"\(name)\"; try: help")
    }
    if line.password == nil, instruction.password?.isReached(by: words) == true {
      return .passwordWanted
    }
    do throws(Mistake) {
      return .message(try instruction.message(&words), isAwaited: instruction.isAwaited)
    } catch {
      return .mistake("\(error.text); usage: \(instruction.usage)")
    }
  }

  private subscript(name: String) -> Instruction? { all.first { $0.name == name } }
}

extension Instruction.PasswordPosition {
  /// Whether everything before the password is there.
  fileprivate func isReached(by words: Words) -> Bool {
    var words = words
    switch self {
    case .afterEmail(let count): return words.takeToEmail(count) != nil
    case .afterOption:
      var last: String?
      while let word = words.next() { last = word }
      return last == "--password"
    }
  }
}

extension Words {
  /// Takes so many words, the last of which is an email address; `nil` if they are not there.
  fileprivate mutating func takeToEmail(_ count: Int) -> [String]? {
    let words = (0..<count).compactMap { _ in next() }
    return words.count == count && words.last?.contains("@") == true ? words : nil
  }
}

private func quoted(_ word: String) -> String {
  word.isEmpty || word.contains(where: \.isWhitespace) ? "\"\(word)\"" : word
}
