import Foundation
import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaScreen
import KatanaViews
import Synchronization

/// Connects a ``ScreenState`` with a console and a runtime. All of it happens in one task, which
/// takes one input after the other.
struct TerminalFace<AppModel: Model> where AppModel.Receives: Equatable {
  /// What the task is told.
  enum Input: Sendable {
    case event(TerminalEvent)
    /// The terminal has answered a question.
    case answered([UInt8])
    /// The model has changed since the last frame.
    case changed
    /// The time of the next frame has come.
    case due(Duration)
    /// The terminal has taken the last frame.
    case written
    /// The terminal is empty.
    case uncovered
    case ended
  }

  /// What other threads tell at once. The task takes its inputs in their order, and many keys may wait.
  private final class Flags: Sendable {
    /// Whether the model has changed since it was read last. An observer does nothing but set it, so
    /// that a slow screen never delays an update.
    let isNew = Atomic(false)
    /// Whether the terminal is taking a frame.
    let isWriting = Atomic(false)
  }

  private let runtime: Runtime<AppModel>
  private let view: @Sendable (AppModel) -> ViewOf<AppModel>
  private let core: ConsoleCore
  private let clock: any RuntimeClock
  private let flags = Flags()
  private var screen: ScreenState
  private var painter: CellPainter
  private var canvas = 0
  private var keys = 0
  /// Whether the mouse is captured where the view does not need it, too.
  private let usesMouse: Bool
  private var hasMouse = false
  /// What gives a copied text to the terminal with the next frame.
  private var clipboard = ""
  private var isCovered = true
  private var hasAsked = false
  private var pace: FramePace
  /// What was reported of the view, each once.
  private var reported: Set<ViewProblem> = []
  /// Whether the screen may differ from what is shown.
  private var isStale = true
  /// Whether something on the screen moves with time.
  private var isMoving = false
  /// Whether a spinner is visible.
  private var isTurning = false

  init(
    _ runtime: Runtime<AppModel>, _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>,
    _ core: ConsoleCore, _ palette: Palette, _ properties: TerminalProperties, usesMouse: Bool,
    reducesMotion: Bool, showsLinks: Bool
  ) {
    (self.runtime, self.view, self.core, self.usesMouse) = (runtime, view, core, usesMouse)
    clock = runtime.dispatcher.clock
    pace = FramePace(clock)
    let size = properties.size ?? TerminalSize(columns: 80, rows: 24)
    screen = ScreenState(size: size, reducesMotion: reducesMotion)
    painter = CellPainter(palette, showsLinks: showsLinks)
  }

  mutating func run() async throws(NoScreenError) {
    let (inputs, sender) = AsyncStream.makeStream(of: Input.self)
    guard let canvas = core.addCanvas(clock: clock, uncovered: { sender.yield(.uncovered) }) else {
      throw .anotherScreenIsShown
    }
    self.canvas = canvas
    let token = runtime.observe { [flags] _ in
      if !flags.isNew.exchange(true, ordering: .acquiringAndReleasing) { sender.yield(.changed) }
    }
    runtime.start()
    keys = core.addKeys(TerminalInput(Reply { ScreenEvent(event: $0) }), clock: clock) {
      sender.yield(.event($0))
    }
    let end = Task { [runtime] in
      await runtime.waitUntilEnded()
      sender.yield(.ended)
    }
    refresh()
    loop: for await input in inputs {
      switch input {
      case .event(let event): await handle(event)
      case .answered(let bytes): learn(from: bytes)
      // Unless the frame of a key has shown it already.
      case .changed: if flags.isNew.load(ordering: .acquiring) { isStale = true }
      case .due(let time): pace.hasWoken(at: time)
      case .written: break
      case .uncovered:
        isCovered = false
        painter.forget()
        ask(sender)
        isStale = true
      case .ended: break loop
      }
      paint(sender)
    }
    end.cancel()
    token.cancel()
    await core.waitUntilAnswered()
    core.removeKeys(keys)
    core.removeCanvas(canvas)
    // What the caller prints next does not go to the screen that disappears.
    await core.waitUntilWritten()
  }

  /// Reads the newest model.
  private mutating func refresh() {
    flags.isNew.store(false, ordering: .sequentiallyConsistent)
    screen.show(view(runtime.shownModel), at: currentWallClock(nil, clock).date)
    for problem in screen.problems where reported.insert(problem).inserted {
      runtime.report(problem.issue)
    }
  }

  private mutating func handle(_ event: TerminalEvent) async {
    switch event {
    case .resized(screen.size): return
    // Something that is not the app's may have changed what the terminal shows.
    case .key(KeyStroke(.character("l"), .control)): painter.forget()
    default: break
    }
    // An event means what the person saw: the last frame, and what the events since then have done.
    // So the view is not computed again because of other messages before it is painted.
    let messages = screen.handle(event)
    if let copied = screen.copied { clipboard = Self.clipboard(copied) }
    for message in messages { await runtime.deliver(message) }
    if !messages.isEmpty { refresh() }
    isStale = true
  }

  // MARK: Painting

  /// Paints a frame, unless the last one is being written or is less than a sixtieth of a second
  /// old.
  private mutating func paint(_ sender: AsyncStream<Input>.Continuation) {
    guard let pause = pauseAfterFrame, !isCovered, !flags.isWriting.load(ordering: .acquiring)
    else { return }
    guard pace.begins(after: pause, { sender.yield(.due($0)) }) else { return }
    if flags.isNew.load(ordering: .acquiring) || isMoving {
      refresh()
    } else if isTurning {
      screen.turn(at: currentWallClock(nil, clock).date)
    }
    isStale = false
    updateMouse()
    let bytes = clipboard + painter.bytes(for: &screen)
    clipboard = ""
    (isMoving, isTurning) = (screen.paint().isMoving, screen.paint().isTurning)
    if !bytes.isEmpty {
      flags.isWriting.store(true, ordering: .releasing)
      core.paint(bytes, on: canvas) { [flags] in
        flags.isWriting.store(false, ordering: .releasing)
        sender.yield(.written)
      }
    } else if let pause = pauseAfterFrame {
      pace.wake(after: pause) { sender.yield(.due($0)) }
    }
  }

  /// The time from one frame to the next; `nil` if nothing is to be painted.
  private var pauseAfterFrame: Duration? {
    FramePace.pause(isStale: isStale || isMoving, isTurning: isTurning)
  }

  /// Without the app's switch, the mouse is captured only where the view needs it, so that text can be
  /// selected elsewhere.
  private mutating func updateMouse() {
    let needsMouse = usesMouse || screen.arrangement.usesMouse
    guard needsMouse != hasMouse else { return }
    hasMouse = needsMouse
    core.setKeys(
      TerminalInput(mouse: hasMouse, Reply { ScreenEvent(event: $0) }), id: keys)
  }

  /// Returns what gives a text to the clipboard of the terminal (OSC 52 of xterm). A terminal that does not
  /// know it, or does not allow it, ignores it.
  private static func clipboard(_ text: String) -> String {
    "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\"
  }

  // MARK: Questions

  /// Asks the terminal, once, for its background, and whether it can show a frame at once
  /// (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036). Nothing waits for the
  /// answers.
  private mutating func ask(_ sender: AsyncStream<Input>.Continuation) {
    if hasAsked { return }
    hasAsked = true
    let background = painter.asksForBackground ? TerminalBackground.question : ""
    core.ask(background + "\u{1B}[?2026$p", on: canvas) { sender.yield(.answered($0)) }
  }

  private mutating func learn(from bytes: [UInt8]) {
    if let color = TerminalBackground.color(in: bytes), painter.setBackground(color) {
      isStale = true
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasSuffix("[?2026;1$y") || text.hasSuffix("[?2026;2$y") { painter.synchronizes = true }
  }
}

extension ViewProblem {
  /// The problem for whoever reads the issues of the runtime.
  var issue: RuntimeIssue {
    switch self {
    case .sharedKey(let key): .sharedKey(key)
    case .sharedShortcut(let shortcut): .sharedShortcut("\(shortcut)")
    }
  }
}

/// The message of the keys; it never reaches a model.
private struct ScreenEvent: Message {
  let event: TerminalEvent
}
