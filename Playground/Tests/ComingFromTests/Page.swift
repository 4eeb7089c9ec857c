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
  #expect(
    !shown.contains("ComingFromTests"), "This text names the source of a test:\n\(shown)",
    sourceLocation: sourceLocation)
  let isShown = content.contains(shown)
  #expect(
    isShown, "Docs/coming-from/\(page).md should show:\n\(shown)",
    sourceLocation: sourceLocation)
}

/// The texts of the pages name no source of our tests: its lines change, and a reader has another.
@Test func noPageShowsTheSourceOfATestInAText() throws {
  var folder = URL(filePath: #filePath)
  for _ in 1...4 { folder = folder.deletingLastPathComponent() }
  folder.append(path: "Docs/coming-from")
  var count = 0
  for page in try FileManager.default.contentsOfDirectory(atPath: folder.path())
  where page.hasSuffix(".md") {
    let content = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
    for block in content.matches(of: /```text\n([^`]|`(?!``))*```/) {
      #expect(!block.output.0.contains("ComingFromTests"), "\(page)")
      count += 1
    }
  }
  #expect(count > 20)
}
