import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// Returns the text of a page.
func guide(_ name: String) throws -> String {
  try String(
    contentsOf: DocumentTests.top.appending(path: "Docs/\(name).md"), encoding: .utf8)
}

/// Expects issues of certain kinds, and that a page quotes their texts.
func expectQuoted(
  _ recorder: IssueRecorder, _ kinds: [RuntimeIssue.Kind], on page: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(recorder.kinds == kinds, sourceLocation: sourceLocation)
  let text = try guide(page)
  for issue in recorder.issues {
    #expect(text.quotes(issue.text), "\(issue.text)", sourceLocation: sourceLocation)
  }
}

extension String {
  /// Returns whether a page quotes the first line of a text, or all of it.
  func quotes(_ text: String) -> Bool {
    let what = text.split(separator: "\n").first.map(String.init) ?? text
    return contains(text) || contains("`\(what)`")
  }
}
