import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTerminalViews
import KatanaViews
import Testing

private struct Desk: Model, Equatable {
  typealias Receives = DeskMessage
  var names = ["a", "b", "c"]
  var dialogs = 0
  var hasSecond = true
  var log: [String] = []
}

private enum DeskMessage: Message, Equatable {
  case pressed(String)
  case opened, closed, secondRemoved
  case inserted(String)
  case removed(String)
}

private struct DeskUpdater: TypedUpdater {
  func update(model: inout Desk, message: DeskMessage) -> [any Command] {
    switch message {
    case .pressed(let name): model.log.append(name)
    case .opened: model.dialogs += 1
    case .closed: model.dialogs -= 1
    case .secondRemoved: model.hasSecond = false
    case .inserted(let name): model.names.insert(name, at: 0)
    case .removed(let name): model.names.removeAll { $0 == name }
    }
    return []
  }
}

private func button(_ title: String) -> ViewOf<Desk> { .button(title, .pressed(title)) }

private func deskView(_ model: Desk) -> ViewOf<Desk> {
  .layers(
    [
      .column([
        button("first"), model.hasSecond ? button("second").key("second") : .empty,
        .button("open", .opened).key("open"),
        .list(
          model.names.map { name in
            .row([.text(name), button("\(name)1"), button("\(name)2")]).key(name)
              .onKey("d", "remove", .removed(name))
          }
        ).key("list"),
      ])
    ]
      + (0..<model.dialogs).map { level in
        .dialog(
          "dialog \(level)",
          .row([
            button("ok \(level)"), .button("more \(level)", .opened),
            .button("close \(level)", .closed),
          ]), cancel: .closed
        ).key(level)
      })
}

/// What has the focus, in dialogs and lists too.
@Suite struct FocusTests {
  private var app: TestScreen<Desk>

  init() throws {
    app = try TestScreen(Desk(), DeskUpdater(), deskView, columns: 60, rows: 20)
  }

  @Test mutating func tabGoesRoundAndStopsAtTheControlsOfTheCurrentRow() {
    var seen: [String?] = []
    for _ in 0..<5 {
      seen.append(app.screen.focusedLabel)
      app.press(.tab)
    }
    #expect(seen == ["first", "second", "open", "a1", "a2"])
    #expect(app.screen.focusedLabel == "first")
    app.press(.tab, modifiers: .shift)
    #expect(app.screen.focusedLabel == "a2")
  }

  @Test mutating func arrowsMoveTheRowAndTheControlInIt() {
    app.press(.tab, .tab, .tab, .down)
    #expect(app.screen.focusedLabel == "b1")
    app.press(.right)
    #expect(app.screen.focusedLabel == "b2")
    app.press(.down, .enter)
    #expect(app.runtime.model.log == ["c2"])
    app.press(.down, .right, .right, .home)
    #expect(app.screen.focusedLabel == "a2")
  }

  @Test mutating func aListKeepsItsRowWhenRowsAreInsertedBeforeIt() {
    app.press(.tab, .tab, .tab, .down)
    for index in 0..<30 { app.runtime.dispatch(DeskMessage.inserted("new \(index)")) }
    app.handle(.focus(true))
    #expect(app.screen.focusedLabel == "b1")
    app.press(.down)
    #expect(app.screen.focusedLabel == "c1")
  }

  /// The first row is the current one also before the person has moved in the list.
  @Test mutating func aListThatHasTheFocusKeepsItsFirstRow() {
    app.press(.tab, .tab, .tab)
    #expect(app.screen.focusedLabel == "a1")
    for part in 0..<3 {
      // More than are looked through for the row in one frame.
      for index in 0..<150 { app.runtime.dispatch(DeskMessage.inserted("new \(part) \(index)")) }
      app.handle(.focus(true))
      #expect(app.screen.focusedLabel == "a1")
    }
  }

  @Test mutating func theRowAfterARemovedOneIsTheCurrentOne() {
    app.press(.tab, .tab, .tab, .down, .character("d"))
    #expect(app.runtime.model.names == ["a", "c"] && app.screen.focusedLabel == "c1")
    app.press(.character("d"))
    #expect(app.runtime.model.names == ["a"] && app.screen.focusedLabel == "a1")
    app.press(.character("d"), .character("d"))
    #expect(app.runtime.model.names.isEmpty && app.screen.focusedLabel != nil)
  }

  @Test mutating func anotherControlGetsTheFocusOfOneThatDisappears() {
    app.press(.tab)
    #expect(app.screen.focusedLabel == "second")
    app.runtime.dispatch(DeskMessage.secondRemoved)
    app.handle(.focus(true))
    #expect(app.screen.focusedLabel == "open")
  }

  @Test mutating func aDialogHoldsTheFocusAndGivesItBack() {
    app.press(.tab, .tab, .enter)
    #expect(app.screen.focusedLabel == "ok 0")
    for _ in 0..<3 { app.press(.tab) }
    #expect(app.screen.focusedLabel == "ok 0")
    // Keys and clicks below it do nothing.
    app.press(.character("d"))
    app.handle(.mouse(MouseEvent(.pressed(button: 0), column: 3, row: 0)))
    #expect(
      app.runtime.model
        == {
          var desk = Desk(); desk.dialogs = 1; return desk
        }())
    app.press(.escape)
    #expect(app.runtime.model.dialogs == 0 && app.screen.focusedLabel == "open")
  }

  @Test mutating func dialogsInDialogsGiveTheFocusBackOneByOne() {
    app.press(.tab, .tab, .enter, .tab, .enter)
    #expect(app.screen.focusedLabel == "ok 1")
    app.press(.tab, .enter)
    #expect(app.screen.focusedLabel == "ok 2")
    app.press(.escape)
    #expect(app.screen.focusedLabel == "more 1")
    app.press(.tab, .enter)
    #expect(app.screen.focusedLabel == "more 0")
    app.press(.escape)
    #expect(app.screen.focusedLabel == "open")
    app.press(.escape)
    #expect(app.runtime.model.dialogs == 0)
  }

  /// Both dialogs go at once: the focus goes to where it was before the first one.
  @Test mutating func dialogsThatCloseTogetherGiveTheFocusBack() {
    app.press(.tab, .tab, .enter, .tab, .enter)
    app.runtime.dispatch(DeskMessage.closed)
    app.runtime.dispatch(DeskMessage.closed)
    app.handle(.focus(true))
    #expect(app.screen.focusedLabel == "open")
  }

  @Test mutating func aDialogThatAListOpenedGivesTheFocusBackToItsRow() {
    app.press(.tab, .tab, .tab, .down, .right)
    #expect(app.screen.focusedLabel == "b2")
    app.runtime.dispatch(DeskMessage.opened)
    app.handle(.focus(true))
    #expect(app.screen.focusedLabel == "ok 0")
    app.press(.escape)
    #expect(app.screen.focusedLabel == "b2")
  }
}
