import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

enum EditorMessage: Message { case newWindowTapped }

enum EditorWindowMessage: Message {
  case queryChanged(String), replaceTapped(with: String), blinked, closed
}

struct EditorUpdater: TypedUpdater {
  func update(model: inout Editor, message: EditorMessage) -> [any Command] {
    switch message {
    case .newWindowTapped:
      model.opened += 1
      model.windows.append(EditorWindow(id: model.opened))
    }
    return []
  }
}

struct EditorWindowFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout EditorWindow, message: EditorWindowMessage) -> [any Command] {
    switch message {
    case .queryChanged(let query): model.query = query
    case .blinked: model.isBlinking.toggle()
    case .closed: return [Dismiss()]
    case .replaceTapped: break  // The app does it: the text belongs to all windows.
    }
    return []
  }

  func subscriptions(model: EditorWindow) -> [any Subscription] {
    [Every(.seconds(1), reply(.blinked))]
  }
}

struct Editor: Model, Equatable {
  typealias Receives = EditorMessage
  var text = ""
  var windows: [EditorWindow] = []
  var opened = 0
}

struct EditorWindow: Model, Equatable, Identifiable {
  typealias Receives = EditorWindowMessage
  let id: Int
  var query = ""
  var isBlinking = true
}

let editorFeature = EditorUpdater().with(
  .each(\.windows, EditorWindowFeature(), onLeave: .cancel) { model, id, message in
    guard case .replaceTapped(let text) = message,
      let window = model.windows.first(where: { $0.id == id }), !window.query.isEmpty
    else { return [] }
    model.text = model.text.replacing(window.query, with: text)
    return []
  })

@Suite struct TwoWindowsTests {
  let left = Editor.at.windows[1]
  let right = Editor.at.windows[2]
  let app = AppTest(
    Program(model: Editor(text: "tea or rice"), editorFeature), exhaustive: .model)

  init() {
    for id in 1...2 {
      app.send(.newWindowTapped) {
        $0.opened = id
        $0.windows.append(EditorWindow(id: id))
      }
    }
  }

  @Test func eachWindowHasItsOwnStateAndAllShowOneText() {
    app.send(.queryChanged("tea"), to: left) { $0.windows[0].query = "tea" }
    app.send(.queryChanged("rice"), to: right) { $0.windows[1].query = "rice" }
    app.send(.replaceTapped(with: "coffee"), to: left) { $0.text = "coffee or rice" }
    app.send(.replaceTapped(with: "cake"), to: right) { $0.text = "coffee or cake" }
  }

  @Test func anEmptyQueryReplacesNothing() {
    app.send(.replaceTapped(with: "coffee"), to: left)
  }

  @Test func aClosedWindowLeavesNothingBehind() {
    let blink = Every(.seconds(1), Reply(EditorWindowMessage.blinked))
    app.send(
      .closed, to: left, commands: [Dismiss().in(left)],
      subscriptions: [.stopped(blink.in(left))]
    ) { $0.windows.remove(at: 0) }
    app.send(.newWindowTapped, subscriptions: [.started(blink.in(Editor.at.windows[3]))]) {
      $0.opened = 3
      $0.windows.append(EditorWindow(id: 3))
    }
  }
}
