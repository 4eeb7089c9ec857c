import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen

private struct Files: ViewRows {
  typealias Receiver = Noted
  var names: [String]
  var hasButton = false

  var count: Int { names.count }
  func id(at index: Int) -> String { names[index] }
  func row(at index: Int) -> ViewOf<Noted> {
    let name = names[index]
    return .row([
      .text(name), .text("\(name.count * 100)"),
      hasButton ? .button("open", .did("open \(name)")) : .text("file"),
    ]).onSelect(.did(name)).onKey(.delete, "delete", .did("deleted \(name)"))
  }
}

/// Rows with cells below the titles of their columns.
@Suite struct TableTests {
  private static let names = ["a", "document", "picture.png"]

  private static func table(
    _ names: [String] = names, hasButton: Bool = false, first: ViewLength = .fit
  ) -> ViewOf<Noted> {
    .table(
      [
        .column("Name", first).onPress(.did("by name")).sorted(.ascending),
        .column("Size").align(.trailing).onPress(.did("by size")).sorted(.descending, if: false),
        .column("Kind"),
      ], Files(names: names, hasButton: hasButton))
  }

  @Test func theColumnsAreAsWideAsWhatIsVisible() {
    #expect(
      shown(Self.table()) == [
        "Name ▲         Size  Kind", "a               100  file", "document        800  file",
        "picture.png    1100  file",
      ])
    // The wide name is not visible.
    #expect(
      shown(Self.table(), rows: 3) == [
        "Name ▲      Size  Kind", "a            100  file                 ┃",
        "document     800  file",
      ])
    #expect(shown(Self.table([])) == ["Name ▲    Size  Kind"])
  }

  @Test func aColumnMayTakeTheRestOrANumberOfCells() {
    #expect(shown(Self.table(first: .fill), columns: 30).first == "Name ▲              Size  Kind")
    #expect(
      shown(Self.table(first: .cells(5))).prefix(3) == [
        "Name…    Size  Kind", "a         100  file", "docu…     800  file",
      ])
    #expect(shown(Self.table(first: .fit.most(6)))[3] == "pictu…    1100  file")
  }

  /// The titles stay where they are, and the rows move below them.
  @Test func theTitlesStay() {
    let names = (0..<50).map { "file \($0)" }
    let test = noted(rows: 4) { _ in Self.table(names) }
    test.select("file 49")
    #expect(test.lines.first?.hasPrefix("Name ▲     Size  Kind") == true)
    #expect(test.lines.last?.hasPrefix("file 49") == true)
    #expect(test.measuredCount < 60)
    test.key(.delete)
    #expect(test.model.log.last == "deleted file 49")
  }

  @Test func aTitleSendsItsMessage() throws {
    let test = noted { _ in Self.table() }
    #expect(test.focusedLabel == "a")
    test.press("Size")
    test.press("Name")
    #expect(test.model.log.filter { $0.hasPrefix("by") } == ["by size", "by name"])
    var mouse = try screen { _ in Self.table() }
    mouse.click(15, 0)
    #expect(mouse.model.log == ["by size"])
    mouse.click(20, 0)
    #expect(mouse.model.log == ["by size"])
    mouse.click(2, 2)
    #expect(mouse.model.log == ["by size", "document"])
  }

  @Test func aFaceReadsRolesAndTheOrder() {
    let node = Self.table().label("Files").node
    #expect(node.role == .table)
    #expect(
      node.outline() == """
        table "Files"
          text "Name" strong pressable sorted ascending as columnHeader
          text "Size" strong pressable as columnHeader
          text "Kind" strong as columnHeader
          list (3 rows)
            row [Del delete]
              text "a"
              text "100"
              text "file"
            row [Del delete]
              text "document"
              text "800"
              text "file"
            row [Del delete]
              text "picture.png"
              text "1100"
              text "file"
        """)
  }

  /// What does not fit is moved into sight by the arrows, with the titles.
  @Test func aTableThatIsTooWideMovesSideways() {
    let test = noted(columns: 14) { _ in Self.table() }
    #expect(test.lines.prefix(2) == ["Name ▲       ›", "a"])
    test.keys(.right, .right, .right, .right, .right, .right, .right, .right, .right)
    #expect(test.lines.prefix(2) == ["‹   Size  Kind", "     100  file"])
    // The current row stays the current one, and does not move the table back.
    test.keys(.down)
    #expect(test.model.log.last == "document")
    #expect(test.lines.first == "‹   Size  Kind")
    test.press("Name")
    #expect(test.lines.first?.hasPrefix("Name ▲") == true)
    #expect(test.model.log.last == "by name")
    test.press("Size")
    #expect(test.lines[0].contains("Size"))
    #expect(test.model.log.last == "by size")
  }

  /// A button that is out of sight comes into it with the focus.
  @Test func controlsInCellsAreReached() {
    let test = noted(columns: 14) { _ in Self.table(hasButton: true) }
    test.press("open", in: "document")
    #expect(test.model.log.last == "open document")
    #expect(test.lines.contains { $0.contains("[ open ]") })
    #expect(test.lines.first?.contains("Kind") == true)
  }

  @Test func fromRightToLeftTheColumnsAreMirrored() {
    let lines = noted(columns: 26) { _ in Self.table().direction(.rightToLeft) }.lines
    #expect(lines[0] == " Kind  Size         Name ▲")
    #expect(lines[1].hasSuffix(" a") && lines[1].hasPrefix(" file"))
    let test = noted(columns: 14) { _ in Self.table().direction(.rightToLeft) }
    #expect(test.lines[0] == "‹       Name ▲")
    test.keys(.left, .left)
    #expect(test.lines[0].hasSuffix("me ▲›") == false && test.lines[0].hasPrefix("‹"))
    test.press("Size")
    #expect(test.lines[0].contains("Size"))
  }

  /// The rows of children, and rows to which their parent adds something.
  @Test func rowsOfChildrenAreAligned() {
    struct Rows: ViewRows {
      typealias Receiver = Article
      var count: Int { 2 }
      func id(at index: Int) -> Int { index }
      func row(at index: Int) -> ViewOf<Article> {
        ViewOf<Comments>.row([.text(index == 0 ? "a" : "long"), .text("x"), .empty])
          .to(Article.at.comments).onSelect(.kept)
      }
    }
    let view = ViewOf<Article>.table([.column("A"), .column("B"), .column("C")], Rows())
    #expect(view.lines(columns: 20) == ["A     B  C", "a     x", "long  x"])
  }

  @Test func aDisabledTableSendsNothing() throws {
    var test = try screen { _ in Self.table().disabled() }
    test.click(2, 0)
    test.press(.enter, .down)
    #expect(test.model.log.isEmpty && test.screen.stopCount == 0)
  }

  @Test func aTableTakesTheFocusAndNeedsFewLines() {
    let test = noted(rows: 6) { _ in
      .column([.button("b", .did("b")), Self.table().focused(when: true), .text("end")])
    }
    #expect(test.focusedLabel == "a")
    #expect(test.lines.last == "end")
    for rows in 1...5 { _ = shown(.column([.text("x"), Self.table()]), rows: rows) }
    #expect(shown(Self.table(), rows: 1) == ["Name ▲    Size  Kind"])
  }
}
