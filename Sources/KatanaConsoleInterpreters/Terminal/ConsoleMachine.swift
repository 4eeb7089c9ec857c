import KatanaConsole
import KatanaEffects

/// How a terminal treats what the user types.
package enum InputMode: Hashable, Sendable {
  /// The terminal echoes and edits lines itself. This is the usual mode.
  case lines
  /// The terminal edits lines itself, but does not echo them.
  case hiddenLines
  /// Each key arrives at once and is not echoed. Ctrl-C, Ctrl-\ and Ctrl-Z are signals or keys.
  case keys(areSignals: Bool)
}

/// Decides which receiver gets input and what is written, for everything that shares a console.
/// Pure.
struct ConsoleMachine {
  /// An action that the console must perform.
  enum Action: Equatable {
    /// Write a text. The `id` is that of a `print` which is informed when the text is written.
    case write(String, StandardStream, id: Int?)
    case event(id: Int, TerminalEvent)
    case line(id: Int, LineEvent)
    case answer(id: Int, PromptAnswer<String>)
    /// Send the signal that the terminal sends for a key.
    case raise(Int32)
    /// A canvas is shown, and is empty.
    case uncovered(id: Int)
    /// The terminal has answered a question of a canvas.
    case answered([UInt8])
  }

  struct OpenPrompt: Equatable {
    var id: Int
    var prompt: String
    var isHidden: Bool
    var editor: LineEditor
  }

  struct Keys: Equatable {
    var id: Int
    var reportsSignalKeys: Bool
    var reportsMouse: Bool
    var reportsFocus: Bool
  }

  struct Text: Equatable {
    var text: String
    var stream: StandardStream
    var id: Int?
  }

  var properties: TerminalProperties
  /// Whether the standard error is a terminal too, so that text on it disturbs the frame.
  var isErrorTerminal: Bool

  var prompts: [OpenPrompt] = []
  var keys: [Keys] = []
  var lines: [(id: Int, limit: Int)] = []
  var screens: [(id: Int, screen: TerminalScreen)] = []
  /// The ids of the full screens that other code paints.
  var canvases: Set<Int> = []
  /// The canvas that is shown.
  var shownCanvas: Int?
  /// Whether the terminal has not answered yet what a canvas has asked.
  var awaitsAnswer = false
  /// Whether a canvas, or a screen below what was printed, has asked something.
  var hasAsked = false
  /// Whether the terminal has said that it can tell keys apart which are one byte elsewhere.
  var knowsKeyCodes = false

  var input = ConsoleInput()
  /// What the subscriptions to lines get, if it does not come from the terminal; `nil` if `input` is both.
  var lineInput: ConsoleInput?
  var painter = FramePainter()
  /// The features that are switched on.
  var features: Set<TerminalFeature> = []
  /// Whether another program uses the terminal.
  var isLent = false
  /// The texts that are held until the full screen ends, or the terminal is taken back.
  var held: [Text] = []
  /// Whether the cursor is at the beginning of a row while no frame is shown.
  var isAtLineStart = true

  init(properties: TerminalProperties, isErrorTerminal: Bool) {
    self.properties = properties
    self.isErrorTerminal = isErrorTerminal
  }

  // MARK: Derived state

  /// Whether the lines of prompts are edited by this process, and not by the terminal.
  var isInteractive: Bool { properties.isInteractive }

  /// Whether frames are drawn.
  var canDraw: Bool { properties.isOutputTerminal && properties.hasEscapeSequences }

  /// The streams on which other code would destroy what is shown.
  var heldStreams: Set<StandardStream> {
    guard isLent || painter.isFullScreen || !painter.shown.rows.isEmpty else { return [] }
    var streams: Set<StandardStream> = []
    if properties.isOutputTerminal { streams.insert(.standardOutput) }
    if isErrorTerminal { streams.insert(.standardError) }
    return streams
  }

  /// The canvas that can be shown: a prompt or another screen covers it.
  var topCanvas: Int? {
    guard canDraw, !isLent, prompts.isEmpty, let top = screens.last?.id else { return nil }
    return canvases.contains(top) ? top : nil
  }

  /// Whether a screen that is not full is shown, and its keys are not echoed.
  func isShownInline(_ id: Int) -> Bool {
    canDraw && !isLent && prompts.isEmpty && !keys.isEmpty && screens.last?.id == id
      && !canvases.contains(id)
  }

  /// Whether the input is read.
  var wantsInput: Bool { input.consumer(of: self) != nil && !input.isOver }

  /// Whether the input of lines alone is read.
  var wantsLines: Bool { lineInput?.isOver == false && !lines.isEmpty }

  /// The greatest length of a line for the receiver that gets the next one.
  var lineLimit: Int {
    let usual = LineSplitter().limit
    return prompts.isEmpty ? lines.first?.limit ?? usual : usual
  }

  /// What ends if no byte arrives for some time.
  var openInput: TerminalDecoder.Open? {
    input.consumer(of: self)?.takesEvents == true ? input.decoder.open : nil
  }

  /// Whether the machine needs to know about changes of the size.
  var watchesSize: Bool { canDraw && (!prompts.isEmpty || !keys.isEmpty || !screens.isEmpty) }

  var inputMode: InputMode {
    guard properties.isInputTerminal, !isLent else { return .lines }
    if let prompt = prompts.first {
      if isInteractive { return .keys(areSignals: false) }
      return prompt.isHidden ? .hiddenLines : .lines
    }
    if keys.isEmpty {
      // Nobody wants what is typed ahead. Its echo would destroy what is shown, so the terminal keeps
      // it for the next prompt.
      return canDraw && !screens.isEmpty && (lines.isEmpty || lineInput != nil)
        ? .hiddenLines : .lines
    }
    return .keys(areSignals: !keys.contains(where: \.reportsSignalKeys))
  }

  /// The text that restores the terminal if the process dies now.
  var restoringText: String {
    let off = TerminalFeature.text(switchingOff: features)
    if painter.isFullScreen {
      // The process may die within a frame of a canvas.
      let frame = canvases.isEmpty ? "" : "\u{1B}[?2026l\u{1B}[r\u{1B}[0m"
      return off + frame + "\u{1B}[?25h" + FramePainter.fullScreenOff
    }
    if painter.shown.rows.isEmpty { return off }
    let below = painter.rowsBelowCursor
    return off + (below > 0 ? "\u{1B}[\(below)B" : "") + "\r\n\u{1B}[?25h"
  }

  // MARK: Subscriptions

  mutating func add(_ new: Keys) -> [Action] {
    keys.append(new)
    input.isOver = false
    let size = properties.isInputTerminal ? properties.size : nil
    return refresh() + (size.map { [.event(id: new.id, .resized($0))] } ?? [])
  }

  /// Changes what a receiver of keys asks for.
  mutating func change(_ new: Keys) -> [Action] {
    guard let index = keys.firstIndex(where: { $0.id == new.id }) else { return [] }
    keys[index] = new
    return refresh()
  }

  mutating func removeKeys(_ id: Int) -> [Action] {
    keys.removeAll { $0.id == id }
    return refresh()
  }

  mutating func addLines(_ id: Int, limit: Int) -> [Action] {
    lines.append((id, limit))
    if lineInput == nil { input.isOver = false }
    lineInput?.isOver = false
    return []
  }

  mutating func removeLines(_ id: Int) -> [Action] {
    lines.removeAll { $0.id == id }
    return []
  }

  // MARK: Time and the terminal

  /// Ends what nothing followed for some time: an escape, or a paste.
  mutating func timeout() { input.events += input.decoder.timeout() }

  mutating func resized(_ size: TerminalSize) -> [Action] {
    guard size != properties.size else { return [] }
    properties.size = size
    let events = keys.map { Action.event(id: $0.id, .resized(size)) }
    guard canDraw, !painter.shown.rows.isEmpty else { return events }
    let bytes = painter.isFullScreen ? painter.forget() : painter.erase()
    return write(bytes) + refresh() + events
  }

  /// Removes what is shown, because another program uses the terminal. Nothing is written and read
  /// until ``takeBack()``.
  mutating func lend() -> [Action] {
    isLent = true
    return refresh()
  }

  /// Writes what was held, and shows everything again.
  mutating func takeBack() -> [Action] {
    isLent = false
    isAtLineStart = true
    if canDraw { return refresh() }
    defer { held = [] }
    return held.flatMap { written($0) }
  }

  /// Draws everything again after the process was stopped, because the shell has used the terminal.
  mutating func resumed() -> [Action] {
    guard !painter.shown.rows.isEmpty || painter.isFullScreen || !features.isEmpty else {
      return []
    }
    let bytes = painter.takeBack()
    features = []
    shownCanvas = nil
    isAtLineStart = true
    return write(bytes) + refresh()
  }
}

/// A feature that a terminal has when it is switched on.
enum TerminalFeature: CaseIterable {
  /// Marks around pasted text (bracketed paste).
  case paste
  /// Events of the mouse while a button is held, in SGR form.
  case mouse
  case focus
  /// Codes for keys that are one byte, or none, elsewhere, such as Shift-Enter, and the character that
  /// Shift makes of them (https://sw.kovidgoyal.net/kitty/keyboard-protocol). Ctrl-C, Ctrl-\ and Ctrl-Z
  /// are such keys then, and no signals of the terminal. Each of its two screens has its own.
  case keyCodes

  private var texts: (on: String, off: String) {
    switch self {
    case .paste: ("\u{1B}[?2004h", "\u{1B}[?2004l")
    case .mouse: ("\u{1B}[?1002;1006h", "\u{1B}[?1002;1006l")
    case .focus: ("\u{1B}[?1004h", "\u{1B}[?1004l")
    case .keyCodes: ("\u{1B}[>5u", "\u{1B}[<u")
    }
  }

  /// The question whether the terminal has key codes; `ESC [ ?`, a number and `u` is the answer.
  static let keyCodesQuestion = "\u{1B}[?u"

  static func text(switchingOff features: Set<TerminalFeature>) -> String {
    allCases.filter(features.contains).map(\.texts.off).joined()
  }

  static func text(switchingOn features: Set<TerminalFeature>) -> String {
    allCases.filter(features.contains).map(\.texts.on).joined()
  }
}
