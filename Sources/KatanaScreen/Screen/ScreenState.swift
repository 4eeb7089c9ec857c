package import Foundation
package import Katana
package import KatanaConsole
package import KatanaViews

/// A screen of text: shows a view, and turns keys and clicks into messages. A value, without a
/// terminal or a runtime.
///
/// It holds what belongs to the screen and not to the model: the focus, the caret of each field, the
/// current row of each list, and what is scrolled. `runOnTerminal` connects it with a terminal and a
/// runtime, and `ViewTest` drives it in a test.
///
/// A view is measured once (``Measuring``), put at its places (``Arranging``), and painted when its cells
/// are asked for. What acts and what is painted follow from one ``Arrangement``.
package struct ScreenState {
  /// The size.
  package private(set) var size: TerminalSize
  /// Whether what moves is shown where it ends.
  package var reducesMotion: Bool
  /// Where everything stands.
  package internal(set) var arrangement = Arrangement()

  /// Whether the arrangement holds all nodes, for a test.
  package var notesNodes = false
  var memory = ScreenMemory()
  /// What the person has copied since the last event; a face gives it to the clipboard.
  package internal(set) var copied: String?
  private var root: ViewNode?
  private var box: Box?
  private var date = Date(timeIntervalSince1970: 0)
  var measuring = Measuring()
  private var painted: Painted?
  package private(set) var glyphs = GlyphTable()
  /// The number of times that the glyphs were begun anew, so that older cells have another meaning.
  package private(set) var generation = 0

  /// Creates an empty screen.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - reducesMotion: Whether what moves is shown where it ends.
  package init(size: TerminalSize, reducesMotion: Bool = false) {
    self.size = size
    self.reducesMotion = reducesMotion
  }

  /// Shows a view. The focus, the carets and the scrolling stay where they are, as far as their
  /// nodes are still there.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - date: The time, for what moves.
  package mutating func show(_ view: ViewOf<some Model>, at date: Date = .distantFuture) {
    root = view.node
    self.date = date
    measure()
  }

  /// Handles an event. Returns the messages that it sends, in order.
  ///
  /// Show the view of the new model before the next event, so that each event means what the person
  /// saw.
  package mutating func handle(_ event: TerminalEvent) -> [any Message] {
    if case .resized(let size) = event {
      self.size = size
      measure()
      return []
    }
    copied = nil
    let before = active
    var messages = respond(to: event)
    settle()
    keepField()
    if let before, let leave = before.node.leave, before.figure == nil, active?.id != before.id {
      messages.append(before.context.message(of: leave))
    }
    // What the person scrolls away stays there.
    if case .mouse(let mouse) = event, !mouse.action.isPress || holdsBar { return messages }
    showFocus()
    return messages
  }

  private var rect: CellRect {
    CellRect(width: max(size.columns, 0), height: max(size.rows, 0))
  }

  private mutating func measure() {
    guard let root else { return }
    let (visible, focus, wasWhole) = (visibleCurrentRows, memory.focus, isFocusWhole)
    box = measuring.root(root, width: rect.width, height: rect.height)
    arrange()
    memory.forget(allBut: arrangement)
    settleCarets()
    settle()
    keepField()
    keepVisible(visible)
    // What the person has scrolled away, even in part, stays there.
    if wasWhole && !isFocusWhole || focus != memory.focus { showFocus() }
  }

  /// Lets spinners turn, without a new view.
  package mutating func turn(at date: Date) {
    self.date = date
    painted = nil
  }

  /// Puts the boxes at their places again, after something was scrolled.
  mutating func arrange() {
    guard let box else { return }
    var arranging = Arranging(
      Measuring(), memory, at: reducesMotion ? .distantFuture : date, notesNodes: notesNodes)
    // Moved and not copied, so that what it holds is changed in its place.
    swap(&arranging.measuring, &measuring)
    arranging.arrange(box, in: rect)
    arrangement = arranging.result
    swap(&arranging.measuring, &measuring)
    painted = nil
  }

  /// Notes that something is to be painted otherwise.
  mutating func changeLook() { painted = nil }

  // MARK: What is shown

  /// The cells, with what was found while they were painted.
  package mutating func paint() -> Painted {
    if let painted { return painted }
    if glyphs.isFull {
      glyphs = GlyphTable()
      generation += 1
    }
    var painting = Painting(
      rect, arrangement, memory, at: date, reducesMotion: reducesMotion, focus: activeTarget,
      shownKeys: { [self] in shownKeys })
    swap(&painting.glyphs, &glyphs)
    painting.paint()
    swap(&painting.glyphs, &glyphs)
    self.painted = painting.result
    return painting.result
  }

  /// The lines, without spaces at their ends and without empty lines at the bottom.
  package var lines: [String] {
    var copy = self
    let painted = copy.paint()
    var lines = painted.buffer.lines(copy.glyphs)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The number of nodes that were measured for the last view. Those of a `ViewPart` that has not
  /// changed are not measured again, nor are the rows of a lazy list that are not visible.
  package var measuredCount: Int { measuring.count }

  /// What is wrong with the view, for the one who writes it.
  package var problems: [ViewProblem] {
    measuring.sharedKeys.map { .sharedKey($0.description) } + sharedShortcuts
  }
}

/// What is wrong with a view: it shows something, but not what its author expects.
package enum ViewProblem: Hashable, Sendable {
  /// Two siblings have one key.
  case sharedKey(String)
  /// Two views have one key of the keyboard at the same time.
  case sharedShortcut(Shortcut)
}

/// The cells of a screen, with what was found while they were painted.
package struct Painted {
  package var buffer: CellBuffer
  /// Where the cursor of the terminal stands; `nil` if it is hidden.
  package var cursor: (column: Int, row: Int)?
  /// Whether something moves with time, so that it has to be painted again a moment later.
  package var isMoving = false
  /// Whether a spinner is visible, so that it has to be painted again after its step.
  package var isTurning = false
}
