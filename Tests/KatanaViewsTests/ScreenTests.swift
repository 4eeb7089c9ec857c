import Katana
import KatanaConsole
import KatanaRuntime
import KatanaTerminalViews
import KatanaViews
import Testing

/// A screen with its model: what `runOnTerminal` does, without a terminal and without time.
struct TestScreen<M: Model> {
  let runtime: Runtime<M>
  let view: (M) -> ViewOf<M>
  var screen: ScreenState

  init(
    _ model: M, _ feature: some Feature<M>, _ view: @escaping (M) -> ViewOf<M>, columns: Int = 40,
    rows: Int = 12
  ) throws {
    runtime = try Runtime(Program(model: model, feature))
    runtime.start()
    self.view = view
    screen = ScreenState(size: TerminalSize(columns: columns, rows: rows))
    screen.show(view(runtime.model))
  }

  mutating func handle(_ event: TerminalEvent) {
    for message in screen.handle(event) { runtime.dispatch(message) }
    screen.show(view(runtime.model))
  }

  mutating func press(_ keys: TerminalKey..., modifiers: KeyModifiers = []) {
    for key in keys { handle(.key(KeyStroke(key, modifiers))) }
  }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }
}

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
