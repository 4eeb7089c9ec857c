import Foundation
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaScreen
import KatanaViews
import Synchronization
import Testing

@testable import KatanaConsoleInterpreters
@testable import KatanaTerminalViews
@testable import KatanaTesting

private struct Panel: Model, Equatable {
  typealias Receives = PanelMessage
  var count = 0
  var hidden = 0
  var keys: [String] = []
  var step = "one"
  var answer = ""
  var usesMouse = false
  var motion: Motion?
  var isLoading = false
  var isHidden = false
}

private enum PanelMessage: Message, Equatable {
  case counted, hiddenCounted, rang, asked, mouseWanted(Bool), next, acted(String), chosen(String)
  case key(String)
  case moved(Motion)
  case loading(Bool), hidden(Bool)
  case answered(PromptAnswer<String>)
  case left
}

private struct PanelUpdater: TypedUpdater {
  func update(model: inout Panel, message: PanelMessage) -> [any Command] {
    switch message {
    case .counted: model.count += 1
    case .hiddenCounted: model.hidden += 1
    case .rang: return [RingBell()]
    case .asked: return [Prompt("Name? ", reply { .answered($0) })]
    case .answered(.entered(let text)): model.answer = text
    case .answered: break
    case .mouseWanted(let isWanted): model.usesMouse = isWanted
    case .next: model.step = "two"
    case .chosen(let row): model.step = row
    case .acted(let step): model.keys.append(step)
    case .key(let key): model.keys.append(key)
    case .moved(let motion): model.motion = motion
    case .loading(let isLoading): model.isLoading = isLoading
    case .hidden(let isHidden): model.isHidden = isHidden
    case .left: return [ExitProcess(3)]
    }
    return []
  }
}

@Sendable private func panelView(_ model: Panel) -> ViewOf<Panel> {
  .column([
    .text("count \(model.count)"), .text("step \(model.step)"), .text("answer \(model.answer)"),
    .button("button", .counted),
    model.usesMouse ? .button("second", .counted).onSecondaryPress(.rang) : .empty,
    model.motion.map { .progress(moving: $0).width(.cells(20)) } ?? .empty,
    model.isLoading ? spinners(model) : .empty,
  ])
  .onKey("a", "act", .acted(model.step)).onKey("n", "next", .next)
  .onKey("b", "bell", .rang).onKey("p", "ask", .asked)
  .onKey(.escape, "escape", .key("escape"))
  .windowTitle("count \(model.count)")
}

/// A spinner that is visible, unless something lies above it.
private func spinners(_ model: Panel) -> ViewOf<Panel> {
  .layers([
    .row([.spinner, .text("loading")]), model.isHidden ? .text("████") : .empty,
  ])
}

/// A screen that runs on a terminal in memory, with a clock that stands still.
private struct Shown {
  let device: StubDevice
  let clock = ManualClock()
  let runtime: Runtime<Panel>
  let task: Task<Void, any Error>
  let views = Views()

  /// Counts the calls of the view function.
  final class Views: Sendable {
    let count = Atomic(0)
    /// What each call takes.
    let milliseconds = Atomic(0)
  }

  init(
    columns: Int = 40, _ model: Panel = Panel(), term: String = "xterm", usesMouse: Bool = false
  ) async throws {
    device = StubDevice(columns: columns)
    runtime = try Runtime(
      Program(model: model, PanelUpdater()), interpreters: [terminalInterpreters(device.core)],
      options: RuntimeOptions(clock: clock))
    task = Task { [runtime, device, views, clock] in
      try await runtime.runOnTerminal(
        {
          views.count.add(1, ordering: .relaxed)
          let taken = views.milliseconds.load(ordering: .relaxed)
          if taken > 0 { clock.advance(by: .milliseconds(taken)) }
          return panelView($0)
        }, device.core, ["TERM": term], usesMouse: usesMouse)
    }
    await expect("count 0")
  }

  func expect(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let isShown = await device.wait { $0.terminal.lines.contains(line) }
    #expect(isShown, "\(device.terminal.lines)", sourceLocation: sourceLocation)
  }

  func expectOutput(
    _ part: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let isThere = await device.wait { $0.writes.joined().contains(part) }
    #expect(isThere, "\(device.output.debugDescription)", sourceLocation: sourceLocation)
  }

  /// Waits until the model meets a condition.
  func waitForModel(
    sourceLocation: SourceLocation = #_sourceLocation, _ isMet: (Panel) -> Bool
  ) async {
    await goOn(by: .zero, sourceLocation: sourceLocation) { isMet(runtime.model) }
  }

  /// Lets time pass until a condition is met. Fails when too much has passed, so that a wrong
  /// program does not hang.
  func goOn(
    by step: Duration = .milliseconds(17), sourceLocation: SourceLocation = #_sourceLocation,
    until isMet: () -> Bool
  ) async {
    for _ in 0..<2_000_000 {
      if isMet() { return }
      if step > .zero, clock.scheduledCount > 0 { clock.advance(by: step) }
      await Task.yield()
    }
    Issue.record("never: \(device.terminal.lines)", sourceLocation: sourceLocation)
  }

  func end() async throws {
    runtime.requestShutdown()
    try await task.value
  }

  /// Shows what has changed, for a frame that waits for its time.
  func nextFrame() async {
    await clock.waitUntilScheduled()
    clock.advance(by: .milliseconds(17))
  }
}

@Suite struct FaceTests {
  @Test func aScreenIsTakenAndGivenBack() async throws {
    let shown = try await Shown()
    #expect(shown.device.terminal.modes.isSuperset(of: ["1049", "2004"]))
    #expect(shown.device.terminal.keptTitles == 1)
    try await shown.end()
    #expect(shown.device.terminal.keptTitles == 0)
    #expect(shown.device.terminal.modes.subtracting(["25"]).isEmpty)
    #expect(!shown.device.terminal.isCursorHidden)
    #expect(
      shown.device.terminal.unknown.filter { !$0.contains("2026") && $0 != "c" && $0 != "?u" }
        .isEmpty)
  }

  @Test func exitProcessEndsTheScreen() async throws {
    let shown = try await Shown()
    shown.runtime.dispatch(PanelMessage.left)
    let hasEnded = await shown.device.wait { $0.exitStatus == 3 }
    #expect(hasEnded && shown.device.terminal.modes.subtracting(["25"]).isEmpty)
    try await shown.end()
  }

  /// A cancelled task gives the terminal back too, as one does in which something is thrown.
  @Test func aCancelledScreenIsGivenBack() async throws {
    let shown = try await Shown()
    shown.task.cancel()
    try await shown.task.value
    #expect(shown.device.terminal.modes.subtracting(["25"]).isEmpty)
    shown.runtime.requestShutdown()
  }

  @Test func theBellRingsAndTheTitleIsSetWhileAScreenIsShown() async throws {
    let shown = try await Shown()
    await shown.expectOutput("\u{1B}]2;count 0\u{1B}\\")
    shown.device.type("b")
    await shown.expectOutput("\u{7}")
    #expect(shown.device.terminal.lines.contains("count 0"))
    shown.device.type("\r")
    await shown.nextFrame()
    await shown.expectOutput("\u{1B}]2;count 1\u{1B}\\")
    try await shown.end()
  }

  /// A tool that travels in time shows another model than the present one.
  @Test func thePastModelThatIsShownIsOnTheScreen() async throws {
    let shown = try await Shown()
    shown.device.type("\r")
    await shown.waitForModel { $0.count == 1 }
    var past = shown.runtime.model
    past.count = 77
    shown.runtime.show(past)
    await shown.goOn { shown.device.terminal.lines.contains("count 77") }
    #expect(shown.runtime.model.count == 1)
    shown.runtime.showPresent()
    await shown.goOn { shown.device.terminal.lines.contains("count 1") }
    try await shown.end()
  }

  @Test func aPromptCoversTheScreenAndGivesItBack() async throws {
    let shown = try await Shown()
    shown.device.type("p")
    await shown.expect("Name?")
    #expect(!shown.device.terminal.lines.contains("count 0"))
    // What changes meanwhile disturbs nothing.
    shown.runtime.dispatch(PanelMessage.counted)
    shown.device.type("Ada")
    await shown.expect("Name? Ada")
    shown.device.type("\r")
    await shown.waitForModel { $0.answer == "Ada" }
    await shown.goOn { shown.device.terminal.lines.contains("answer Ada") }
    #expect(
      shown.device.terminal.lines.prefix(4) == [
        "count 1", "step one", "answer Ada", "[ button ]",
      ])
    try await shown.end()
  }

  @Test func theMouseIsCapturedOnlyWhereTheViewUsesIt() async throws {
    let shown = try await Shown()
    #expect(!shown.device.terminal.modes.contains("1006"))
    shown.runtime.dispatch(PanelMessage.mouseWanted(true))
    await shown.nextFrame()
    let isOn = await shown.device.wait { $0.terminal.modes.isSuperset(of: ["1002", "1006"]) }
    #expect(isOn)
    shown.runtime.dispatch(PanelMessage.mouseWanted(false))
    await shown.nextFrame()
    let isOff = await shown.device.wait { $0.terminal.modes.isDisjoint(with: ["1002", "1006"]) }
    #expect(isOff)
    try await shown.end()
  }

  @Test func theAppsSwitchMakesTheMouseWorkEverywhere() async throws {
    let shown = try await Shown(usesMouse: true)
    #expect(shown.device.terminal.modes.isSuperset(of: ["1002", "1006"]))
    let lines = shown.device.terminal.lines
    let row = try #require(lines.firstIndex { $0.contains("[ button ]") })
    shown.device.type("\u{1B}[<0;3;\(row + 1)M\u{1B}[<0;3;\(row + 1)m")
    await shown.waitForModel { $0.count == 1 }
    try await shown.end()
  }

  @Test func aTerminalThatCanShowsAFrameAtOnce() async throws {
    let shown = try await Shown()
    #expect(shown.device.output.contains("\u{1B}[?2026$p"))
    #expect(!shown.device.output.contains("\u{1B}[?2026h"))
    shown.device.type("\u{1B}[?2026;2$y")
    shown.device.type("\r")
    await shown.nextFrame()
    await shown.expect("count 1")
    #expect(shown.device.output.contains("\u{1B}[?2026h"))
    #expect(shown.device.state.read { $0.writes.last?.hasSuffix("\u{1B}[?2026l") } == true)
    // The answer is no key of the app.
    #expect(shown.runtime.model.keys.isEmpty)
    try await shown.end()
  }

  @Test func aTerminalThatCannotIsLeftAlone() async throws {
    let shown = try await Shown()
    shown.device.type("\u{1B}[?2026;0$y\r")
    await shown.nextFrame()
    await shown.expect("count 1")
    #expect(!shown.device.output.contains("\u{1B}[?2026h"))
    try await shown.end()
  }

  /// What is wrong with a view is an issue of the runtime, once.
  @Test func aViewWithTwoOfOneKeyIsReportedOnce() async throws {
    let issues = Mutex<[String]>([])
    let handler = EventHandler { event in
      guard case .issue(let issue) = event.fact else { return }
      issues.withLock { $0.append(String(issue.text.prefix { $0 != "\n" })) }
    }
    let device = StubDevice(columns: 40)
    let runtime = try Runtime(
      Program(model: Panel(), PanelUpdater()), interpreters: [terminalInterpreters(device.core)],
      options: RuntimeOptions(eventHandlers: [handler], clock: ManualClock()))
    let view: @Sendable (Panel) -> ViewOf<Panel> = { model in
      .column([
        .text("count \(model.count)"),
        .button("a", .counted).key(1), .button("b", .counted).key(1),
        .text("c").onKey("x", "x", .counted, in: .screen).onKey("x", "y", .next, in: .screen),
      ])
    }
    let task = Task {
      try await runtime.runOnTerminal(view, device.core, ["TERM": "xterm"])
    }
    _ = await device.wait { $0.terminal.lines.contains("count 0") }
    device.type("\r")
    while runtime.model.count == 0 { await Task.yield() }
    device.type("\t\r")
    while runtime.model.count == 1 { await Task.yield() }
    await runtime.shutdown()
    try await task.value
    #expect(
      issues.withLock { $0 } == [
        "Two views beside each other have one key.",
        "Two views have one key of the keyboard at the same time.",
      ])
  }

  /// The terminal that has not answered yet may have sent the escape itself, for a little longer.
  @Test(arguments: [100, 300]) func escapeAloneActsSoon(_ milliseconds: Int) async throws {
    let shown = try await Shown()
    await shown.expectOutput("\u{1B}[c")
    if milliseconds == 100 { shown.device.type("\u{1B}[?6c") }
    shown.device.type("\u{1B}")
    await shown.clock.waitUntilScheduled()
    shown.clock.advance(by: .milliseconds(milliseconds))
    await shown.waitForModel { $0.keys == ["escape"] }
    try await shown.end()
  }

  @Test func twoKeysInOneReadSeeTheViewBetweenThem() async throws {
    let shown = try await Shown()
    shown.device.type("na")
    await shown.waitForModel { !$0.keys.isEmpty }
    #expect(shown.runtime.model.keys == ["two"])
    shown.device.type(String(repeating: "\r", count: 100) + "a")
    await shown.waitForModel { $0.keys.count == 2 }
    #expect(shown.runtime.model.count == 100)
    try await shown.end()
  }

  // MARK: Beside the screen

  /// The keys would go to both.
  @Test func aSecondScreenOnOneConsoleIsRefused() async throws {
    let shown = try await Shown()
    let other = try Runtime(
      Program(model: Panel(), PanelUpdater()),
      interpreters: [terminalInterpreters(shown.device.core)])
    let error = await #expect(throws: NoScreenError.self) {
      try await other.runOnTerminal(panelView, shown.device.core, ["TERM": "xterm"])
    }
    #expect(
      error?.description == """
        The console shows another screen already, which gets the keys. To fix this, end the other one \
        first, or show both in one view.
        """)
    shown.device.type("n")
    await shown.nextFrame()
    await shown.expect("step two")
    try await shown.end()
    // The next one is shown.
    let task = Task {
      try await other.runOnTerminal(panelView, shown.device.core, ["TERM": "xterm"])
    }
    await shown.expect("step one")
    other.requestShutdown()
    try await task.value
  }

  @Test func ctrlLPaintsAnew() async throws {
    let shown = try await Shown()
    shown.device.state.update { $0.terminal.write("\u{1B}[1;1Hwhat another program has written") }
    shown.device.type("\u{C}")
    await shown.nextFrame()
    await shown.expect("count 0")
    try await shown.end()
  }

  /// The question whether the terminal shows a frame at once is answered, on a slow line, after the app
  /// has ended. The shell would read the answer as if it were typed.
  @Test(arguments: [
    "\u{1B}[?2026;2$y\u{1B}[?62;22c", "\u{1B}[?6c", "",
    "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;22c",
  ])
  func whatTheTerminalAnswersLateIsReadBeforeTheEnd(_ answer: String) async throws {
    let shown = try await Shown(term: "xterm-256color")
    await shown.expectOutput("\u{1B}[?2026$p\u{1B}[?u\u{1B}[c")
    shown.device.state.update { $0.answersLate = true }
    shown.runtime.requestShutdown()
    #expect(await shown.device.wait { !$0.afterAnswers.isEmpty })
    #expect(shown.device.terminal.modes.contains("1049"))
    if answer.isEmpty {
      // A terminal that answers nothing delays the end by a short time.
      for action in shown.device.state.read(\.afterAnswers) { action() }
    } else {
      for byte in answer.unicodeScalars { shown.device.type(String(byte)) }
    }
    try await shown.task.value
    #expect(!shown.device.terminal.modes.contains("1049"))
  }

  @Test func exitProcessWaitsForTheAnswerToo() async throws {
    let shown = try await Shown()
    shown.device.state.update { $0.answersLate = true }
    await shown.runtime.deliver(PanelMessage.left)
    #expect(await shown.device.wait { !$0.afterAnswers.isEmpty })
    #expect(shown.device.state.read { $0.exitStatus } == nil)
    shown.device.type("\u{1B}[?6c")
    #expect(await shown.device.wait { $0.exitStatus == 3 })
    try await shown.end()
  }

  /// A terminal that answers nothing does not cost the app what else is unknown.
  @Test func bytesThatAreNoAnswerAreTheApps() async throws {
    let shown = try await Shown()
    await shown.expectOutput("\u{1B}[c")
    let seen = Locked<[TerminalEvent]>([])
    let input = TerminalInput(Reply { PanelMessage.key("\($0)") })
    let id = shown.device.core.addKeys(input, clock: shown.clock) { event in
      seen.withLock { $0.append(event) }
    }
    shown.device.type("\u{1B}[99X\u{1B}[?2026;0$y")
    shown.device.core.removeKeys(id)
    #expect(seen.withLock { $0.dropFirst() } == [.unknown(Array("\u{1B}[99X".utf8))])
    try await shown.end()
  }

  @Test func aTerminalThatHasAnsweredDelaysNothing() async throws {
    let shown = try await Shown()
    await shown.expectOutput("\u{1B}[c")
    shown.device.type("\u{1B}[?2026;0$y\u{1B}[?6c")
    shown.device.state.update { $0.answersLate = true }
    try await shown.end()
    #expect(shown.device.state.read { $0.afterAnswers.isEmpty })
  }

  // MARK: Rest and hurry

  /// A list whose rows tell the app that they are current, as `Panel.step`.
  @Sendable private static func listView(_ model: Panel) -> ViewOf<Panel> {
    .column([
      .text("current \(model.step) \(model.count)"),
      .list((0..<5).map { row in .text("row \(row)").onSelect(PanelMessage.chosen("\(row)")) }),
    ])
    .onKey("n", "count", .counted)
  }

  /// The view is made once for what a key does, and painted once, also where the key moves a row and
  /// the app is told.
  @Test(arguments: ["n", "\u{1B}[B"]) func eachKeyDrawsOnce(_ key: String) async throws {
    let device = StubDevice(columns: 40)
    let clock = ManualClock()
    let runtime = try Runtime(
      Program(model: Panel(), PanelUpdater()), interpreters: [terminalInterpreters(device.core)],
      options: RuntimeOptions(clock: clock))
    let made = Shown.Views()
    let task = Task {
      try await runtime.runOnTerminal(
        {
          made.count.add(1, ordering: .relaxed)
          return Self.listView($0)
        }, device.core, ["TERM": "xterm"])
    }
    #expect(await device.wait { $0.terminal.lines.contains("current one 0") })
    for number in 1...3 {
      clock.advance(by: .milliseconds(100))
      let (before, frames) = (made.count.load(ordering: .relaxed), device.frames)
      let lines = device.terminal.lines
      device.type(key)
      let isDrawn = await device.wait { $0.terminal.lines != lines }
      #expect(isDrawn)
      for _ in 0..<100 { await Task.yield() }
      clock.advance(by: .milliseconds(100))
      for _ in 0..<100 { await Task.yield() }
      #expect(device.frames == frames + 1, "key \(number)")
      #expect(made.count.load(ordering: .relaxed) == before + 1, "key \(number)")
    }
    runtime.requestShutdown()
    try await task.value
  }

  /// 100 keys arrive at once, and each takes longer than a frame.
  @Test func duringABurstOfKeysFramesGoOn() async throws {
    let shown = try await Shown()
    shown.views.milliseconds.store(27, ordering: .relaxed)
    let before = shown.device.frames
    shown.device.type(String(repeating: "\r", count: 100))
    await shown.waitForModel { $0.count == 100 }
    // The view is made for each key, and again for a frame when other messages have come.
    #expect(shown.device.frames - before >= 50, "\(shown.device.frames - before) frames")
    shown.views.milliseconds.store(0, ordering: .relaxed)
    await shown.goOn { shown.device.terminal.lines.contains("count 100") }
    try await shown.end()
  }

  @Test func atRestNothingIsScheduled() async throws {
    let shown = try await Shown()
    shown.clock.advance(by: .seconds(1))
    var views = shown.views.count.load(ordering: .relaxed)
    shown.device.type("\r")
    // The frame before may be less than a sixtieth of a second old.
    await shown.goOn { shown.device.terminal.lines.contains("count 1") }
    await shown.goOn { shown.clock.scheduledCount == 0 }
    // One message is one view.
    #expect(shown.views.count.load(ordering: .relaxed) == views + 1)
    // A key that changes no model costs none.
    views = shown.views.count.load(ordering: .relaxed)
    shown.device.type("\t\u{1B}[B")
    await shown.goOn { shown.clock.scheduledCount == 0 }
    shown.clock.advance(by: .seconds(3_600))
    #expect(shown.views.count.load(ordering: .relaxed) == views)
    #expect(shown.clock.scheduledCount == 0)
    try await shown.end()
  }

  @Test func aMotionIsDrawnUntilItIsOver() async throws {
    let shown = try await Shown()
    let start = currentWallClock(nil, shown.clock).date
    shown.runtime.dispatch(
      PanelMessage.moved(Motion(from: 0, to: 1, start: start, lasting: .seconds(1), .linear)))
    let bar = String(repeating: "█", count: 20)
    await shown.goOn { shown.device.terminal.lines.contains(bar) }
    let time = shown.clock.now
    #expect(time >= .seconds(1) && time < .seconds(1.2), "\(time)")
    #expect((20...75).contains(shown.device.frames), "\(shown.device.frames)")
    await shown.goOn { shown.clock.scheduledCount == 0 }
    try await shown.end()
  }

  /// It turns ten times a second, and the view is not made for that.
  @Test func aSpinnerTurnsWhileItIsVisible() async throws {
    let shown = try await Shown()
    func spinner() -> Character? {
      shown.device.terminal.lines.first { $0.hasSuffix("loading") }?.first
    }
    shown.runtime.dispatch(PanelMessage.loading(true))
    await shown.goOn { spinner() != nil }
    let (views, frames) = (shown.views.count.load(ordering: .relaxed), shown.device.frames)
    let start = shown.clock.now
    var seen: Set<Character> = []
    await shown.goOn {
      if let spinner = spinner() { seen.insert(spinner) }
      return seen.count == 10
    }
    let time = shown.clock.now - start
    #expect(time >= .seconds(0.8) && time < .seconds(1.3), "\(time)")
    #expect((9...12).contains(shown.device.frames - frames), "\(shown.device.frames - frames)")
    #expect(shown.views.count.load(ordering: .relaxed) == views)
    // Another change does not wait for the next turn: it is shown at once, or has an alarm of its own.
    shown.runtime.dispatch(PanelMessage.counted)
    func isCounted() -> Bool { shown.device.terminal.lines.contains("count 1") }
    await shown.goOn(by: .zero) { isCounted() || shown.clock.scheduledCount > 1 }
    shown.clock.advance(by: .milliseconds(17))
    await shown.goOn(by: .zero) { isCounted() }
    try await shown.end()
  }

  /// Nothing is woken up for a spinner that nobody sees: gone, or below something.
  @Test(arguments: [PanelMessage.loading(false), .hidden(true)])
  fileprivate func aSpinnerThatIsNotVisibleWakesNobodyUp(_ message: PanelMessage) async throws {
    let shown = try await Shown()
    shown.runtime.dispatch(PanelMessage.loading(true))
    await shown.goOn { shown.clock.now > .seconds(1) }
    #expect(shown.clock.scheduledCount > 0)
    shown.runtime.dispatch(message)
    await shown.goOn { shown.clock.scheduledCount == 0 }
    for _ in 0..<200 { await Task.yield() }
    #expect(shown.clock.scheduledCount == 0)
    if message == .hidden(true) {
      shown.runtime.dispatch(PanelMessage.hidden(false))
      await shown.goOn { shown.clock.scheduledCount > 0 }
    }
    try await shown.end()
  }

  /// Whatever changes, and how much of it, the view is made 60 times a second at most.
  @Test(arguments: [PanelMessage.counted, .hiddenCounted])
  fileprivate func thereAreAtMost60FramesInASecond(_ message: PanelMessage) async throws {
    let shown = try await Shown()
    let views = shown.views.count.load(ordering: .relaxed)
    let frames = shown.device.frames
    for _ in 0..<1_000 {
      shown.clock.advance(by: .milliseconds(1))
      shown.runtime.dispatch(message)
      for _ in 0..<5 { await Task.yield() }
    }
    #expect(shown.device.frames - frames <= 61)
    #expect(shown.views.count.load(ordering: .relaxed) - views <= 62)
    if message == .counted {
      await shown.goOn { shown.device.terminal.lines.contains("count 1000") }
    }
    try await shown.end()
  }

  /// Somebody has pressed Ctrl-S, or the connection stands.
  @Test func aStoppedReaderStopsNothing() async throws {
    let shown = try await Shown()
    shown.device.stop()
    for _ in 0..<10_000 { await shown.runtime.deliver(PanelMessage.counted) }
    #expect(shown.runtime.model.count == 10_000)
    // One frame waits, and no more.
    for _ in 0..<100 {
      shown.clock.advance(by: .milliseconds(17))
      await shown.runtime.deliver(PanelMessage.counted)
      await Task.yield()
    }
    #expect(shown.device.state.read { $0.waiting.count } <= 1)
    // Keys act.
    shown.device.type("na")
    await shown.waitForModel { $0.keys == ["two"] }
    shown.device.goOn()
    await shown.goOn { shown.device.terminal.lines.contains("count 10100") }
    #expect(shown.device.terminal.lines.contains("step two"))
    try await shown.end()
  }

  @Test func aScreenIsDrawnAgainAfterASuspension() async throws {
    let shown = try await Shown()
    let titles = shown.device.output.components(separatedBy: "\u{1B}]2;").count
    shown.device.state.update { $0.terminal = TerminalModel(width: 40, height: 10) }
    shown.device.core.resumed()
    await shown.goOn { shown.device.terminal.lines.contains("count 0") }
    #expect(shown.device.terminal.modes.isSuperset(of: ["1049", "2004"]))
    // The shell has a title of its own.
    #expect(shown.device.output.components(separatedBy: "\u{1B}]2;").count == titles + 1)
    try await shown.end()
  }

  @Test func aResizedScreenIsErasedOnceAndDrawn() async throws {
    let shown = try await Shown(columns: 40)
    shown.device.state.update { $0.terminal = TerminalModel(width: 20, height: 8) }
    shown.device.core.resized(TerminalSize(columns: 20, rows: 8))
    await shown.goOn { shown.device.terminal.lines.contains("count 0") }
    #expect(shown.device.terminal.clears <= 1)
    try await shown.end()
  }
}
