import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@testable import KatanaConsoleTesting

extension RealEffects {
  @Suite struct VirtualTerminalTests {
    @Test func keysAreSentAsTerminalsSendThem() {
      let keys: [TerminalKey] =
        [.enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp]
        + [.pageDown, .insert, .delete, .character("a"), .character("€")]
        + (1...20).map { .function($0) }
      for key in keys {
        for modifiers in [KeyModifiers(), .control, [.shift, .alt], [.alt, .control]] {
          var decoder = TerminalDecoder()
          let press = KeyStroke(key, modifiers)
          #expect(decoder.take(VirtualKey.bytes(of: press)) == [.key(press)])
        }
      }
    }

    @Test func theScreenShowsWhatIsWritten() {
      var screen = VirtualScreen(size: TerminalSize(columns: 6, rows: 3))
      screen.write("one\ntwo日本\nx")
      #expect(screen.lines == ["two日", "本", "x"])
      #expect(screen.scrolledOut == ["one"])
      screen.write("\u{1B}[2A\r\u{1B}[K\u{1B}[31mnew\u{1B}[0m\u{1B}[1B\u{1B}[2D!")
      #expect(screen.lines == ["new", " !", "x"])
      screen.write("\u{1B}[?1049h\u{1B}[2J\u{1B}[Hfull\u{1B}[?25l")
      #expect(screen.lines == ["full"])
      #expect(screen.isCursorHidden && screen.isFullScreen)
      screen.write("\u{1B}[?1049l\u{1B}[?25h")
      #expect(screen.lines == ["new", " !", "x"])
      #expect(!screen.isCursorHidden && !screen.isFullScreen)
    }

    @Test func linksAndTitlesAreNotShown() {
      var screen = VirtualScreen(size: TerminalSize(columns: 20, rows: 2))
      screen.write("\u{1B}]8;;https://example.com\u{1B}")
      screen.write("\\docs\u{1B}]8;;\u{7}\u{1B}]0;title\u{7}\u{1B}(B\u{9B}1mกำ")
      screen.write("!")
      #expect(screen.lines == ["docsกำ!"])
      #expect(screen.cursor == TerminalScreen.Cursor(row: 0, column: 7))
    }

    @Test func passwordsAreNotInTexts() {
      let answer = PromptAnswer.entered(Secret("hunter2"))
      #expect("\(answer)" == "entered(•••)")
    }

    /// A game that draws 25 times a second.
    private struct Game: Model, Equatable {
      var frames = 0
      var keys: [KeyStroke] = []
      var readsKeys = true
    }

    private enum GameMessage: Message, Equatable {
      case ticked(Tick)
      case happened(TerminalEvent)
    }

    private struct GameUpdater: TypedUpdater, SubscriptionProvider {
      func update(model: inout Game, message: GameMessage) -> [any Command] {
        switch message {
        case .ticked: model.frames += 1
        case .happened(.key(let key)): model.keys.append(key)
        case .happened: break
        }
        return []
      }

      func subscriptions(model: Game) -> [any Subscription] {
        let screen = TerminalScreen(["frame \(model.frames)"])
        guard model.readsKeys else { return [screen] }
        return [
          screen, TerminalInput(reply { .happened($0) }),
          Every(.milliseconds(40), reply { .ticked($0) }),
        ]
      }
    }

    @Test func aLoneEscapeIsAKeyThoughTheAppDrawsMoreOften() {
      let terminal = VirtualTerminal()
      let app = AppTest(
        Program(model: Game(), GameUpdater()), interpreters: [.terminal(terminal), .time()])
      app.start(exhaustive: false)
      terminal.type("\u{1B}")
      app.advance(by: .milliseconds(99), exhaustive: false) { ($0.frames, $0.keys) = (2, []) }
      app.advance(by: .milliseconds(1), exhaustive: false) { $0.keys = [KeyStroke(.escape)] }
      #expect(terminal.lines == ["frame 2"])
      app.finish()
    }

    @Test func theWindowOfAnAppThatOnlyDrawsChangesItsSize() {
      let terminal = VirtualTerminal()
      let app = AppTest(
        Program(model: Game(readsKeys: false), GameUpdater()), interpreters: [.terminal(terminal)])
      app.start(exhaustive: false)
      terminal.resize(to: TerminalSize(columns: 5, rows: 2))
      app.advance(by: .zero)
      #expect(terminal.lines == ["frame"])
      app.finish()
    }
  }
}
