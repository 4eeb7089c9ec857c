/// The text of an error, in a part for the users of an app and one for its developers.
package struct ErrorText {
  /// What happened. It contains no name of the framework.
  package let text: String
  /// How a developer can fix it; `nil` if there is nothing to say.
  package let advice: String?

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - text: What happened.
  ///   - fix: The advice, as the rest of a sentence that begins with "To fix this,".
  package init(_ text: String, fix: String? = nil) {
    (self.text, advice) = (oneLine(text), fix.map { oneLine("To fix this, \($0)") })
  }

  /// Both parts.
  package var description: String { advice.map { "\(text) \($0)" } ?? text }
}

/// Returns a text without line ends and control characters. Names of files and programs may contain them,
/// and would become another line of a log, or a command to a terminal.
private func oneLine(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { result, scalar in
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
    default: result.unicodeScalars.append(scalar)
    }
  }
}

/// Returns a number of bytes with its unit.
package func bytesText(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

/// Returns a reason that others have written, as a part of a sentence.
package func reasonText(_ reason: String) -> String {
  reason.hasSuffix(".") ? String(reason.dropLast()) : reason
}
