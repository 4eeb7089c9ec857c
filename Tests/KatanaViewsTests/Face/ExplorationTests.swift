import Foundation
import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTerminalViews
import KatanaTesting
import KatanaViews
import Testing

/// An article with somebody in front of it, who presses keys and resizes the window.
private struct Session: Model, Equatable {
  typealias Receives = SessionMessage
  var article = Article()
}

private enum SessionMessage: Message, Equatable { case happened(TerminalEvent) }

/// What `runOnTerminal` does with an event: the view of the model, and what the event means in it.
private struct Handle: Command {
  var event: TerminalEvent
  var model: Session
}

private struct SessionUpdater: TypedUpdater {
  func update(model: inout Session, message: SessionMessage) -> [any Command] {
    switch message {
    case .happened(let event): [Handle(event: event, model: model)]
    }
  }
}

private let sessionFeature = CombinedUpdater<Session>([
  .full(SessionUpdater()), .child(\.article, articleFeature),
])

private func sessionView(_ model: Session) -> ViewOf<Session> {
  articleView(model.article).to(Session.at.article)
}

@Suite struct ExplorationTests {
  /// `explore` takes events as messages, so the seed chooses keys and sizes, and shrinks a failure.
  @Test func keysAndSizesAreExplored() {
    let events: [TerminalEvent] =
      [.enter, .tab, .escape, .down, .up, .left, .right, .character("d"), .character("x"), .end]
      .map { .key(KeyStroke($0)) }
      + [
        .resized(TerminalSize(columns: 12, rows: 3)), .resized(TerminalSize(columns: 60, rows: 20)),
      ]
    let seen = explore(
      seeds: 40,
      sending: { simulation in
        (0..<simulation.choose(1...30)).map { _ in
          SessionMessage.happened(simulation.choose(among: events))
        }
      }
    ) { _ in
      let screen = Locked(ScreenState(size: TerminalSize(columns: 40, rows: 12)))
      var model = Session()
      model.article.comments.all = [Comment(id: 1, text: "first"), Comment(id: 2, text: "second")]
      return Simulated(
        Program(model: model, sessionFeature),
        interpreters: [
          .command(Handle.self) { command, dispatch in
            let messages = screen.withLock { screen in
              screen.show(sessionView(command.model))
              return screen.handle(command.event)
            }
            for message in messages { dispatch(message) }
          }
        ]
      )
      .always("the outline is that of the model") {
        sessionView($0).node.outline() == sessionView($0).node.outline()
          && sessionView($0).node.outline().contains("dialog") == $0.article.isDeleting
      }
      .always("each comment has another number") {
        Set($0.article.comments.all.ids).count == $0.article.comments.all.count
      }
      .always("nothing is drawn beside the window") { _ in
        screen.withLock { screen in
          screen.lines.count <= screen.size.rows
            && screen.lines.allSatisfy { $0.count <= screen.size.columns }
        }
      }
    }
    #expect(seen.seeds == 40 && seen.messages > 200)
  }
}
