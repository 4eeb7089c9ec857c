import Foundation

/// Returns the text of a page.
func guide(_ name: String) throws -> String {
  try String(
    contentsOf: DocumentTests.top.appending(path: "Docs/\(name).md"), encoding: .utf8)
}

extension String {
  /// Returns whether a page quotes the first line of a text, or all of it.
  func quotes(_ text: String) -> Bool {
    let what = text.split(separator: "\n").first.map(String.init) ?? text
    return contains(text) || contains("`\(what)`")
  }
}
