/// Splits bytes that arrive in pieces into lines.
///
/// A splitter is a pure value: the lines do not depend on how the bytes are divided into pieces.
///
/// A line that is longer than ``limit`` is cut at the end of a character, and ``TextLine/isCut`` is
/// `true`. The rest of the line is discarded. A log viewer can show such a line; a reader of
/// commands can reject it.
package struct LineSplitter: Sendable {
  /// The greatest length of a line in bytes, without its terminator.
  package var limit: Int
  /// Whether bytes have arrived since the last line feed.
  package private(set) var isWithinLine = false
  private var partial: [UInt8] = []
  /// Whether bytes of the current line were discarded. The limit may grow before the line ends, but
  /// the bytes are missing.
  private var isCut = false

  /// Creates a splitter at the start of a line.
  ///
  /// - Parameter limit: The greatest length of a line in bytes; 1 MiB unless given.
  package init(limit: Int = 1_048_576) { self.limit = limit }

  /// Adds bytes, and returns the lines that they complete.
  ///
  /// - Parameter bytes: The next bytes of the input.
  /// - Returns: The completed lines, in order. A line that has no line feed yet is kept for the
  ///   next call.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func take(_ bytes: some Collection<UInt8>) -> [TextLine] {
    // Another module cannot specialise this function, and each byte would be read by several calls.
    bytes.withContiguousStorageIfAvailable { takeAll($0) }
      ?? Array(bytes).withUnsafeBufferPointer { takeAll($0) }
  }

  private mutating func takeAll(_ bytes: UnsafeBufferPointer<UInt8>) -> [TextLine] {
    var lines: [TextLine] = []
    var next = 0
    while let line = takeLine(bytes, from: &next) { lines.append(line) }
    return lines
  }

  /// Adds bytes up to the next line feed, and returns the line that it completes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the input.
  ///   - next: The index of the first byte to add; afterwards, that of the byte behind the line feed.
  /// - Returns: The line; `nil` if the bytes have no line feed, and all of them were added.
  package mutating func takeLine(
    _ bytes: UnsafeBufferPointer<UInt8>, from next: inout Int
  ) -> TextLine? {
    let rest = UnsafeBufferPointer(rebasing: bytes[next...])
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      if !rest.isEmpty { add(rest) }
      next = bytes.count
      return nil
    }
    next += end + 1
    let line = UnsafeBufferPointer(rebasing: rest[..<end])
    if !isWithinLine && end <= limit {
      let hasReturn = line.last == UInt8(ascii: "\r")
      let text = hasReturn ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
      return TextLine(String(decoding: text, as: UTF8.self))
    }
    add(line)
    return endLine()
  }

  /// Returns the last line if it has no line feed, and starts a new line. Call this at the end of
  /// the input.
  package mutating func finish() -> TextLine? { isWithinLine ? endLine() : nil }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    isWithinLine = true
    if isCut { return }
    // Keeps one byte more than the limit, because it may be the carriage return.
    let room = max(limit - partial.count, -1)
    let kept = bytes.prefix(room == .max ? room : room + 1)
    partial.append(contentsOf: kept)
    isCut = kept.count < bytes.count
  }

  private mutating func endLine() -> TextLine {
    defer {
      partial.removeAll(keepingCapacity: partial.count < 4_096)
      (isWithinLine, isCut) = (false, false)
    }
    if !isCut && partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    if partial.count > limit {
      isCut = true
      partial.removeLast(partial.count - max(limit, 0))
    }
    if isCut { cutCharacter() }
    return TextLine(String(decoding: partial, as: UTF8.self), isCut: isCut)
  }

  /// Removes the first bytes of a character whose last bytes are beyond the limit.
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
