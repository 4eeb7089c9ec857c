public import Foundation
public import Katana
public import KatanaConsole
public import KatanaViews

/// A screen of text: shows a view, and turns keys and clicks into messages. A value, without a
/// terminal or a runtime.
///
/// ```swift
/// var screen = ScreenState(size: TerminalSize(columns: 40, rows: 10))
/// screen.show(counterView(Counter()))
/// let messages = screen.handle(.key(KeyStroke(.enter)))
/// ```
///
/// It holds what belongs to the screen and not to the model: the focus, the caret of each field, the
/// current row of each list, and what is scrolled. `runOnTerminal` connects it with a terminal and a
/// runtime.
public struct ScreenState {
  /// The size.
  public private(set) var size: TerminalSize
  /// Whether what moves is shown where it ends.
  public var reducesMotion: Bool

  var frame: ScreenFrame
  var memory = ScreenMemory()
  private var root: ViewNode?
  private var date = Date(timeIntervalSince1970: 0)
  private var measuring = Measuring()
  private(set) var glyphs = GlyphTable()
  /// The number of times that the glyphs were begun anew, so that older cells have another meaning.
  private(set) var generation = 0

  /// Creates an empty screen.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - reducesMotion: Whether what moves is shown where it ends.
  public init(size: TerminalSize, reducesMotion: Bool = false) {
    self.size = size
    self.reducesMotion = reducesMotion
    frame = ScreenFrame(width: max(size.columns, 0), height: max(size.rows, 0))
  }

  /// Shows a view. The focus, the carets and the scrolling stay where they are, as far as their
  /// nodes are still there.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - date: The time, for what moves.
  public mutating func show(_ view: ViewOf<some Model>, at date: Date = .distantFuture) {
    root = view.node
    self.date = date
    let visible = visibleCurrentRows
    draw()
    settleEdits()
    settleFocus()
    keepVisible(visible)
  }

  /// Handles an event. Returns the messages that it sends, in order.
  ///
  /// Show the view of the new model before the next event, so that each event means what the person
  /// saw.
  public mutating func handle(_ event: TerminalEvent) -> [any Message] {
    if case .resized(let size) = event {
      self.size = size
      let visible = visibleCurrentRows
      draw()
      settleFocus()
      keepVisible(visible)
      return []
    }
    let messages = respond(to: event)
    draw()
    showFocus()
    return messages
  }

  // MARK: What is shown

  /// The lines, without spaces at their ends and without empty lines at the bottom.
  public var lines: [String] {
    var lines = frame.buffer.lines(glyphs)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The label of what has the focus; in a list, that of the control in the current row.
  public var focusedLabel: String? { activeTarget.flatMap { frame.targets[$0].node.label } }

  /// Where the cursor of the terminal stands; `nil` if it is hidden.
  public var cursor: TerminalScreen.Cursor? {
    frame.cursor.map { TerminalScreen.Cursor(row: $0.row, column: $0.column) }
  }

  /// The title of the window; `nil` if the view states none.
  public var windowTitle: String? { frame.windowTitle }

  /// The number of nodes that were measured for the last frame. Those of a `ViewPart` that has not
  /// changed are not measured again, nor are the rows of a lazy list that are not visible.
  public var measuredCount: Int { measuring.count }

  /// Whether something in the view moves, so that it has to be shown again a moment later.
  public var isMoving: Bool { frame.isMoving }

  /// Whether the view uses the mouse: it has a drawing with a pointer, a figure that can be clicked,
  /// or a second press. If not, the person can select text with the mouse.
  public var usesMouse: Bool { frame.usesMouse }

  // MARK: Drawing

  mutating func draw() {
    guard let root else { return }
    if glyphs.isFull {
      glyphs = GlyphTable()
      generation += 1
    }
    var painting = Painting(
      size: (max(size.columns, 0), max(size.rows, 0)), memory, at: date,
      reducesMotion: reducesMotion)
    // Moved and not copied, so that what they hold is changed in its place.
    swap(&painting.measuring, &measuring)
    swap(&painting.glyphs, &glyphs)
    painting.paint(root)
    (frame, measuring, glyphs) = (painting.frame, painting.measuring, painting.glyphs)
  }

  /// Places the caret of each field that was edited, now that the model has answered.
  private mutating func settleEdits() {
    guard !memory.edits.isEmpty else { return }
    let edits = memory.edits
    memory.edits = [:]
    var isChanged = false
    for target in frame.targets {
      guard let edit = edits[target.id], case .input(let input) = target.node.content,
        let caret = memory.carets[target.id]
      else { continue }
      if input.text == edit.after { continue }
      isChanged = true
      if input.text == edit.before {
        memory.carets[target.id] = edit.caretBefore
      } else if !input.text.hasPrefix(String(edit.after.prefix(caret))) {
        // The model has changed the text before the caret, which keeps its distance from the end.
        memory.carets[target.id] = max(input.text.count - (edit.after.count - caret), 0)
      }
    }
    if isChanged { draw() }
  }
}
