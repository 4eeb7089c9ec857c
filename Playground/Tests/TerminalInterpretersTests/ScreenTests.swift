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
    let screen = Screen(
      style: Style(hasColor: false), write: { text.append($0) },
      writeError: { text.append("!\($0)") })
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
    #expect(written(Show(.success("one"))) == "one\n")
  }

  @Test func failuresGoToStandardError() {
    #expect(written(Show(.failure(["one", "two"]))) == "!error: one\nerror: two\n")
    #expect(
      written(Prompt.ask, Show(.failure(["one"]))) == "conduit> \r\u{1B}[K!error: one\nconduit> ")
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
