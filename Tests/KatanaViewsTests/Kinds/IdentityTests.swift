import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

/// What the screen remembers of a node belongs to one identity, and goes with it.
@Suite struct IdentityTests {
  @Test func twoCollectionsWithEqualIDsAreTwo() {
    let test = noted { model in
      .list([
        .each([Element(id: 1)]) { _ in model.field(1, "first") },
        .each([Element(id: 1)]) { _ in model.field(2, "second") },
      ])
    }
    test.keys(.down, "h", "e", "l", "l", "o")
    #expect(test.model.texts == [2: "hello"])
    test.keys(.up, "y", "o", "u")
    #expect(test.model.texts == [1: "you", 2: "hello"])
  }

  /// An element whose id is 1 is not what stands at place 1.
  @Test func anIDIsNoPlace() {
    let test = noted { model in
      .list([.each([Element(id: 1)]) { _ in model.field(1, "old") }, model.field(2, "New")])
    }
    test.keys(.down, "h", "e", "l", "l", "o")
    #expect(test.model.texts == [2: "hello"])
    test.type("x", into: "old")
    test.type("y", into: "New")
    #expect(test.model.texts == [1: "x", 2: "helloy"])
  }

  /// Both are the first of what is around them.
  @Test func aListInTheFirstRowOfAListIsAnother() {
    let inner = ViewOf<Noted>.list((0..<5).map { .button("b\($0)", .did("b\($0)")) })
    let test = noted { _ in .list([inner, .button("second", .did("second"))]) }
    test.keys(.tab, .down, .down, .enter)
    #expect(test.model.log == ["b2"])
    test.press("second")
    test.press("b2")
    #expect(test.model.log == ["b2", "second", "b2"])
  }

  @Test func twinsAreReportedOnceAndBothAreReached() {
    var test: ViewTest<Noted>!
    let texts = failures {
      test = noted { model in
        .column([
          .each([Element(id: 7), Element(id: 7)]) { _ in .button("twin", .did("twin")) },
          .button("after", .did("after")),
        ])
      }
      test.keys(.enter, .tab, .enter, .tab, .enter)
    }.map(\.text)
    #expect(
      texts == [
        "Two views beside each other have the key 7. To fix this, give each a key of its own."
      ])
    #expect(test.model.log == ["twin", "twin", "after"])
  }

  /// 201 rows above the current one; the row is found by its id, however far it went.
  @Test(arguments: [1, 201, 5_000]) func theCurrentRowStaysWhenOthersAreInserted(_ count: Int) {
    var model = Noted(ids: Array(0..<10))
    let view = { (model: Noted) -> ViewOf<Noted> in .rows(NotedRows(ids: model.ids)) }
    let screen = try? screen(model, rows: 5, view)
    guard var screen else { return }
    screen.press(.down, .down, .down)
    model.ids = Array(100..<100 + count) + model.ids
    screen.screen.show(view(model))
    let messages = screen.screen.handle(.key(KeyStroke(.delete)))
    #expect("\(messages)".contains("deleted 3"))
    model.ids.reverse()
    screen.screen.show(view(model))
    #expect("\(screen.screen.handle(.key(KeyStroke(.delete))))".contains("deleted 3"))
  }

  @Test func aFieldThatShowsAnotherRecordHasItsCaretAtTheEnd() {
    let test = noted(Noted(texts: [0: "Ada", 1: "Robert"])) { model in
      .column([
        model.field(model.page, "Name").key(model.page),
        .empty.onKey(.control("n"), "next", .turned(1), in: .screen),
      ])
    }
    test.keys(.left, .left, "!", .control("n"), "!")
    #expect(test.model.texts == [0: "A!da", 1: "Robert!"])
  }

  @Test func aDialogThatIsOpenedAgainBeginsAnew() {
    let test = noted(Noted(texts: [1: "Ada"], page: 1)) { model in
      .layers([
        .button("open", .turned(1)),
        model.page == 1 ? .dialog("Name", model.field(1, "Name"), cancel: .turned(0)) : .empty,
      ])
    }
    test.keys(.home, .escape, .enter, "!")
    #expect(test.model.texts == [1: "Ada!"])
  }

  @Test func anotherArticleBeginsAtItsTop() {
    let lines = (1...30).map(String.init).joined(separator: "\n")
    let test = noted(rows: 5) { model in
      .column([
        .scroll(.text("page \(model.page)\n" + lines)).height(.fill).key(model.page),
        .empty.onKey("n", "next", .turned(1), in: .screen),
      ])
    }
    test.keys(.down, .down, .down)
    #expect(test.lines[0].hasPrefix("3"))
    test.keys("n")
    #expect(test.lines[0].hasPrefix("page 1"))
  }

  /// The caret goes with the element, not with the place.
  @Test func theCaretGoesWithTheElement() {
    let test = noted(Noted(texts: [1: "abc", 2: "xyz"], ids: [1, 2])) { model in
      .column([
        .each((model.page == 0 ? [1, 2] : [2, 1]).map { Element(id: $0) }) { model.field($0.id) },
        .empty.onKey(.control("t"), "turn", .turned(1), in: .screen),
      ])
    }
    test.keys(.home, .control("t"), "!")
    #expect(test.model.texts == [1: "!abc", 2: "xyz"])
  }

  @Test func theVariantsOfAFittingAreOneView() {
    let test = noted(columns: 60) { model in
      .fitting([
        .row([model.field(1, "Name"), .text("a wide line of text that needs room")]),
        .column([model.field(1, "Name"), .text("narrow")]),
      ])
    }
    test.keys("a", "b", .left)
    test.resize(columns: 30, rows: 10)
    #expect(test.lines == ["Name: ab", "narrow"])
    test.keys("-")
    #expect(test.model.texts == [1: "a-b"])
  }

  /// A key on the element itself tells it from what it was before, as anywhere else.
  @Test func theKeyOfAnElementCountsBesideItsID() {
    let test = noted { model in
      .column([
        .list([
          .each([Element(id: 1)]) { _ in
            .button("row", .did("row")).focused(when: model.page > 0).key(model.page)
          }
        ]),
        .button("other", .turned(model.page + 1)),
      ])
    }
    for _ in 0..<3 {
      test.keys(.tab)
      #expect(test.focusedLabel == "other")
      test.keys(.enter)
      #expect(test.focusedLabel == "row")
    }
  }
}
