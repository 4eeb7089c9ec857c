import Katana
import KatanaRuntime
import KatanaViews
import Testing

@testable import KatanaConsoleInterpreters
@testable import KatanaTerminalViews
@testable import KatanaTesting

private struct Keys: Model, Equatable {
  typealias Receives = KeysMessage
  var texts: [String] = [""]
}

private enum KeysMessage: Message, Equatable { case typed(String), escaped }

private struct KeysUpdater: TypedUpdater {
  func update(model: inout Keys, message: KeysMessage) -> [any Command] {
    switch message {
    case .typed(let text): model.texts.append(text)
    case .escaped: model.texts.append("escape")
    }
    return []
  }
}

/// A field takes what is typed, so that an answer which is taken for keys is seen.
@Sendable private func keysView(_ model: Keys) -> ViewOf<Keys> {
  .column([
    .text("danger", .danger),
    .input("Text", model.texts.last ?? "", KeysMessage.typed),
  ]).onKey(.escape, "escape", .escaped)
}

private let question = "\u{1B}]11;?\u{1B}\\"
private let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
private let lightDanger = Theme().danger.light.nearestIndex

/// The background of the terminal, which decides between the two variants of a theme.
@Suite struct BackgroundTests {
  private struct Shown {
    let device = StubDevice()
    let clock = ManualClock()
    let runtime: Runtime<Keys>
    let task: Task<Void, any Error>

    init(_ environment: [String: String], _ theme: Theme = Theme()) async throws {
      runtime = try Runtime(
        Program(model: Keys(), KeysUpdater()), interpreters: [terminalInterpreters(device.core)],
        options: RuntimeOptions(clock: clock))
      task = Task { [runtime, device] in
        try await runtime.runOnTerminal(keysView, device.core, environment, theme: theme)
      }
      await wait("the first frame") { $0.terminal.lines.contains("danger") }
    }

    func wait(_ what: String, _ isMet: @escaping @Sendable (StubDevice.State) -> Bool) async {
      #expect(await device.wait(isMet), "\(what): \(device.output.debugDescription)")
    }

    /// Waits until the colour of the first text is a number of the 256.
    func waitForColor(_ index: Int) async {
      for _ in 0..<2_000_000 {
        if device.terminal.rows[0][0].look.foreground == "5;\(index)" { return }
        if clock.scheduledCount > 0 { clock.advance(by: .milliseconds(17)) }
        await Task.yield()
      }
      Issue.record("never: \(device.output.debugDescription)")
    }

    func end() async throws {
      runtime.requestShutdown()
      try await task.value
    }
  }

  private static let indexed = ["TERM": "xterm-256color"]

  /// An app that says it does not ask.
  @Test func anAppMayStateTheBackground() async throws {
    var theme = Theme()
    theme.background = .light
    let shown = try await Shown(Self.indexed, theme)
    await shown.waitForColor(Int(lightDanger))
    #expect(!shown.device.output.contains(question))
    try await shown.end()
  }

  @Test func aTerminalIsDarkUntilItSaysOtherwise() async throws {
    let shown = try await Shown(Self.indexed)
    #expect(shown.device.output.contains(question))
    await shown.waitForColor(Theme().danger.dark.nearestIndex)
    shown.device.type(white)
    await shown.waitForColor(lightDanger)
    #expect(shown.runtime.model.texts == [""])
    #expect(shown.device.terminal.lines.contains("Text:"))
    try await shown.end()
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:ff/ff/ff\u{7}", "\u{1B}]11;rgba:ffff/ffff/ffff/ffff\u{1B}\\", white,
  ])
  func eachFormOfAnAnswerIsRead(_ answer: String) async throws {
    let shown = try await Shown(Self.indexed)
    shown.device.type(answer)
    await shown.waitForColor(lightDanger)
    try await shown.end()
  }

  /// A slow line: each byte comes alone, a quarter of a second after the last one.
  @Test func anAnswerInPiecesIsNoKey() async throws {
    let shown = try await Shown(Self.indexed)
    for byte in (white + "\u{1B}[?2026;2$y\u{1B}[?6c").unicodeScalars {
      shown.device.type(String(byte))
      for _ in 0..<20 { await Task.yield() }
      shown.clock.advance(by: .milliseconds(250))
    }
    await shown.waitForColor(lightDanger)
    shown.device.type("x")
    while shown.runtime.model.texts.count < 2 { await Task.yield() }
    #expect(shown.runtime.model.texts == ["", "x"])
    try await shown.end()
  }

  /// A terminal within another one answers some questions itself, and passes others on.
  @Test func anAnswerAfterTheLastOneIsReadToo() async throws {
    let shown = try await Shown(Self.indexed)
    shown.device.type("\u{1B}[?6c" + white)
    await shown.waitForColor(lightDanger)
    #expect(shown.runtime.model.texts == [""])
    try await shown.end()
  }

  /// Without the colours of a theme, the background does not matter.
  @Test(arguments: [["TERM": "xterm"], ["TERM": "xterm-256color", "NO_COLOR": "1"]])
  func whereNoThemeIsShownNothingIsAsked(_ environment: [String: String]) async throws {
    let shown = try await Shown(environment)
    await shown.wait("the question") { $0.writes.joined().contains("$p") }
    #expect(!shown.device.output.contains("]11;"))
    try await shown.end()
  }

  @Test func anAppHasColoursOfItsOwn() async throws {
    var theme = Theme()
    theme.danger = ThemeColor(dark: 0x00D7FF, light: 0x5F00AF)
    let shown = try await Shown(Self.indexed, theme)
    await shown.waitForColor(45)
    shown.device.type(white)
    await shown.waitForColor(55)
    try await shown.end()
  }

  @Test func whatIsNoColourIsNone() {
    for answer in [
      "\u{1B}[?6c", "\u{1B}]11;rgb:ff/ff\u{7}", "\u{1B}]11;?\u{7}", "\u{1B}]11;rgb:fffff/0/0\u{7}",
    ] {
      #expect(TerminalBackground.color(in: Array(answer.utf8)) == nil, "\(answer.debugDescription)")
    }
    #expect(
      TerminalBackground.color(in: Array("\u{1B}]11;rgb:8/80/ffff\u{7}".utf8))
        == RGBColor(red: 136, green: 128, blue: 255))
  }
}
