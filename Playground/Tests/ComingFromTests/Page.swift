import Foundation
import Testing

/// Expects that a page of `Docs/coming-from` shows a text.
///
/// Places in the source are shown as those of a view, since the lines of the tests change.
func expectShown(
  _ text: String, on page: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var top = URL(filePath: #filePath)
  for _ in 1...4 { top = top.deletingLastPathComponent() }
  let content = try String(
    contentsOf: top.appending(path: "Docs/coming-from/\(page).md"), encoding: .utf8)
  let shown = text.replacing(/ComingFromTests\/[A-Za-z0-9]+\.swift:[0-9]+/) { _ in
    "App/Screen.swift:12"
  }
  let isShown = content.contains(shown)
  #expect(
    isShown, "Docs/coming-from/\(page).md should show:\n\(shown)",
    sourceLocation: sourceLocation)
}
