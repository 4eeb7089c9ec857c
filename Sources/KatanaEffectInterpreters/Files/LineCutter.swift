/// Splits bytes that arrive in pieces into lines, and cuts lines that are too long. Pure.
struct LineCutter {
  /// The most bytes of a line; the rest of a longer one is left out.
  let limit: Int
  private var partial: [UInt8] = []
  /// Whether a line has begun, of which perhaps all bytes were left out.
  private(set) var hasPartialLine = false

  init(limit: Int) { self.limit = limit }

  /// Takes bytes, and returns the lines that they complete.
  mutating func take(_ bytes: some Collection<UInt8>) -> [String] {
    var lines: [String] = []
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
  mutating func finish() -> String? { hasPartialLine ? endLine() : nil }

  private mutating func add(_ bytes: some Collection<UInt8>) {
    hasPartialLine = true
    // One more than the limit: it may be the carriage return, and tells that the line is cut.
    partial.append(contentsOf: bytes.prefix(limit + 1 - partial.count))
  }

  private mutating func endLine() -> String {
    defer {
      partial.removeAll(keepingCapacity: partial.count < 4_096)
      hasPartialLine = false
    }
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    if partial.count > limit {
      partial.removeLast(partial.count - limit)
      cutCharacter()
    }
    return String(decoding: partial, as: UTF8.self)
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
