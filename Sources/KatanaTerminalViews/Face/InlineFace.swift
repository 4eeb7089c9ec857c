import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaScreen
import KatanaViews
import Synchronization

/// Shows a ``ScreenState`` below what was printed, as lines of the console, which goes on printing above
/// them. All of it happens in one task.
struct InlineFace<AppModel: Model> where AppModel.Receives: Equatable {
  private enum Input: Sendable {
    case event(TerminalEvent), answered([UInt8]), changed, due(Duration), ended
  }

  private let runtime: Runtime<AppModel>
  private let view: @Sendable (AppModel) -> ViewOf<AppModel>
  private let core: ConsoleCore
  private var palette: Palette
  private let clock: any RuntimeClock
  private var screen: ScreenState
  private var shown: TerminalScreen?
  /// What was reported of the view, each once.
  private var reported: Set<ViewProblem> = []
  private var pace: FramePace
  /// Whether the screen may differ from what is shown.
  private var isStale = true

  init(
    _ runtime: Runtime<AppModel>, _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>,
    _ core: ConsoleCore, _ palette: Palette, _ properties: TerminalProperties, reducesMotion: Bool
  ) {
    (self.runtime, self.view, self.core, self.palette) = (runtime, view, core, palette)
    clock = runtime.dispatcher.clock
    pace = FramePace(clock)
    screen = ScreenState(
      size: Self.room(in: properties.size ?? TerminalSize(columns: 80, rows: 24)),
      reducesMotion: reducesMotion)
  }

  /// Terminals differ in where the cursor stands behind the last column, so nothing is written there.
  private static func room(in size: TerminalSize) -> TerminalSize {
    TerminalSize(columns: max(size.columns - 1, 1), rows: size.rows)
  }

  mutating func run() async {
    let (inputs, sender) = AsyncStream.makeStream(of: Input.self)
    let isNew = Flag()
    let token = runtime.observe { _ in
      if !isNew.value.exchange(true, ordering: .acquiringAndReleasing) { sender.yield(.changed) }
    }
    runtime.start()
    let id = core.addScreen(TerminalScreen([], remains: true), clock: clock)
    let keys = core.addKeys(TerminalInput(Reply { InlineEvent(event: $0) }), clock: clock) {
      sender.yield(.event($0))
    }
    let end = Task { [runtime] in
      await runtime.waitUntilEnded()
      sender.yield(.ended)
    }
    let question = palette.asksForBackground ? TerminalBackground.question : ""
    core.ask(question, on: id) { sender.yield(.answered($0)) }
    show(id, isNew, sender)
    loop: for await input in inputs {
      switch input {
      case .event(.resized(let size)):
        _ = screen.handle(.resized(Self.room(in: size)))
        isStale = true
      case .event(let event):
        isStale = true
        let messages = screen.handle(event)
        for message in messages { await runtime.deliver(message) }
        if !messages.isEmpty { refresh(isNew) }
      case .answered(let bytes):
        guard let color = TerminalBackground.color(in: bytes) else { break }
        palette.isLight = color.isLight
        isStale = true
      case .changed: break
      case .due(let time): pace.hasWoken(at: time)
      case .ended: break loop
      }
      show(id, isNew, sender)
    }
    end.cancel()
    token.cancel()
    await core.waitUntilAnswered()
    core.removeKeys(keys)
    refresh(isNew)
    // What remains is printed from the last line on, and nothing in it waits for keys.
    setScreen(id, isLast: true)
    core.removeScreen(id)
    await core.waitUntilWritten()
  }

  private final class Flag: Sendable { let value = Atomic(true) }

  /// Reads the newest model.
  private mutating func refresh(_ isNew: Flag) {
    isNew.value.store(false, ordering: .sequentiallyConsistent)
    screen.show(view(runtime.shownModel), at: currentWallClock(nil, clock).date)
    for problem in screen.problems where reported.insert(problem).inserted {
      runtime.report(problem.issue)
    }
  }

  /// Shows a frame, unless it is too early for one.
  private mutating func show(_ id: Int, _ isNew: Flag, _ sender: AsyncStream<Input>.Continuation) {
    let painted = screen.paint()
    let mustRefresh = isNew.value.load(ordering: .acquiring) || painted.isMoving
    let pause = FramePace.pause(isStale: isStale || mustRefresh, isTurning: painted.isTurning)
    guard let pause, pace.begins(after: pause, { sender.yield(.due($0)) }) else { return }
    if mustRefresh {
      refresh(isNew)
    } else if painted.isTurning {
      screen.turn(at: currentWallClock(nil, clock).date)
    }
    isStale = false
    setScreen(id)
    let next = screen.paint()
    if let pause = FramePace.pause(isStale: next.isMoving, isTurning: next.isTurning) {
      pace.wake(after: pause) { sender.yield(.due($0)) }
    }
  }

  /// Gives the lines to the console, if they differ from those that are shown.
  private mutating func setScreen(_ id: Int, isLast: Bool = false) {
    let painted = screen.paint()
    let place = isLast ? nil : painted.cursor
    let cursor = place.map { TerminalScreen.Cursor(row: $0.row, column: $0.column) }
    let next = TerminalScreen(
      palette.lines(of: painted.buffer, screen.glyphs, hasFocus: !isLast), cursor: cursor,
      remains: true)
    if next == shown { return }
    shown = next
    core.setScreen(next, id: id)
  }
}

/// The message of the keys; it never reaches a model.
private struct InlineEvent: Message {
  let event: TerminalEvent
}

extension Palette {
  /// Returns cells as lines with the sequences of their styles, without what is blank at the end of a line
  /// and below the last one.
  func lines(of buffer: CellBuffer, _ glyphs: GlyphTable, hasFocus: Bool = true) -> [String] {
    guard buffer.width > 0 else { return [] }
    var lines: [String] = []
    for y in 0..<buffer.height {
      let row = buffer.cells[y * buffer.width..<(y + 1) * buffer.width]
      let end = row.lastIndex { $0 != .blank }.map { $0 + 1 } ?? row.startIndex
      var (text, style) = ("", CellStyle())
      for cell in row[..<end] where !cell.style.marks.contains(.continuation) {
        var look = cell.style
        look.marks.subtract(
          hasFocus ? [.wide, .continuation] : [.wide, .continuation, .focus, .active, .within])
        if look != style {
          text += sequence(of: look)
          style = look
        }
        glyphs.append(cell.glyph, to: &text)
      }
      lines.append(style == CellStyle() ? text : text + "\u{1B}[0m")
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
