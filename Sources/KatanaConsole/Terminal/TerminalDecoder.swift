/// Decodes the bytes that a terminal sends into events.
///
/// A decoder is a pure value: the events do not depend on how the bytes are divided into chunks. It
/// decodes the keys of xterm and compatible terminals, Alt as a preceding escape, bracketed paste,
/// the mouse in SGR form (mode 1006) and in the older one, and the focus. All other bytes are
/// reported as ``TerminalEvent/unknown(_:)``, and none is lost.
package struct TerminalDecoder: Sendable {
  private enum State: Sendable {
    case ground
    /// A sequence has begun, and more bytes are needed.
    case sequence
    /// The bytes are text between the marks of a bracketed paste.
    case paste
  }

  private var state = State.ground
  private var bytes: [UInt8] = []
  /// The button of the mouse that was pressed last.
  private var pressedButton = 0

  /// Creates a decoder at the beginning of a key.
  package init() {}

  /// What a pause ends.
  package enum Open: Sendable {
    /// A lone escape, which is a key if nothing follows it.
    case escape
    /// A paste, whose end may have been lost.
    case paste
  }

  /// What ends if no byte arrives for some time: call ``timeout()`` then. A sequence that has begun is
  /// waited for, however slow the line is.
  package var open: Open? {
    switch state {
    case .paste: .paste
    case .sequence: bytes.allSatisfy { $0 == 0x1B } ? .escape : nil
    case .ground: nil
    }
  }

  /// Decodes bytes, and returns the events that they complete, in order.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes.flatMap { take($0) }
  }

  /// Decodes a byte, and returns the events that it completes; rarely more than one.
  package mutating func take(_ byte: UInt8) -> [TerminalEvent] {
    bytes.append(byte)
    switch state {
    case .paste: return takePaste()
    case .ground, .sequence:
      switch KeySequence.meaning(of: bytes) {
      case .incomplete:
        state = .sequence
        return []
      case .event(let event):
        reset()
        return [withButton(event)]
      case .pasteBegins:
        (state, bytes) = (.paste, [])
        return []
      case .broken(let count):
        let (broken, rest) = (Array(bytes.dropLast(count)), Array(bytes.suffix(count)))
        reset()
        return [KeySequence.meaningAlone(of: broken)] + take(rest)
      }
    }
  }

  /// Ends what is ``open``, because a pause followed it, and returns its event.
  package mutating func timeout() -> [TerminalEvent] { open == nil ? [] : finish() }

  /// Ends the input, and returns the event of what is incomplete.
  package mutating func finish() -> [TerminalEvent] {
    defer { reset() }
    switch state {
    case .ground: return []
    case .sequence: return [KeySequence.meaningAlone(of: bytes)]
    case .paste: return bytes.isEmpty ? [] : [.paste(Self.text(bytes))]
    }
  }

  /// Returns an event that names the released button, which a terminal without mode 1006 does not.
  private mutating func withButton(_ event: TerminalEvent) -> TerminalEvent {
    guard case .mouse(var mouse) = event else { return event }
    if case .pressed(let button) = mouse.action { pressedButton = button }
    if mouse.action == .released(button: MouseEvent.unknownButton) {
      mouse.action = .released(button: pressedButton)
    }
    return .mouse(mouse)
  }

  private mutating func reset() { (state, bytes) = (.ground, []) }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The number of bytes from which on a paste is reported in pieces, so that one without an end does not
  /// fill the memory.
  private static let pasteLimit = 1 << 20

  private mutating func takePaste() -> [TerminalEvent] {
    if bytes.last == Self.pasteEnd.last, bytes.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
      bytes.removeLast(Self.pasteEnd.count)
      defer { reset() }
      return [.paste(Self.text(bytes))]
    }
    return bytes.count < Self.pasteLimit ? [] : [takePiece()]
  }

  /// Takes all but the last bytes, which may belong to the mark of the end. Neither a character nor a line
  /// end is divided.
  private mutating func takePiece() -> TerminalEvent {
    var cut = bytes.count - Self.pasteEnd.count
    while bytes[cut] & 0xC0 == 0x80, cut > bytes.count - 16 { cut -= 1 }
    if bytes[cut - 1] == 0x0D { cut -= 1 }
    defer { bytes.removeFirst(cut) }
    return .paste(Self.text(bytes.prefix(cut)))
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }
}
