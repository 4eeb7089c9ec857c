/// Whether a character must not reach a terminal or a log: control characters, line separators, and
/// characters that change the direction of the text around them.
@inlinable
package func isUnprintable(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// Returns a text with an escape, such as `\u{1B}`, in place of each character that must not reach a
/// terminal or a log. So a text that an app, a file or a server chooses can neither control a
/// terminal nor begin a line that looks like another one.
///
/// - Parameters:
///   - text: The text.
///   - keepsLines: Whether line feeds stay, for a text of several lines.
package func printableText(_ text: String, keepsLines: Bool = false) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { scalar in
    !isUnprintable(scalar.value) || keepsLines && scalar == "\n"
  }
  if isPlain { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where keepsLines: result.unicodeScalars.append(scalar)
    case "\n": result += #"\n"#
    case "\r": result += #"\r"#
    case "\t": result += #"\t"#
    case _ where isUnprintable(scalar.value):
      result += #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns a text as a string literal, with an escape in place of each character that must not reach
/// a terminal.
package func quotedText(_ text: String) -> String { printableText(String(reflecting: text)) }
