/// What a line of Swift Testing's output says.
public enum TestLine: Hashable, Sendable {
  /// A test recorded an issue: its name, and the first line of the issue.
  case issue(test: String, text: String)
  /// A test ended without an issue.
  case passed(test: String)
  case other

  /// Reads a line.
  public init(_ line: some StringProtocol) {
    // Without colours, which are written when the output looks like a terminal.
    let plain = String(line).replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    self = Self.read(plain) ?? .other
  }

  private static func read(_ line: String) -> TestLine? {
    if let rest = line.rest(after: "✘ Test ") {
      guard let mark = rest.firstRange(of: " recorded an issue") else { return nil }
      return .issue(
        test: String(rest[..<mark.lowerBound]), text: String(rest[mark.upperBound...]))
    }
    if let rest = line.rest(after: "✔ Test "), let mark = rest.firstRange(of: " passed after ") {
      return .passed(test: String(rest[..<mark.lowerBound]))
    }
    return nil
  }
}

extension String {
  fileprivate func rest(after prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
