/// Cuts bytes into lines: pure, the same for every division of the bytes into chunks.
public struct LineSplitter: Sendable {
  /// The greatest length of a line in bytes.
  public var limit: Int
  private var line: [UInt8] = []
  private var isSkipping = false

  /// Creates a splitter at the begin of a line.
  public init(limit: Int = 1_048_576) { self.limit = limit }

  /// Whether a line has begun.
  public var isWithinLine: Bool { isSkipping || !line.isEmpty }

  /// Takes a byte; returns the line that it ends.
  public mutating func take(_ byte: UInt8) -> LineEvent? {
    if byte == UInt8(ascii: "\n") { return takeLine() }
    if isSkipping { return nil }
    // One more, which may be the `\r` of the end.
    if line.count > limit {
      isSkipping = true
      line = []
    } else {
      line.append(byte)
    }
    return nil
  }

  /// Ends the input; returns the last line if it lacked its end.
  public mutating func finish() -> LineEvent? { isWithinLine ? takeLine() : nil }

  private mutating func takeLine() -> LineEvent {
    defer { (line, isSkipping) = ([], false) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if isSkipping || line.count > limit { return .tooLong(limit: limit) }
    return .line(String(decoding: line, as: UTF8.self))
  }
}
