/// Turns the bytes that a terminal sends into events: pure, the same for every division of the
/// bytes into chunks.
///
/// Knows the keys of xterm and its relatives, Alt as a preceding escape, bracketed paste, the mouse
/// in SGR form, and the focus. What it does not know is ``TerminalEvent/unknown(_:)``, never lost.
public struct TerminalDecoder: Sendable {
  private enum State: Sendable {
    case ground
    /// A sequence that has begun.
    case sequence
    /// Text between the marks of a bracketed paste.
    case paste
  }

  private var state = State.ground
  private var bytes: [UInt8] = []

  /// Creates a decoder that awaits the begin of a key.
  public init() {}

  /// Whether an escape, or what begins as a sequence, waits for more bytes. After a short time
  /// without any, call ``timeout()``. A paste is not waited for.
  public var isWaiting: Bool { state == .sequence }

  /// Takes bytes and returns the events that they complete.
  public mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes.flatMap { take($0) }
  }

  /// Takes a byte and returns the events that it completes: seldom more than one.
  public mutating func take(_ byte: UInt8) -> [TerminalEvent] {
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
        return [event]
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

  /// Says that nothing followed for some time: what waits is complete, such as a lone escape.
  public mutating func timeout() -> [TerminalEvent] {
    guard isWaiting else { return [] }
    defer { reset() }
    return [KeySequence.meaningAlone(of: bytes)]
  }

  /// Says that the input has ended.
  public mutating func finish() -> [TerminalEvent] {
    guard state == .paste else { return timeout() }
    defer { reset() }
    return [.paste(Self.text(bytes))]
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
