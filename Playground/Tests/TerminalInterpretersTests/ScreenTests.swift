import Foundation
import Katana
import KatanaTesting
import Terminal
import TerminalInterpreters
import Testing

@Suite struct ScreenTests {
  /// What interpreters that share a screen have written.
  private func written(_ commands: [any Command], hasColor: Bool = false) -> String {
    let text = Text()
    let screen = Screen(style: Style(hasColor: hasColor)) { text.append($0) }
    let dispatch = RecordingDispatcher().dispatch
    for command in commands {
      switch command {
      case let show as Show: ShowInterpreter(screen: screen).interpret(show, dispatch: dispatch)
      case let prompt as Prompt:
        PromptInterpreter(screen: screen).interpret(prompt, dispatch: dispatch)
      default: break
      }
    }
    return text.value
  }

  @Test func whatIsShownEndsWithANewLine() {
    #expect(written([Show(.failure(["one", "two"]))]) == "error: one\nerror: two\n")
  }

  @Test func whatComesWhileTheUserIsAskedTakesThePromptsPlace() {
    let text = written([Prompt.ask, Show(.success("news"))])
    #expect(text == "conduit> \r\u{1B}[Knews\nconduit> ")
  }

  @Test func anAnsweredPromptIsLeftAlone() {
    #expect(written([Prompt.ask, Prompt.answered, Show(.success("x"))]) == "conduit> x\n")
  }

  @Test func aPromptWithoutAnAnswerEndsItsLine() {
    #expect(written([Prompt.ask, Prompt.withdraw]) == "conduit> \n")
    #expect(written([Prompt.withdraw]) == "")
  }
}

private final class Text: @unchecked Sendable {
  // Sendable, because the text is used with the lock held.
  private let lock = NSLock()
  private var text = ""
  func append(_ more: String) { lock.withLock { text += more } }
  var value: String { lock.withLock { text } }
}
