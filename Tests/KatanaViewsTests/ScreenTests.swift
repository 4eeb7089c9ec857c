import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTerminalViews
import KatanaViews
import Testing

private struct House: Model, Equatable {
  typealias Receives = HouseMessage
  var counter = Counter()
}

private enum HouseMessage: Message, Equatable { case left, pressed, pressedOther }

@Suite struct ScreenTests {
  @Test func whatAParentAddsToTheViewOfAChildGoesToTheParent() {
    let view = ViewOf<Counter>.button("more", .increased).to(House.at.counter)
      .onKey(.control("q"), "leave", .left)
    var screen = ScreenState(size: TerminalSize(columns: 40, rows: 12))
    screen.show(view)
    let left = screen.handle(.key(KeyStroke(.character("q"), .control)))
    #expect(left.map { $0 as? HouseMessage } == [.left])
    let increased = screen.handle(.key(KeyStroke(.enter)))
    #expect(increased.count == 1 && increased.first is HouseMessage == false)

    let row = ViewOf<Counter>.text("row").to(House.at.counter)
    screen.show(row.onPress(.pressed).onSecondaryPress(.pressedOther))
    let pressed = screen.handle(.key(KeyStroke(.enter)))
    #expect(pressed.map { $0 as? HouseMessage } == [.pressed])
    let other = screen.handle(.key(KeyStroke(.enter, .alt)))
    #expect(other.map { $0 as? HouseMessage } == [.pressedOther])
  }

  @Test func aCounterIsShownAndCounts() throws {
    var app = try TestScreen(Counter(), CounterUpdater(), counterView)
    #expect(
      app.screen.lines == [
        "┌─ Counting ───────────────────────────┐", "│                                      │",
        "│ Counter                              │", "│ [ - ]   0    [ + ] [ Reset ]         │",
        "│ Name:                                │", "│ Hello, !                             │",
        "│                                      │", "└──────────────────────────────────────┘",
      ])
    app.press(.tab, .enter, .enter)
    #expect(app.runtime.model.value == 2)
    app.press(.character("+"))
    #expect(app.runtime.model.value == 3)
  }

  @Test func commentsAreReachedByTheirAddresses() throws {
    var model = Article()
    model.comments.all = [Comment(id: 1, text: "first"), Comment(id: 2, text: "second")]
    var app = try TestScreen(model, articleFeature, articleView)
    app.press(.down, .enter)
    #expect(app.runtime.model.comments.all[id: 2]?.isLiked == true)
    app.press(.character("d"))
    #expect(app.runtime.model.comments.all.ids == [1])
    // Beyond the controls of the row.
    app.press(.tab, .tab)
    app.type("third")
    app.press(.enter)
    #expect(app.runtime.model.comments.all.last?.text == "third")
    app.press(.tab, .enter)
    #expect(app.runtime.model.isDeleting)
    #expect(app.screen.focusedLabel == "Keep")
    app.press(.escape)
    #expect(app.screen.focusedLabel == "Delete")
  }
}
