import Foundation
import Katana
import KatanaConsole
import KatanaRuntime
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen

/// What outlines say, what the driver may do, and which parts are kept.
@Suite struct ToolTests {
  @Test func theOutlineSaysWhatANodeIs() {
    let view = ViewOf<Noted>.column([
      .text("pressed").onPress(.did("a")).style(.danger), .button("button", .did("b")).disabled(),
      .text("focused").focused(when: true).label("name").role(.navigation),
      .text("keys").onKey("k", "kill", .did("k")).onKey(
        .control("s"), "save", .did("s"), in: .screen),
    ])
    #expect(
      view.node.outline() == """
        column
          text "pressed" danger pressable
          button "button" disabled
          text "focused" focused as navigation
          text "keys" [k kill, Ctrl-S save]
        """)
  }

  /// In a test no time passes, so a spinner is a word.
  @Test func aSpinnerIsAWord() {
    let test = noted { _ in .row([.spinner.label("Loading"), .text("loading")]) }
    test.expectOutline(
      """
      row
        spinner "Loading"
        text "loading"
      """)
    #expect(test.lines == ["… loading"])
    #expect(shown(.spinner.width(.cells(5)).align(.trailing)) == ["    …"])
    #expect(shown(.spinner.width(.cells(5)).direction(.rightToLeft), columns: 5) == ["    …"])
  }

  /// Its line is above the visible part of its box, and nothing turns.
  @Test func aSpinnerThatIsScrolledAwayDoesNotTurn() {
    var screen = ScreenState(size: TerminalSize(columns: 10, rows: 3))
    let view = ViewOf<Noted>.scroll(
      .column([ViewOf<Noted>.spinner.height(.cells(2)), .text("a\nb\nc")]))
    screen.show(view, at: Date(timeIntervalSince1970: 0))
    #expect(screen.paint().isTurning)
    _ = screen.handle(.key(KeyStroke(.down)))
    #expect(
      !screen.paint().isTurning && screen.lines == ["", "a        ┃", "b"], "\(screen.lines)")
  }

  @Test func aNodeSaysWhetherItIsDisabled() {
    #expect(!ViewOf<Noted>.text("a").node.isDisabled && !ViewOf<Noted>.text("a").node.isFocused)
    #expect(ViewOf<Noted>.text("a").disabled().node.isDisabled)
    #expect(!ViewOf<Noted>.text("a").disabled(false).node.isDisabled)
    #expect(ViewOf<Noted>.text("a").focused(when: true).node.isFocused)
  }

  /// What the app has changed since the last key is seen, too.
  @Test func whatATestReadsIsThePresent() {
    func test() -> ViewTest<Noted> {
      noted { model in
        .row([
          .button("page \(model.page)", .did("a")).key(model.page).focused(when: true),
          .text("text \(model.page)"),
        ]).windowTitle("title \(model.page)")
      }
    }
    let (lines, label, title, outline) = (test(), test(), test(), test())
    for test in [lines, label, title, outline] { test.app.send(.turned(1), exhaustive: []) }
    #expect(lines.lines == ["[ page 1 ] text 1"])
    #expect(label.focusedLabel == "page 1")
    #expect(title.windowTitle == "title 1")
    #expect(outline.outline.contains("page 1"))
    let sized = test()
    sized.app.send(.turned(1), exhaustive: [])
    sized.resize(columns: 12, rows: 3)
    #expect(sized.lines.first?.hasPrefix("[ page 1 ]") == true)
  }

  @Test func onlyWhatCanBePressedIsPressed() {
    let test = noted { model in
      .column([
        model.field(1, "field"), .select("select", ["a", "b"], 0) { .turned($0) },
        .slider("slider", 1, in: 0...2) { _ in .did("slid") },
        .checkbox("box", false) { .did("box \($0)") },
        .text("second").label("second").onSecondaryPress(.did("second")),
      ])
    }
    for label in ["field", "select", "slider", "second"] {
      #expect(failures { test.press(label) }.map(\.text) == ["“\(label)” cannot be pressed."])
    }
    #expect(
      failures { test.pressSecondary("box") }.map(\.text)
        == ["“box” cannot be pressed with the second button."])
    #expect(failures { test.submit("field") }.map(\.text) == ["“field” cannot be submitted."])
    test.press("box")
    test.pressSecondary("second")
    #expect(test.model.log == ["box true", "second"])
  }

  /// By the shortest way: what lies between is not told.
  @Test func rowsAndOptionsAreReachedByTheShortestWay() {
    let test = noted { model in
      .column([
        .list((0..<9).map { .text("row \($0)").onSelect(.did("row \($0)")) }),
        .select("select", ["a", "b", "c", "d"], model.page) { .turned($0) },
        .text("\(model.page)"),
      ])
    }
    test.select("row 8")
    test.select("row 0")
    test.select("row 2")
    #expect(test.model.log == ["row 8", "row 0", "row 1", "row 2"])
    test.choose("c", of: "select")
    #expect(test.model.page == 2)
    test.choose("a", of: "select")
    #expect(test.model.page == 0)
  }

  /// A label that is nowhere, beside a long list.
  @Test func whatIsNotThereIsLookedForInAllRows() {
    let test = noted(Noted(ids: Array(0..<40))) { .rows(NotedRows(ids: $0.ids)) }
    #expect(
      failures { test.press("row 99") }.map(\.text).first?.contains("Nothing is called") == true)
    #expect(
      failures { test.select("row 99") }.map(\.text) == ["No row of a list is called “row 99”."])
    test.select("row 39")
    #expect(test.focusedLabel == "row 39")
    test.key(.delete, in: "row 20")
    #expect(test.model.log.last == "deleted 20")
  }

  private struct Child: Model, Equatable {
    typealias Receives = Told
    var id = 1
  }

  private enum Told: GlobalMessage, Equatable { case told }

  private struct Family: Model, Equatable {
    typealias Receives = NotedMessage
    var child = Child()
  }

  /// A global message needs no address, wherever it is sent from.
  @Test func aGlobalMessageOfAChildHasNoAddress() {
    let view = ViewOf<Child>.button("tell", .told).to(Family.at.child)
    let context = ViewContext().entering(view.node)
    #expect(view.node.press.map { context.message(of: $0) is Told } == true)
  }

  private struct Deep<Value: Equatable & Sendable>: ViewPart {
    struct One: Equatable, Sendable { var two: Two }
    struct Two: Equatable, Sendable { var three: Three }
    struct Three: Equatable, Sendable { var four: Four }
    struct Four: Equatable, Sendable { var value: Value }
    var one: One

    init(_ value: Value) { one = One(two: Two(three: Three(four: Four(value: value)))) }
    var view: ViewOf<Noted> { .text("deep") }
  }

  /// What a part stores is looked at in all its depth: without a function in it, the part is kept.
  @Test func aPartIsKeptIfItStoresNoFunctionHoweverDeep() {
    let plain = noted { _ in .column([.part(Deep(1)), .text("a")]) }
    let first = plain.measuredCount
    plain.keys("x")
    _ = plain.lines
    #expect(plain.measuredCount == first - 1)
    let sending = noted { _ in .column([.part(Deep(Reply(NotedMessage.did))), .text("a")]) }
    let whole = sending.measuredCount
    _ = sending.lines
    #expect(sending.measuredCount == whole)
  }
}
