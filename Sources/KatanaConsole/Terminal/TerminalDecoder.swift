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

  /// Whether an escape or an incomplete sequence needs more bytes.
  ///
  /// If this is `true` and no bytes arrive for a short time, call ``timeout()``. During a paste
  /// this is `false`.
  package var isWaiting: Bool { state == .sequence }

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
      case .brokenBeforeLast:
        let broken = Array(bytes.dropLast())
        reset()
        return [KeySequence.meaningAlone(of: broken)] + take(byte)
      }
    }
  }

  /// Ends an incomplete sequence after a pause, such as a lone escape, and returns its event.
  package mutating func timeout() -> [TerminalEvent] {
    guard isWaiting else { return [] }
    defer { reset() }
    return [KeySequence.meaningAlone(of: bytes)]
  }

  /// Ends the input, and returns the event of what is incomplete.
  package mutating func finish() -> [TerminalEvent] {
    guard state == .paste else { return timeout() }
    defer { reset() }
    return [.paste(Self.text(bytes))]
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

  private mutating func takePaste() -> [TerminalEvent] {
    guard bytes.last == Self.pasteEnd.last, bytes.suffix(Self.pasteEnd.count) == Self.pasteEnd[...]
    else { return [] }
    bytes.removeLast(Self.pasteEnd.count)
    defer { reset() }
    return [.paste(Self.text(bytes))]
  }

  private static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }
}
