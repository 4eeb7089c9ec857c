import Foundation
import Katana
import KatanaTesting
import Terminal
import TerminalInterpreters
import Testing

@Suite struct ScreenTests {
  /// What interpreters that share a screen have written; they send nothing.
  private func written(_ commands: any Command...) -> String {
    let text = Text()
    let screen = Screen(style: Style(hasColor: false)) { text.append($0) }
    let recorder = RecordingDispatcher()
    for command in commands {
      switch command {
      case let show as Show: recorder.run(ShowInterpreter(screen: screen), show)
      case let prompt as Prompt: recorder.run(PromptInterpreter(screen: screen), prompt)
      default: Issue.record("\(command) is not for a screen")
      }
    }
    recorder.expectNoMore()
    return text.value
  }

  @Test func whatIsShownEndsWithANewLine() {
    #expect(written(Show(.failure(["one", "two"]))) == "error: one\nerror: two\n")
  }

  @Test func whatComesWhileTheUserIsAskedTakesThePromptsPlace() {
    let text = written(Prompt.ask, Show(.success("news")))
    #expect(text == "conduit> \r\u{1B}[Knews\nconduit> ")
  }

  @Test func anAnsweredPromptIsLeftAlone() {
    #expect(written(Prompt.ask, Prompt.answered, Show(.success("x"))) == "conduit> x\n")
  }

  @Test func aPromptWithoutAnAnswerEndsItsLine() {
    #expect(written(Prompt.ask, Prompt.withdraw) == "conduit> \n")
    #expect(written(Prompt.withdraw) == "")
  }
}

private final class Text: @unchecked Sendable {
  // Sendable, because the text is used with the lock held.
  private let lock = NSLock()
  private var text = ""
  func append(_ more: String) { lock.withLock { text += more } }
  var value: String { lock.withLock { text } }
}
