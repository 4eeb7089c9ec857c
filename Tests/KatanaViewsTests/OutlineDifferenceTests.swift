import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Foundation
import KatanaRuntime
import Testing

/// What a failed comparison of outlines shows.
@Suite struct OutlineDifferenceTests {
  struct Page: Model, Equatable {
    typealias Receives = PageMessage
    var lines = (1...9).map { "line \($0)" }
  }
  enum PageMessage: Message, Equatable { case tapped }

  private func failure(_ expected: [String], of lines: [String]) -> [String] {
    let updater = TypedFunctionUpdater { (_: inout Page, _: PageMessage) in [] }
    let test = ViewTest(Program(model: Page(lines: lines), updater)) { page in
      ViewOf<Page>.column(page.lines.map { .text($0) })
    }
    let outline = test.outline.split(separator: "\n")
    let frame = ([outline[0]] + expected.map { "  text \"\($0)\"" }).joined(separator: "\n")
    return failures { test.expectOutline(frame) }.map(\.text)
  }

  private static let lines = (1...9).map { "line \($0)" }

  @Test(arguments: [
    (["new"] + lines, ["  − new", "    line 1", "    line 2", "    …"]),
    (Array(lines.dropFirst()), ["  + line 1", "    line 2", "    line 3", "    …"]),
    (lines + ["new"], ["    …", "    line 8", "    line 9", "  − new"]),
    (Array(lines.dropLast()), ["    …", "    line 7", "    line 8", "  + line 9"]),
    (
      lines.map { $0 == "line 5" ? "other" : $0 },
      [
        "    …", "    line 3", "    line 4", "  − other", "  + line 5", "    line 6", "    line 7",
        "    …",
      ]
    ),
  ])
  func theLinesAroundADifferenceAreShown(_ expected: [String], _ shown: [String]) {
    let texts = failure(expected, of: Self.lines)
    #expect(texts.count == 1)
    let found = texts[0].split(separator: "\n").dropFirst().map {
      $0.replacingOccurrences(of: "  text \"", with: "").replacingOccurrences(of: "\"", with: "")
    }
    #expect(found.filter { !$0.contains("column") } == shown, "\(texts[0])")
  }
}
