import Foundation
import KatanaConsole
import Testing

@testable import KatanaConsoleInterpreters

/// The part of the console in which other code paints.
@Suite struct CanvasTests {
  private var machine = ConsoleMachine(
    properties: TerminalProperties(
      isInputTerminal: true, isOutputTerminal: true, hasColor: true, hasEscapeSequences: true,
      size: TerminalSize(columns: 20, rows: 5)),
    isErrorTerminal: true)

  private func uncovered(_ actions: [ConsoleMachine.Action]) -> [Int] {
    actions.compactMap { if case .uncovered(let id) = $0 { id } else { nil } }
  }

  private func text(_ actions: [ConsoleMachine.Action]) -> String {
    actions.map { if case .write(let text, _, _) = $0 { text } else { "" } }.joined()
  }

  @Test mutating func aCanvasIsUncoveredWhenItIsShown() {
    let actions = machine.addCanvas(1)
    #expect(uncovered(actions) == [1] && machine.shownCanvas == 1)
    #expect(text(actions).contains("\u{1B}[?1049h"))
    let end = machine.removeScreen(1)
    #expect(uncovered(end).isEmpty && machine.shownCanvas == nil)
    #expect(text(end).contains("\u{1B}[?1049l"))
  }

  @Test mutating func aPromptCoversIt() {
    _ = machine.addCanvas(1)
    _ = machine.open(.init(id: 2, prompt: "> ", isHidden: false, editor: LineEditor()))
    #expect(machine.shownCanvas == nil && machine.topCanvas == nil)
    // It stays full screen, so that nothing of it remains on the terminal.
    #expect(machine.painter.isFullScreen)
    #expect(uncovered(machine.closePrompt(2)) == [1] && machine.shownCanvas == 1)
  }

  @Test mutating func anotherScreenCoversIt() {
    _ = machine.addCanvas(1)
    _ = machine.setScreen(TerminalScreen(["text"], area: .fullScreen), id: 2)
    #expect(machine.shownCanvas == nil)
    #expect(uncovered(machine.removeScreen(2)) == [1])
  }

  @Test mutating func theUpperOfTwoIsShown() {
    _ = machine.addCanvas(1)
    #expect(uncovered(machine.addCanvas(2)) == [2] && machine.shownCanvas == 2)
    #expect(uncovered(machine.removeScreen(2)) == [1])
  }

  /// What paints a canvas may hide the cursor, and the console does not know.
  @Test mutating func theCursorIsVisibleAfterIt() {
    _ = machine.addCanvas(1)
    let before = text(machine.removeScreen(1)).components(separatedBy: "\u{1B}[?1049l").first
    #expect(before?.hasSuffix("\u{1B}[0m\u{1B}[?25h") == true)
  }

  @Test mutating func textsAreHeldWhileItIsShown() {
    _ = machine.addCanvas(1)
    #expect(machine.print("held\n", to: .standardOutput, id: 7).isEmpty)
    let end = machine.removeScreen(1)
    let after = text(end).components(separatedBy: "\u{1B}[?1049l").last
    #expect(after?.contains("held") == true)
  }

  @Test mutating func itIsUncoveredAgainAfterASuspension() {
    _ = machine.addCanvas(1)
    let actions = machine.resumed()
    #expect(uncovered(actions) == [1] && text(actions).contains("\u{1B}[?1049h"))
  }

  @Test mutating func aFrameThatIsCutOffIsUndone() {
    _ = machine.addCanvas(1)
    #expect(machine.restoringText.hasPrefix("\u{1B}[?2026l\u{1B}[r\u{1B}[0m"))
    _ = machine.removeScreen(1)
    #expect(machine.restoringText == "")
  }

  @Test mutating func theEndLeavesItAndWritesWhatIsHeld() {
    _ = machine.addCanvas(1)
    _ = machine.print("last", to: .standardOutput, id: 3)
    let actions = machine.end()
    #expect(text(actions).hasSuffix("last") && !machine.painter.isFullScreen)
    #expect(machine.canvases.isEmpty && machine.shownCanvas == nil)
  }

  /// Who reads lines from a pipe wants none of what is typed into a screen.
  @Test mutating func noKeyIsEchoedIntoAScreenBesideAPipe() {
    _ = machine.setScreen(TerminalScreen(["text"]), id: 1)
    _ = machine.addLines(2, limit: 10)
    #expect(machine.inputMode == .lines)
    machine.lineInput = ConsoleInput()
    #expect(machine.inputMode == .hiddenLines)
  }
}
