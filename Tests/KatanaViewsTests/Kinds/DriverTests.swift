import KatanaScreen
import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

private struct Plain: ViewPart {
  var text: String
  var view: ViewOf<Noted> { .text(text) }
}

/// A test does what a person can do, and fails with a sentence for the rest.
@Suite struct DriverTests {
  private func texts(_ test: ViewTest<Noted>, _ body: (ViewTest<Noted>) -> Void) -> [String] {
    failures { body(test) }.map(\.text)
  }

  @Test func aPartThatCanBePressedIsPressed() {
    let test = noted { _ in .column([.part(Plain(text: "card")).onPress(.did("pressed"))]) }
    test.press("card")
    #expect(test.model.log == ["pressed"])
  }

  @Test func aKeyOfAnEachActsInIt() {
    let test = noted { _ in
      .column([
        .each([Element(id: 1), Element(id: 2)]) { element in
          .button("b\(element.id)", .did("b\(element.id)"))
        }.onKey("x", "x", .did("x")),
        .button("other", .did("other")),
      ])
    }
    test.key("x", in: "b2")
    #expect(test.model.log == ["x"])
    #expect(
      texts(test) { $0.key("x", in: "other") } == [
        "The key x acts only while the focus is in its view, and the focus is elsewhere. To fix this, go"
          + " there first: `in: …`, or let it act everywhere: `.onKey(…, in: .screen)`."
      ])
  }

  @Test func aKeyThatAFieldTakesFails() {
    let test = noted { model in model.field(1, "Name").onKey("b", "bold", .did("bold")) }
    #expect(
      texts(test) { $0.key("b") } == [
        "The field “Name” has the focus and takes the key b. To fix this, go elsewhere first, type with"
          + " `type`, `replace` and `submit`, or press it there with `keys`."
      ])
    #expect(test.model == Noted())
  }

  @Test func aKeyInARowIsThatRowsKey() {
    let test = noted(Noted(ids: [1, 2, 3])) { model in .rows(NotedRows(ids: model.ids)) }
    test.key(.delete)
    test.key(.delete, in: "row 3")
    #expect(test.model.log.filter { $0.hasPrefix("deleted") } == ["deleted 1", "deleted 3"])
  }

  @Test func whatHasNoRoomFails() {
    let test = noted(columns: 40, rows: 5) { _ in
      .column([
        .text("a"), .row([.button("squeezed", .did("no"))]).width(.cells(0)),
        .row([.button("low", .did("no"))]).height(.cells(0)),
      ])
    }
    for label in ["squeezed", "low"] {
      #expect(
        texts(test) { $0.press(label) } == [
          "“\(label)” cannot be seen at 40 × 5. To fix this, give it room, or test with more `columns:`"
            + " and `rows:`."
        ])
    }
    #expect(test.model.log == [])
  }

  /// Below the screen, a person scrolls; so does the test.
  @Test func whatIsBelowTheScreenIsReached() {
    let test = noted(columns: 40, rows: 5) { _ in
      .column((0..<30).map { .button("b\($0)", .did("b\($0)")) })
    }
    test.press("b29")
    #expect(test.model.log == ["b29"])
    #expect(test.lines.last?.hasPrefix("[ b29 ]") == true)
  }

  @Test func whatIsAmbiguousFails() {
    let test = noted { _ in .column([.button("save", .did("1")), .button("save", .did("2"))]) }
    #expect(
      texts(test) { $0.press("save") } == [
        "“save” is the name of 2 controls. To fix this, name a text beside the one that you mean: `in: …`."
      ])
    #expect(test.model.log == [])
  }

  @Test func aControlCharacterIsNotTyped() {
    let test = noted { model in model.field(1, "Name") }
    #expect(
      texts(test) { $0.type("a\u{1B}b", into: "Name") } == [
        #"The keyboard has no key for "\u{1B}". To fix this, type what a person can, or use `replace`,"#
          + " which pastes."
      ])
  }

  @Test func whatTheModelRefusesFails() {
    let test = noted { _ in
      .column([
        .select("S", ["a", "b", "c"], 0) { .did("\($0)") },
        .slider("L", 1, in: 0...10, step: 2) { .did("\($0)") },
      ])
    }
    #expect(
      texts(test) { $0.choose("c", of: "S") }.first?.hasPrefix("“S” does not take “c”") == true)
    #expect(
      texts(test) { $0.choose("z", of: "S") } == [
        "“S” cannot have “z” chosen. There are: “a”, “b”, “c”."
      ])
    #expect(texts(test) { $0.set("L", to: 5) }.count == 1)
    #expect(texts(test) { $0.set("L", to: 50) } == ["“L” cannot be set to 50.0."])
  }

  @Test func dialogsAreClosedOnlyWhereTheyCanBe() {
    let open = noted { _ in .layers([.text("behind"), .dialog("Wait", .text("…"))]) }
    #expect(
      texts(open) { $0.cancelDialog() }.first?.hasPrefix("The dialog cannot be closed.") == true)
    let none = noted { _ in .text("nothing").onKey(.escape, "quit", .did("quit")) }
    #expect(texts(none) { $0.cancelDialog() } == ["No dialog is open."])
    #expect(none.model.log == [])
  }

  @Test func rowsAreSelectedByTheirTexts() {
    let test = noted(Noted(ids: Array(0..<1_000))) { model in .rows(NotedRows(ids: model.ids)) }
    test.select("row 500")
    #expect(test.model.chosen == 500)
    #expect(test.measuredCount < 100, "only the visible rows are computed")
    #expect(texts(test) { $0.select("row x") } == ["No row of a list is called “row x”."])
  }

  @Test func aFieldIsReplacedWhateverItContains() {
    let test = noted(Noted(texts: [1: "first\nsecond\nthird", 2: "one"])) { model in
      .column([
        .textArea("Area", model.texts[1] ?? "") { .typed(1, $0) }, model.field(2, "Field"),
      ])
    }
    test.replace("Area", with: "a\nb")
    test.replace("Field", with: "two")
    #expect(test.model.texts == [1: "a\nb", 2: "two"])
    test.type("!\n?", into: "Area")
    #expect(test.model.texts[1] == "a\nb!\n?")
  }

  @Test func aPointThatSomethingLiesOnFails() {
    let test = noted { _ in
      .layers([
        ViewOf<Noted>.drawing("Map", DrawingWindow(width: 40, height: 10), [])
          .onPointer { .did("\($0.phase) \(Int($0.x)) \(Int($0.y))") }.height(.fill),
        .text("above"),
      ])
    }
    #expect(texts(test) { $0.point(.down, x: 2, y: 0.5, in: "Map") }.count == 1)
    test.point(.down, x: 20, y: 5, in: "Map")
    #expect(test.model.log == ["down 20 5"])
  }

  /// A row is called by its text, as `press` and `select` call it.
  @Test func theFocusIsNamedByWhatIsWrittenThere() {
    let test = noted { _ in
      .column([
        .text("plain").onPress(.did("plain")),
        .list([
          .text("first").onSelect(.chose(1)),
          .row([.text("second"), .text("more")]).onPress(.did("2")),
          .row([.text("third"), .button("act", .did("3"))]),
        ]).label("List"),
        .list([.text("labelled").label("name").onPress(.did("4"))]),
      ])
    }
    var names = [test.focusedLabel]
    for key in [.tab, .down, .down, .tab] as [Shortcut] {
      test.keys(key)
      names.append(test.focusedLabel)
    }
    #expect(names == ["plain", "first", "second", "act", "name"])
  }

  @Test(arguments: [ViewDirection.leftToRight, .rightToLeft])
  func aSliderIsSetInBothDirections(_ direction: ViewDirection) {
    let test = noted { model in
      .slider("Size", Double(model.page), in: 0...10, step: 1, { .turned(Int($0)) })
        .direction(direction)
    }
    test.set("Size", to: 7)
    #expect(test.model.page == 7)
    test.set("Size", to: 2)
    #expect(test.model.page == 2)
  }

  /// The test types at the end of the text, wherever its lines are wrapped, and stays in its row.
  @Test func aTextIsTypedAtTheEndOfAnAreaInAList() {
    let text = "one\ntwo\n" + String(repeating: "long ", count: 12) + "\nlast"
    let test = noted(Noted(texts: [1: text]), columns: 24, rows: 16) { model in
      .list([
        .textArea("A", model.texts[1] ?? "", { .typed(1, $0) }),
        model.field(2, "B"),
      ])
    }
    test.keys(.home, .up, .up, .up, .home)
    test.type("!", into: "A")
    #expect(test.model.texts == [1: text + "!"])
    test.replace("A", with: "new")
    #expect(test.model.texts == [1: "new"])
  }
}
