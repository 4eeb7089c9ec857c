import Foundation
import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaViews
import Testing

@testable import KatanaConsoleInterpreters
@testable import KatanaTerminalViews
@testable import KatanaTesting

private struct Copying: Model, Equatable {
  typealias Receives = CopyingMessage
  var done = 0
  var name = ""
}

private enum CopyingMessage: Message, Equatable { case copied, named(String) }

private struct CopyingUpdater: TypedUpdater {
  func update(model: inout Copying, message: CopyingMessage) -> [any Command] {
    switch message {
    case .copied:
      model.done += 1
      return [Print("copied \(model.done)")]
    case .named(let name): model.name = name
    }
    return []
  }
}

@Sendable private func view(_ model: Copying) -> ViewOf<Copying> {
  .column([
    .text("\(model.done) of 3", .strong),
    .input("Name", model.name, CopyingMessage.named),
    .button("Next", .copied),
    model.done > 1 ? .text("soon done") : .empty,
    model.name == "wait" ? .row([.spinner, .text("waiting")]) : .empty,
  ]).onKey(.control("n"), "next", .copied)
}

/// A view below what was printed.
@Suite struct InlineTests {
  private struct Shown {
    let device = StubDevice()
    let clock = ManualClock()
    let runtime: Runtime<Copying>
    let task: Task<Void, any Error>

    init(term: String = "xterm") async throws {
      runtime = try Runtime(
        Program(model: Copying(), CopyingUpdater()),
        interpreters: [terminalInterpreters(device.core)], options: RuntimeOptions(clock: clock))
      task = Task { [runtime, device] in
        try await runtime.runInline(view, device.core, ["TERM": term])
      }
      await expect(["0 of 3", "Name:", "[ Next ]"])
    }

    /// Lets time pass until the terminal shows these lines.
    func expect(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
      await goOn(sourceLocation: sourceLocation) { shown == lines }
    }

    func goOn(
      by step: Duration = .milliseconds(17), sourceLocation: SourceLocation = #_sourceLocation,
      until isMet: () -> Bool
    ) async {
      for _ in 0..<2_000_000 {
        if isMet() { return }
        if step > .zero, clock.scheduledCount > 0 { clock.advance(by: step) }
        await Task.yield()
      }
      Issue.record("never: \(shown)", sourceLocation: sourceLocation)
    }

    var shown: [String] {
      var lines = device.terminal.lines.map { $0.trimmingCharacters(in: .whitespaces) }
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }

  @Test func whatIsPrintedAppearsAboveAndTheLastLinesRemain() async throws {
    let shown = try await Shown()
    #expect(!shown.device.terminal.modes.contains("1049"))
    shown.device.type("\u{E}")
    await shown.expect(["copied 1", "1 of 3", "Name:", "[ Next ]"])
    shown.device.type("Ada\u{E}")
    await shown.expect(["copied 1", "copied 2", "2 of 3", "Name: Ada", "[ Next ]", "soon done"])
    shown.device.type("\t")
    await shown.goOn { shown.device.output.contains("7m[ Next ]") }
    shown.runtime.requestShutdown()
    try await shown.task.value
    #expect(
      shown.shown == ["copied 1", "copied 2", "2 of 3", "Name: Ada", "[ Next ]", "soon done"],
      "\(shown.device.output.suffix(400).debugDescription)")
    #expect(shown.device.terminal.modes.subtracting(["25"]).isEmpty)
    #expect(!shown.device.terminal.isCursorHidden)
    // What remains waits for no keys.
    let last = shown.device.output.components(separatedBy: "\u{1B}[J").last
    #expect(last?.contains("[ Next ]") == true && last?.contains("7m[ Next ]") == false)
  }

  @Test func theCursorStandsInTheFieldAndStylesAreShown() async throws {
    let shown = try await Shown()
    shown.device.type("ab\u{1B}[D")
    await shown.expect(["0 of 3", "Name: ab", "[ Next ]"])
    #expect(shown.device.output.contains("\u{1B}[0;1m0 of 3"))
    #expect(shown.device.terminal.column == 7)
    shown.runtime.requestShutdown()
    try await shown.task.value
  }

  /// It turns ten times a second, and another change does not wait for its next turn.
  @Test func aSpinnerTurns() async throws {
    let shown = try await Shown()
    shown.device.type("wait")
    func spinner() -> Character? { shown.shown.first { $0.hasSuffix("waiting") }?.first }
    await shown.goOn { spinner() != nil }
    let start = shown.clock.now
    var seen: Set<Character> = []
    await shown.goOn {
      if let spinner = spinner() { seen.insert(spinner) }
      return seen.count == 10
    }
    let time = shown.clock.now - start
    #expect(time >= .seconds(0.8) && time < .seconds(1.3), "\(time)")
    shown.device.type("\u{E}")
    func isCounted() -> Bool { shown.shown.contains("1 of 3") }
    await shown.goOn(by: .zero) { isCounted() || shown.clock.scheduledCount > 1 }
    shown.clock.advance(by: .milliseconds(17))
    await shown.goOn(by: .zero) { isCounted() }
    shown.runtime.requestShutdown()
    try await shown.task.value
  }

  /// The question for the background leaves no trace, nor does its answer.
  @Test func theBackgroundDecidesBetweenTheColours() async throws {
    let shown = try await Shown(term: "xterm-256color")
    let theme = Theme().muted
    func color() -> String {
      shown.device.terminal.rows[shown.device.terminal.row][0].look.foreground
    }
    #expect(color() == "5;\(theme.dark.nearestIndex)")
    for byte in "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?6c".unicodeScalars {
      shown.device.type(String(byte))
    }
    await shown.goOn { color() == "5;\(theme.light.nearestIndex)" }
    #expect(shown.shown == ["0 of 3", "Name:", "[ Next ]"] && shown.runtime.model.name.isEmpty)
    shown.runtime.requestShutdown()
    try await shown.task.value
  }

  @Test func withoutATerminalNothingIsStarted() async throws {
    let device = StubDevice()
    let core = ConsoleCore(
      device: device,
      properties: TerminalProperties(
        isInputTerminal: true, isOutputTerminal: false, hasColor: false, hasEscapeSequences: false,
        size: nil), isErrorTerminal: false)
    let runtime = try Runtime(
      Program(model: Copying(), CopyingUpdater()), interpreters: [terminalInterpreters(core)])
    await #expect(throws: NoScreenError.outputIsNoTerminal) {
      try await runtime.runInline(view, core, [:])
    }
    runtime.requestShutdown()
  }
}
