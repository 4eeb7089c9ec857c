import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen

private struct Plain: ViewPart {
  var text: String
  var view: ViewOf<Noted> { .text(text) }
}

/// What a modifier means on a text, it means on every node that shows the same.
@Suite struct ModifierTests {
  typealias Change = @Sendable (ViewOf<Noted>) -> ViewOf<Noted>

  static let forms: [(String, @Sendable () -> ViewOf<Noted>)] = [
    ("part", { .part(Plain(text: "abc")) }),
    ("each", { .each([Element(id: 1)]) { _ in .text("abc") } }),
    ("group", { .column([.each([Element(id: 1)]) { _ in .part(Plain(text: "abc")) }]) }),
    ("row", { .row([.text("abc")]) }),
    ("layers", { .layers([.text("abc")]) }),
    ("scroll", { .scroll(.text("abc")).width(.fit).height(.fit) }),
    ("fitting", { .fitting([.text("abc")]) }),
    ("grid", { .grid([.fit], [.text("abc")]) }),
  ]

  static let looks: [(String, Change)] = [
    ("width", { $0.width(.cells(6)) }),
    ("height", { $0.height(.cells(2)) }),
    ("padding", { $0.padding(1) }),
    ("border", { $0.border().label("L") }),
    ("center", { $0.width(.cells(9)).align(.center) }),
    ("trailing", { $0.width(.fill).align(.trailing) }),
    ("style", { $0.style(.strong) }),
    ("heading", { $0.style([.heading, .danger]) }),
    ("title", { $0.windowTitle("title") }),
  ]

  private static func cells(_ view: ViewOf<Noted>) -> (CellBuffer, String?) {
    var screen = ScreenState(size: TerminalSize(columns: 20, rows: 8))
    screen.show(ViewOf<Noted>.column([.text("above"), view, .text("below")]).width(.fill))
    return (screen.paint().buffer, screen.arrangement.windowTitle)
  }

  @Test(arguments: forms.map(\.0)) func aLookIsThatOfAText(_ form: String) throws {
    let view = try #require(Self.forms.first { $0.0 == form }).1
    for (name, look) in Self.looks {
      let (wanted, title) = Self.cells(look(.text("abc")))
      let (found, otherTitle) = Self.cells(look(view()))
      #expect(
        wanted == found, "\(form) with \(name):\n\(Self.text(wanted))\nnot\n\(Self.text(found))")
      #expect(title == otherTitle)
    }
  }

  private static func text(_ buffer: CellBuffer) -> String {
    buffer.lines(GlyphTable()).joined(separator: "\n")
  }

  static let actions: [(String, Change, [Shortcut])] = [
    ("onPress", { $0.onPress(.did("it")) }, [.enter]),
    ("onKey", { $0.onPress(.did("press")).onKey("x", "X", .did("it")) }, ["x"]),
    ("onSecondaryPress", { $0.onSecondaryPress(.did("it")) }, [.alt(.enter)]),
    ("onSelect", { .list([$0.onSelect(.did("it"))]) }, [.up]),
    ("focused", { $0.onPress(.did("it")).focused(when: true) }, [.enter]),
  ]

  @Test(arguments: forms.map(\.0)) func anActionIsThatOfAText(_ form: String) throws {
    let view = try #require(Self.forms.first { $0.0 == form }).1
    for (name, action, keys) in Self.actions {
      for content in [ViewOf<Noted>.text("abc"), view()] {
        let test = noted { _ in
          .column([
            name == "focused" ? .button("first", .did("first")) : .empty, action(content),
          ])
        }
        for key in keys { test.keys(key) }
        #expect(test.model.log == ["it"], "\(form) with \(name)")
        let disabled = noted { _ in action(content).disabled() }
        for key in keys { disabled.keys(key) }
        #expect(disabled.model.log == [], "\(form) with \(name), disabled")
      }
    }
  }

  @Test func directionMirrorsPartsAndGroups() {
    for (name, view) in Self.forms {
      let lines = shown(
        .column([view().direction(.rightToLeft).width(.fill)]).width(.fill), columns: 10, rows: 2)
      #expect(lines == ["       abc"], "\(name)")
    }
  }

  /// What is absent keeps its cell.
  @Test func anEmptyViewKeepsItsPlaceInAGrid() {
    #expect(
      shown(.grid([.cells(3), .cells(3)], [.text("a"), .empty, .text("b"), .text("c")])) == [
        "a", "b  c",
      ])
  }

  @Test func theGapOfAnEachIsBetweenItsViews() {
    let elements = [Element(id: 1), Element(id: 2)]
    #expect(
      shown(.column([.each(elements) { .text("\($0.id)") }.gap(1)])) == ["1", "", "2"])
  }

  /// It swallowed what follows it.
  @Test func aDividerInARowIsUpright() {
    #expect(
      shown(.row([.column([.text("a"), .text("b")]), .divider, .text("c")])) == ["a │ c", "b │"])
    #expect(shown(.column([.text("a"), .divider, .text("b")]), columns: 4) == ["a", "────", "b"])
  }

  @Test func aSliderTakesTheWidthThatItIsGiven() {
    let slider = ViewOf<Noted>.slider("S", 0, in: 0...1) { _ in .did("moved") }
    #expect(shown(slider).first?.count == 23)
    #expect(shown(slider.width(.fill)).first?.count == 40)
    #expect(shown(slider.width(.cells(10))).first?.count == 10)
  }

  // MARK: Alignment and shares

  @Test func eachKindOfContainerIsAligned() {
    let views: [ViewOf<Noted>] = [
      .text("abc"), .row([.text("a"), .text("c")]), .button("x", .did("")),
      .column([.text("abc"), .text("x")]), .grid([.fit, .fit], [.text("a"), .text("b")]).gap(1),
    ]
    for view in views {
      let width = shown(view).map(\.count).max() ?? 0
      for (alignment, left) in [
        (ViewAlignment.leading, 0), (.center, (21 - width) / 2), (.trailing, 21 - width),
      ] {
        let lines = shown(view.width(.cells(21)).align(alignment))
        let found = lines.map { $0.prefix { $0 == " " }.count }.min()
        #expect(found == left, "\(alignment): \(lines)")
      }
    }
  }

  /// Each child of a column is aligned for itself.
  @Test func aColumnAlignsEachChild() {
    let view = ViewOf<Noted>.column([.text("abcdefg"), .text("abc"), .text("ab")])
    #expect(shown(view.align(.center)) == ["abcdefg", "  abc", "  ab"])
    #expect(shown(view.align(.trailing)) == ["abcdefg", "    abc", "     ab"])
    #expect(
      shown(view.width(.cells(9)).align(.trailing)) == ["  abcdefg", "      abc", "       ab"])
  }

  /// Each share is of what the ones before have left.
  @Test func sharesDivideWhatIsLeft() {
    func columns(_ lengths: [ViewLength], _ width: Int) -> [Int] {
      let cells = lengths.indices.map { ViewOf<Noted>.text("\($0)") }
      let line = shown(.grid(lengths, cells).gap(0).width(.cells(width)), columns: width)[0]
      return lengths.indices.map { index in
        line.distance(
          from: line.startIndex, to: line.firstIndex(of: Character("\(index)")) ?? line.endIndex)
      }
    }
    #expect(columns([.fill, .fill, .fill, .fill], 40) == [0, 10, 20, 30])
    #expect(columns([.fill(1), .fill(2), .fill(1)], 40) == [0, 10, 30])
    #expect(columns([.cells(4), .fill, .cells(6), .fill(3)], 30) == [0, 4, 9, 15])
    #expect(columns([.fill, .fill, .fill], 10) == [0, 3, 6])
    func row(_ lengths: [ViewLength], _ width: Int) -> [Int] {
      let views = lengths.enumerated().map { ViewOf<Noted>.text("\($0.offset)").width($0.element) }
      let line = shown(.row(views).gap(0), columns: width)[0]
      return lengths.indices.map { index in
        line.distance(
          from: line.startIndex, to: line.firstIndex(of: Character("\(index)")) ?? line.endIndex)
      }
    }
    #expect(row([.fill, .fill, .fill, .fill], 40) == [0, 10, 20, 30])
    #expect(row([.fill(1), .fill(2), .fill(1)], 40) == [0, 10, 30])
    #expect(row([.fill(1).most(5), .fill(1)], 40) == [0, 5])
    #expect(row([.fill(1).least(30), .fill(1)], 40) == [0, 30])
    #expect(
      shown(
        .column([.text("a").height(.fill), .text("b").height(.fill(3)), .text("c")])
          .height(.fill), rows: 9) == ["a", "", "b", "", "", "", "", "", "c"])
  }
}
