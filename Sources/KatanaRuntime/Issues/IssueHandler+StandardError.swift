#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import Katana

extension IssueHandler {
  /// Writes the text of each issue to standard error. This is the default handler.
  public static let standardError = IssueHandler { reportOnStandardError($0.text) }
}

/// Writes a text to standard error, with the prefix `katana:`.
package func reportOnStandardError(_ text: String) {
  let text =
    "katana: "
    + printableText(text, keepsLines: true).split(separator: "\n").joined(separator: "\n  ") + "\n"
  let bytes = Array(text.utf8)
  _ = write(2, bytes, bytes.count)
}
