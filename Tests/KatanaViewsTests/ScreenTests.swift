import Katana
import KatanaConsole
import KatanaRuntime
import KatanaTerminalViews
import KatanaViews
import Testing

@Suite struct ScreenTests {
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
    app.press(.tab)
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
