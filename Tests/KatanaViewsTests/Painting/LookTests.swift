import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaViews
import Testing

@testable import KatanaTerminalViews

/// How the focus, selections, panes and the line of the keys look.
@Suite struct LookTests {
  private var screen = ScreenState(size: TerminalSize(columns: 30, rows: 8))

  private mutating func press(_ keys: TerminalKey...) {
    for key in keys { _ = screen.handle(.key(KeyStroke(key))) }
  }

  /// The marks of the cells of a line.
  private func marks(_ row: Int) -> [CellStyle.Marks] { styles(row).map(\.marks) }

  private func styles(_ row: Int) -> [CellStyle] {
    var copy = screen
    let buffer = copy.paint().buffer
    return buffer.cells[row * buffer.width..<(row + 1) * buffer.width].map(\.style)
  }

  /// The cells of a line as a terminal shows them.
  private func shown(_ row: Int, _ palette: Palette) -> [TerminalModel.Column] {
    var copy = screen
    var painter = CellPainter(palette)
    var terminal = TerminalModel(width: screen.size.columns, height: screen.size.rows)
    terminal.write(painter.bytes(for: &copy))
    #expect(terminal.unknown.isEmpty)
    return terminal.rows[row]
  }

  private static func row(_ name: String, _ buttons: [ViewOf<Counter>]) -> ViewOf<Counter> {
    .row(
      [
        .text(styled: [StyledText(name, .danger), StyledText(" late", .muted)]).width(.fill),
        .text("12", .accent),
      ] + buttons)
  }

  private static let button = ViewOf<Counter>.button("remove", .reset).style(.warning)

  // MARK: Rows

  @Test(arguments: [Palette.plain, .ansi, .indexed, .direct, Palette(.direct, isLight: true)])
  mutating func aRowWithTheFocusIsOneBar(_ palette: Palette) {
    let rows =
      ["a", "b"].map { Self.row($0, [Self.button]) } + [
        Self.row("c", []), Self.row("d", []).onPress(.increased),
      ]
    screen.show(ViewOf<Counter>.list(rows))
    for current in 0..<4 {
      for row in 0..<4 {
        let looks = Set(
          shown(row, palette).map { column -> TerminalModel.Look in
            var look = column.look
            // Bold and underlined texts stand out on a bar, too.
            look.attributes.formIntersection([7])
            return look
          })
        let isBar = looks.count == 1 && looks != [TerminalModel.Look()]
        #expect(isBar == (row == current), "\(palette.depth), \(current), \(row): \(looks)")
      }
      press(.down)
    }
  }

  /// One of several controls of a row is told from the others.
  @Test mutating func theControlThatGetsTheKeysIsMarkedAmongOthers() {
    screen.show(ViewOf<Counter>.list([Self.row("a", [Self.button, .button("edit", .increased)])]))
    func active(_ marks: [CellStyle.Marks]) -> [Bool] { marks.map { $0.contains(.active) } }
    let before = active(marks(0))
    #expect(marks(0).allSatisfy { $0.contains(.focus) })
    press(.right)
    let after = active(marks(0))
    #expect(before.count { $0 } == 10 && after.count { $0 } == 8)
    #expect(zip(before, after).allSatisfy { !($0 && $1) })
    for palette in [Palette.plain, .ansi, .indexed, .direct] {
      let bar = palette.sequence(of: CellStyle(marks: .focus))
      #expect(palette.sequence(of: CellStyle(marks: [.focus, .active])) != bar)
    }
  }

  @Test mutating func aSelectionWithoutTheFocusIsMuted() {
    screen.show(
      ViewOf<Counter>.column([
        .list(["a", "b"].map { .text($0).onSelect(.reset).key($0) }, selected: "b"),
        .button("other", .increased),
      ]))
    #expect(marks(1).allSatisfy { $0 == .focus })
    let focused = shown(1, .indexed)[0].look
    press(.tab)
    #expect(styles(1).allSatisfy { $0 == CellStyle(view: .selected) })
    let muted = shown(1, .indexed)[0].look
    let bar = Theme().bar
    #expect(muted.background == "5;\(bar.background.dark.nearestIndex)")
    #expect(muted.foreground == "5;\(bar.text.dark.nearestIndex)")
    #expect(focused.background == "5;\(Theme().selection.background.dark.nearestIndex)")
  }

  // MARK: Panes

  @Test mutating func aPaneSaysThatTheFocusIsInIt() {
    screen.show(
      ViewOf<Counter>.column([
        ViewOf<Counter>.button("one", .reset).border().label("A"),
        .column([.text("text"), .button("two", .reset)]).border().label("B"),
      ]))
    #expect(marks(0)[0] == [.border, .within] && marks(3)[0] == .border)
    press(.tab)
    #expect(marks(0)[0] == .border && marks(3)[0] == [.border, .within])
    for palette in [Palette.plain, .ansi, .indexed, .direct] {
      let lines = [CellStyle.Marks.border, [.border, .within]].map {
        palette.sequence(of: CellStyle(marks: $0))
      }
      #expect(lines[0] != lines[1], "\(palette.depth)")
    }
  }

  @Test mutating func behindADialogNoPaneHasTheFocus() {
    screen.show(
      ViewOf<Counter>.layers([
        ViewOf<Counter>.button("one", .reset).width(.fill).border(),
        .dialog("D", .text("Nothing to press"), cancel: .reset),
      ]))
    #expect(marks(0)[0] == [.border, .behind])
    let dialog = (0..<8).map { row in marks(row).count { $0 == [.border, .within] } }.reduce(0, +)
    #expect(dialog > 10)
  }

  /// A style of the node is that of its border, unless the focus is in it.
  @Test func aBorderHasTheStyleOfItsNode() {
    let theme = Theme()
    func look(_ marks: CellStyle.Marks) -> String {
      Palette.indexed.sequence(of: CellStyle(view: .danger, marks: marks))
    }
    #expect(look(.border).contains("5;\(theme.danger.dark.nearestIndex)m"))
    #expect(look([.border, .within]).contains("5;\(theme.focusedBorder.dark.nearestIndex)m"))
  }

  @Test mutating func theBarOfAnAreaWithTheFocusIsALineAroundIt() {
    let text = (0..<20).map { "line \($0)" }.joined(separator: "\n")
    screen.show(
      ViewOf<Counter>.column([
        ViewOf<Counter>.scroll(.text(text)).height(.cells(4)), .button("other", .reset),
      ]))
    #expect(marks(0).last == [.border, .within])
    press(.tab)
    #expect(marks(0).last == [])
  }

  @Test mutating func aTextHasRoomBesideItsBorder() {
    screen.show(
      ViewOf<Counter>.column([
        ViewOf<Counter>.text("text").border(),
        ViewOf<Counter>.text("padded").padding(1).border(),
      ]))
    #expect(
      screen.lines == [
        "┌──────┐", "│ text │", "└──────┘", "┌────────┐", "│        │", "│ padded │", "│        │",
        "└────────┘",
      ])
  }

  /// In a narrow room, the text needs each column.
  @Test(arguments: [11, 12]) mutating func whatIsNarrowHasNoRoomToSpare(_ columns: Int) {
    screen.show(
      ViewOf<Counter>.text("0123456789").height(.cells(4)).width(.cells(columns)).border())
    #expect(screen.lines[1] == (columns == 11 ? "│012345678│" : "│ 01234567 │"))
  }

  @Test mutating func aDrawingGoesUpToItsBorder() {
    let figure = Figure<Counter>.rectangle(x: 0, y: 0, width: 4, height: 2)
    screen.show(
      ViewOf<Counter>.drawing(
        "d", DrawingWindow(width: 4, height: 2), scaling: .stretched, [figure]
      )
      .width(.cells(6)).height(.cells(4)).border())
    #expect(screen.lines == ["┌────┐", "│████│", "│████│", "└────┘"])
  }

  /// The rest of its room is visible, but not the sign itself.
  @Test mutating func aSpinnerThatIsScrolledAwayDoesNotTurn() {
    let rest = (0..<20).map { ViewOf<Counter>.text("line \($0)") }
    screen.show(
      ViewOf<Counter>.scroll(.column([.spinner.height(.cells(4))] + rest)),
      at: Date(timeIntervalSince1970: 0))
    #expect(screen.paint().isTurning)
    press(.down, .down)
    #expect(screen.lines.first?.hasPrefix("line") == false && !screen.paint().isTurning)
  }

  // MARK: The line of the keys

  @Test mutating func theLineOfTheKeysIsABar() {
    screen.show(
      ViewOf<Counter>.column([.text("text"), .keyHelp]).onKey("q", "quit", .reset))
    #expect(marks(1).allSatisfy { $0 == .bar })
    #expect(marks(0).allSatisfy { $0 == [] })
    let looks = shown(1, .indexed).map(\.look.background)
    #expect(Set(looks) == ["5;\(Theme().bar.background.dark.nearestIndex)"])
  }
}
