import KatanaConsole

/// Turns a frame into the bytes that show it, using the difference from the frame that is shown.
/// Pure.
///
/// The terminal never wraps a row, so each row of a frame is one row of the terminal. The position
/// of the cursor is known, because nothing else writes while a frame is shown.
struct FramePainter: Equatable {
  /// Switches to the alternate buffer, and empties it.
  private static let fullScreenOn = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"
  /// Puts the title of the window on the stack of the terminal (xterm's control sequences; others
  /// ignore it).
  private static let titleKept = "\u{1B}[22;2t"
  /// Returns to the ordinary buffer and to the former title.
  static let fullScreenOff = "\u{1B}[?1049l\u{1B}[23;2t"

  private(set) var shown = TerminalFrame()
  private(set) var isFullScreen = false
  private(set) var isCursorHidden = false

  /// The number of rows below the cursor, for the text that restores the terminal.
  var rowsBelowCursor: Int { max(shown.rows.count - 1 - cursorRow, 0) }

  /// The row of the terminal's cursor. It is the last row if the frame has no cursor.
  private var cursorRow: Int { shown.cursor?.row ?? max(shown.rows.count - 1, 0) }

  /// Switches the alternate buffer of the terminal on or off.
  mutating func setFullScreen(_ isWanted: Bool) -> String {
    guard isWanted != isFullScreen else { return "" }
    isFullScreen = isWanted
    shown = TerminalFrame()
    return isWanted ? Self.titleKept + Self.fullScreenOn : showCursor() + Self.fullScreenOff
  }

  /// Erases the frame. The cursor is then at the beginning of its first row.
  mutating func erase() -> String {
    let isEmpty = shown.rows.isEmpty
    let bytes = isEmpty ? "" : toTop() + "\u{1B}[J"
    shown = TerminalFrame()
    return bytes + showCursor()
  }

  /// Leaves the frame on the terminal. The cursor is then below it.
  mutating func leave() -> String {
    if shown.rows.isEmpty { return showCursor() }
    let bytes = down(rowsBelowCursor) + "\r\n"
    shown = TerminalFrame()
    return bytes + showCursor()
  }

  /// Draws anew after ``ConsoleMachine/restoringText`` was written.
  mutating func takeBack() -> String { (isFullScreen ? Self.titleKept : "") + forget() }

  /// Forgets the frame, because something else has changed the terminal.
  mutating func forget() -> String {
    shown = TerminalFrame()
    isCursorHidden = false
    return isFullScreen ? Self.fullScreenOn : "\r\u{1B}[J"
  }

  /// Replaces the shown frame with another one.
  mutating func paint(_ frame: TerminalFrame) -> String {
    if frame == shown && (frame.cursor == nil) == isCursorHidden { return "" }
    if frame.rows.isEmpty { return erase() }
    var bytes = rows(of: frame)
    shown.rows = frame.rows
    shown.cursor = frame.cursor
    if let cursor = frame.cursor {
      bytes += up(frame.rows.count - 1 - cursor.row) + "\r" + right(cursor.column) + showCursor()
    } else if !isCursorHidden {
      bytes += "\u{1B}[?25l"
      isCursorHidden = true
    }
    return bytes
  }

  /// Writes the rows that differ, and leaves the cursor in the last row.
  private func rows(of frame: TerminalFrame) -> String {
    var bytes = toTop()
    for (index, row) in frame.rows.enumerated() {
      if index > 0 { bytes += "\r\n" }
      // The row is erased before it is written. Behind a full row, erasing would remove its last
      // character.
      if index >= shown.rows.count || shown.rows[index] != row { bytes += "\u{1B}[2K" + row }
    }
    if shown.rows.count > frame.rows.count { bytes += "\r\n\u{1B}[J\u{1B}[A" }
    return bytes
  }

  private mutating func showCursor() -> String {
    defer { isCursorHidden = false }
    return isCursorHidden ? "\u{1B}[?25h" : ""
  }

  private func toTop() -> String { up(cursorRow) + "\r" }
  private func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }
  private func down(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)B" : "" }
  private func right(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)C" : "" }
}
