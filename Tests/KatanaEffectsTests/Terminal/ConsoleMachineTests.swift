import KatanaConsole
import KatanaConsoleTesting
import Testing

@testable import KatanaConsoleInterpreters

extension RealEffects {
  @Suite struct ConsoleMachineTests {
    private static let size = TerminalSize(columns: 20, rows: 8)

    private static func machine(isTerminal: Bool = true) -> ConsoleMachine {
      ConsoleMachine(
        properties: TerminalProperties(
          isInputTerminal: isTerminal, isOutputTerminal: isTerminal, hasColor: isTerminal,
          hasEscapeSequences: isTerminal, size: isTerminal ? size : nil),
        isErrorTerminal: isTerminal)
    }

    /// A machine, a screen, and the contents that are expected on the screen.
    private struct Session {
      var machine = ConsoleMachineTests.machine()
      var screen = VirtualScreen(size: ConsoleMachineTests.size)
      var log: [String] = []
      var rows: [String] = []
      var typed: String?
      var nextID = 0

      mutating func perform(_ actions: [ConsoleMachine.Action]) {
        for case .write(let text, _, _) in actions {
          screen.write(text.replacing("\r\n", with: "\n"))
        }
      }

      mutating func type(_ text: String) {
        machine.input.receive(Array(text.utf8))
        while let actions = machine.step() { perform(actions) }
      }

      mutating func act(_ choice: UInt64, _ random: inout SplitMix) {
        nextID += 1
        switch choice {
        case 0, 1:
          perform(machine.print("p\(nextID)\n", to: .standardOutput, id: nil))
          log.append("p\(nextID)")
        case 2:
          perform(machine.print("e\(nextID)", to: .standardError, id: nil))
          perform(machine.print("\n", to: .standardError, id: nil))
          // If a screen or a prompt is shown, the end of an unfinished line goes to a new line.
          log += rows.isEmpty && typed == nil ? ["e\(nextID)"] : ["e\(nextID)", ""]
        case 3:
          rows = (0..<random.next() % 4).map { "r\($0) \(nextID)" }
          perform(machine.setScreen(TerminalScreen(rows), id: 0))
        case 4:
          rows = []
          perform(machine.removeScreen(0))
        case 5 where typed == nil:
          typed = ""
          perform(
            machine.open(.init(id: nextID, prompt: "> ", isHidden: false, editor: LineEditor())))
        case 6:
          guard let before = typed else { return }
          typed = before + "字x"
          type("字x")
        case 7:
          guard let before = typed else { return }
          log += wrapped("> " + before)
          typed = nil
          type("\r")
        default: return
        }
      }

      var wanted: [String] {
        var all = log + rows + (typed.map { wrapped("> " + $0) } ?? [])
        while all.last?.isEmpty == true { all.removeLast() }
        return all
      }

      private func wrapped(_ text: String) -> [String] {
        var (result, width) = ([""], 0)
        for character in text {
          let step = TerminalText.width(of: character)
          if width + step > 20 {
            result.append("")
            width = 0
          }
          result[result.count - 1].append(character)
          width += step
        }
        return result.map { $0.last == " " ? String($0.dropLast()) : $0 }
      }
    }

    /// Prints, shows screens and prompts in random order. No printed text may be lost or damaged,
    /// and the screen or prompt must be below it.
    @Test func whateverHappensTheScreenShowsAllOfIt() {
      for seed in 0..<200 {
        var random = SplitMix(state: UInt64(seed))
        var session = Session()
        for _ in 0..<40 {
          session.act(random.next() % 8, &random)
          var shown = session.screen.scrolledOut + session.screen.lines
          while shown.last?.isEmpty == true { shown.removeLast() }
          guard shown == session.wanted else {
            Issue.record("seed \(seed): \(shown), wanted \(session.wanted)")
            return
          }
        }
      }
    }

    @Test func writesThatFollowEachOtherAreOne() {
      var machine = Self.machine()
      _ = machine.setScreen(TerminalScreen(["50 %"]), id: 1)
      let actions = machine.print("text\n", to: .standardOutput, id: 7)
      #expect(
        actions == [
          .write("\r\u{1B}[J\u{1B}[?25htext\n\r\u{1B}[2K50 %\u{1B}[?25l", .standardOutput, id: 7)
        ])
    }

    @Test func thePromptIsFirstInLineForInput() {
      var machine = Self.machine()
      _ = machine.addLines(1, limit: 100)
      #expect(machine.inputMode == .lines && machine.wantsInput)
      _ = machine.add(
        .init(id: 2, reportsSignalKeys: false, reportsMouse: false, reportsFocus: false))
      #expect(machine.inputMode == .keys(areSignals: true))
      _ = machine.open(.init(id: 3, prompt: "", isHidden: true, editor: LineEditor()))
      #expect(machine.inputMode == .keys(areSignals: false))
      machine.input.receive(Array("a\rb".utf8))
      #expect(machine.step()?.last == .answer(id: 3, .entered("a")))
      #expect(machine.step() == [.event(id: 2, .key(KeyStroke(.character("b"))))])
      _ = machine.removeKeys(2)
      machine.input.receive(Array("c\n".utf8))
      #expect(machine.step() == [.line(id: 1, .line("c"))])
      _ = machine.removeLines(1)
      machine.input.receive(Array("d\n".utf8))
      #expect(machine.step() == nil && !machine.wantsInput)
    }

    @Test func whileTheTerminalIsLentNothingIsWrittenAndNothingIsRead() {
      var machine = Self.machine()
      _ = machine.open(.init(id: 1, prompt: "> ", isHidden: false, editor: LineEditor()))
      #expect(machine.lend() == [.write("\u{1B}[?2004l\r\u{1B}[J", .standardOutput, id: nil)])
      #expect(machine.inputMode == .lines && !machine.wantsInput && machine.restoringText == "")
      machine.input.receive(Array("a\r".utf8))
      #expect(machine.step() == nil)
      #expect(machine.print("text\n", to: .standardError, id: 2) == [])
      #expect(machine.setScreen(TerminalScreen(["a"], area: .fullScreen), id: 3) == [])
      _ = machine.removeScreen(3)
      #expect(machine.takeBack().contains(.write("text\n", .standardError, id: 2)))
      _ = machine.step()
      #expect(machine.step()?.last == .answer(id: 1, .entered("a")))
    }

    @Test func theEchoIsOffWhileAScreenIsShownAndNobodyReads() {
      var machine = Self.machine()
      _ = machine.setScreen(TerminalScreen([]), id: 1)
      #expect(machine.inputMode == .hiddenLines && !machine.wantsInput)
      _ = machine.addLines(2, limit: 100)
      #expect(machine.inputMode == .lines)
      _ = machine.removeLines(2)
      _ = machine.removeScreen(1)
      #expect(machine.inputMode == .lines)
    }

    @Test func theEndIsToldOnceToEachWhoWantsInput() {
      var machine = Self.machine(isTerminal: false)
      _ = machine.addLines(1, limit: 100)
      machine.input.receive(Array("last".utf8))
      machine.input.end = .end
      #expect(machine.step() == [.line(id: 1, .line("last"))])
      #expect(machine.step() == [.line(id: 1, .end)])
      #expect(machine.step() == nil && !machine.wantsInput)
      _ = machine.open(.init(id: 2, prompt: "> ", isHidden: false, editor: LineEditor()))
      #expect(machine.wantsInput)
      machine.input.end = .failed(.notRead(reason: "reason"))
      #expect(machine.step() == [.answer(id: 2, .failed(.notRead(reason: "reason")))])
    }

    @Test func theRestoringTextUndoesWhatWasWritten() {
      var machine = Self.machine()
      #expect(machine.restoringText == "")
      _ = machine.add(
        .init(id: 1, reportsSignalKeys: false, reportsMouse: true, reportsFocus: false))
      #expect(machine.restoringText == "\u{1B}[?2004l\u{1B}[?1002;1006l")
      _ = machine.removeKeys(1)
      _ = machine.setScreen(TerminalScreen(["a", "b"], cursor: .init(row: 0, column: 0)), id: 2)
      #expect(machine.restoringText == "\u{1B}[1B\r\n\u{1B}[?25h")
      _ = machine.setScreen(TerminalScreen(["a"], area: .fullScreen), id: 2)
      #expect(machine.restoringText == "\u{1B}[?25h\u{1B}[?1049l\u{1B}[23;2t")
      _ = machine.end()
      #expect(machine.restoringText == "")
    }
  }
}
