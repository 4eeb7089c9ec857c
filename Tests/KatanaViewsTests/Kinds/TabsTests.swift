import Katana
import KatanaConsole
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen

/// Pages with titles.
@Suite struct TabsTests {
  private static let titles = ["Trips", "People", "Places"]

  private static func view(_ model: Noted) -> ViewOf<Noted> {
    .column([
      .button("first", .did("first")),
      .tabs(
        "Pages", titles, model.page, NotedMessage.turned,
        model.page == 0 ? model.field(1, "Trip") : .button("on \(model.page)", .did("on"))),
    ])
  }

  @Test func theCurrentTitleIsMarkedAndItsPageIsBelow() {
    let test = noted(columns: 30) { Self.view($0) }
    #expect(
      test.lines == [
        "[ first ]", " Trips  People  Places", "━━━━━━━───────────────────────", "Trip:",
      ])
    test.expectOutline(
      """
      column
        button "first"
        column
          tabs "Pages" (Trips) | People | Places
          column current as tabPanel
            input "Trip" = ""
      """)
  }

  /// One stop, however many titles there are.
  @Test func theTitlesAreOneStopWithArrows() {
    let test = noted { Self.view($0) }
    test.keys(.tab)
    #expect(test.focusedLabel == "Pages")
    test.keys(.right)
    #expect(test.model.page == 1 && test.focusedLabel == "Pages")
    test.keys(.right, .right)
    #expect(test.model.page == 0)
    test.keys(.end, .tab)
    #expect(test.model.page == 2 && test.focusedLabel == "on 2")
    test.choose("People", of: "Pages")
    test.press("on 1")
    #expect(test.model.log == ["on"])
  }

  @Test(arguments: [(1, 1, 0), (9, 1, 1), (10, 2, 1), (17, 1, 2), (25, 1, nil)])
  func aClickChoosesATitle(_ column: Int, _ row: Int, _ page: Int?) throws {
    var test = try screen(Noted(page: page == 0 ? 2 : 0)) { Self.view($0) }
    test.click(column, row)
    #expect(test.model.page == page ?? 0)
  }

  @Test func fromRightToLeftTheTitlesAreMirrored() throws {
    var test = try screen(columns: 30) { Self.view($0).direction(.rightToLeft) }
    #expect(test.screen.lines[1] == "        Places  People  Trips")
    test.click(16, 1)
    #expect(test.model.page == 1)
    test.press(.left)
    #expect(test.model.page == 2)
  }

  /// Where there is no room for all, the current one is whole.
  @Test(arguments: 0..<3) func theCurrentTitleIsVisible(_ page: Int) {
    let lines = noted(Noted(page: page), columns: 14) { Self.view($0) }.lines
    #expect(lines[1].contains(Self.titles[page]), "\(lines)")
    #expect(lines[1].contains("‹") == (page > 0) && lines[1].contains("›") == (page < 2))
  }

  /// What a page remembers is not that of another one.
  @Test func aPageIsAnIdentity() {
    let test = noted { model in
      .tabs("Pages", Self.titles, model.page, NotedMessage.turned, model.field(1, "Field"))
    }
    test.type("abc", into: "Field")
    test.keys(.left, .left)
    test.choose("People", of: "Pages")
    test.keys(.tab, "d")
    #expect(test.model.texts[1] == "abcd")
  }

  @Test func aTitleOfControlCharactersIsCleaned() {
    let view = ViewOf<Noted>.tabs("P", ["a\u{1B}[2Jb", "c\nd"], 0, NotedMessage.turned, .empty)
    #expect(shown(view, columns: 12).first == " ab  c d")
  }
}
