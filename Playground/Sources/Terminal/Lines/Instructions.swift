import Katana

/// All instructions of an app, in the order of the help.
public struct Instructions: Sendable {
  /// The instructions.
  public let all: [Instruction]

  /// Creates the instructions of an app. Their names differ.
  public init(_ all: [Instruction]) {
    var names: Set<String> = []
    for instruction in all {
      precondition(
        names.insert(instruction.name).inserted,
        "two instructions have the name \"\(instruction.name)\"; rename one of them")
    }
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
        ([name] + before.map(Words.quoted)).joined(separator: " "),
        password: words.text.map(Secret.init))
    case .afterOption:
      while true {
        let before = entered[..<words.remaining.startIndex]
        guard let word = words.next() else { return Line(entered) }
        guard let option = PasswordOption(word) else { continue }
        let rest = option.value.map { Words($0 + words.remaining) } ?? words
        return Line("\(before) \(option.name)", password: rest.text.map(Secret.init))
      }
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

/// A word of a line after which a password stands: `--password`. Words that may be meant for it are
/// among them, such as `--pasword`, `-p`, `--Password` or `password`, because what follows would be
/// shown and kept otherwise.
private struct PasswordOption {
  var name: String
  /// The password in the same word, as in `--password=PASSWORD`.
  var value: String?

  init?(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    value = parts.count == 2 ? String(parts[1]) : nil
    let letters = name.drop { $0.isDash }.lowercased()
    let isOption = name.first?.isDash == true && letters.hasPrefix("p")
    guard isOption || letters == "password" else { return nil }
  }
}

extension Character {
  /// Whether this is a hyphen, or a dash that some keyboards make of two of them.
  fileprivate var isDash: Bool {
    unicodeScalars.first?.properties.generalCategory == .dashPunctuation
  }
}
