/// Splits bytes that arrive in pieces into lines: pure, the same for every division into pieces.
///
/// A line that is too long is cut at the end of a character, and says so; the rest of it is left out. So
/// a reader of a log can show it, and a reader of commands can refuse it.
public struct LineSplitter: Sendable {
  /// A line without its end (`\n` or `\r\n`).
  public struct Line: Hashable, Sendable {
    /// The text; bytes that are not UTF-8 became U+FFFD.
    public var text: String
    /// Whether the line was longer than the limit.
    public var isCut: Bool

    /// Creates a line.
    public init(_ text: String, isCut: Bool = false) { (self.text, self.isCut) = (text, isCut) }
  }

  /// The most bytes of a line.
  public var limit: Int
  /// Whether a line has begun.
  public private(set) var isWithinLine = false
  private var partial: [UInt8] = []

  /// Creates a splitter at the start of a line.
  public init(limit: Int = 1_048_576) { self.limit = limit }

  /// Takes bytes, and returns the lines that they complete.
  public mutating func take(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end])
      lines.append(endLine())
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { add(rest) }
    return lines
  }

  /// The line that has no line feed yet, if there is one; the next bytes begin a new line.
  public mutating func finish() -> Line? { isWithinLine ? endLine() : nil }

  private mutating func add(_ bytes: some Collection<UInt8>) {
    isWithinLine = true
    let room = max(limit - partial.count, -1)
    // One more than the limit: it may be the carriage return, and tells that the line is cut.
    partial.append(contentsOf: bytes.prefix(room == .max ? room : room + 1))
  }

  private mutating func endLine() -> Line {
    defer {
      partial.removeAll(keepingCapacity: partial.count < 4_096)
      isWithinLine = false
    }
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    let isCut = partial.count > limit
    if isCut {
      partial.removeLast(partial.count - max(limit, 0))
      cutCharacter()
    }
    return Line(String(decoding: partial, as: UTF8.self), isCut: isCut)
  }

  /// Removes the beginning of a character whose end is beyond the limit.
  private mutating func cutCharacter() {
    let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
    guard let lead = partial.suffix(4).lastIndex(where: { !isContinuation($0) }) else { return }
    let length =
      switch partial[lead] {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      default: 1
      }
    if partial.count - lead < length { partial.removeSubrange(lead...) }
  }
}
