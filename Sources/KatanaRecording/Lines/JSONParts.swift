/// Finds the parts of JSON text, without reading what is in them.
///
/// The text has no space between its parts. Of other text, some parts may be missing or contain
/// anything, but all are within the text.
struct JSONParts {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// Returns the indices of the elements of an array, in the order of their texts.
  static func order(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var parts = JSONParts(bytes: bytes)
    var elements: [UnsafeBufferPointer<UInt8>] = []
    while let element = parts.next() {
      elements.append(UnsafeBufferPointer(rebasing: bytes[element]))
    }
    return elements.indices.sorted { elements[$0].lexicographicallyPrecedes(elements[$1]) }
  }

  /// Returns the ranges of the names of an object, without quotes, and of their values; `nil` if
  /// the text is no object.
  static func entries(
    of bytes: UnsafeBufferPointer<UInt8>
  ) -> [(name: Range<Int>, value: Range<Int>)]? {
    var parts = JSONParts(bytes: bytes)
    var entries: [(name: Range<Int>, value: Range<Int>)] = []
    guard bytes.first == ASCII.openBrace, bytes.last == ASCII.closeBrace else { return nil }
    while let name = parts.next() {
      guard bytes[name.lowerBound] == ASCII.quote, name.count > 1, let value = parts.next() else {
        return nil
      }
      entries.append((name.lowerBound + 1..<name.upperBound - 1, value))
    }
    return parts.index == bytes.count ? entries : nil
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the range of the next element, name or value; `nil` at the end.
  private mutating func next() -> Range<Int>? {
    // A bracket, comma or colon.
    index += 1
    let start = index
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.quote: skipText()
      case ASCII.openBrace, ASCII.openBracket: depth += 1
      case ASCII.closeBrace, ASCII.closeBracket:
        if depth == 0 { return end(start) }
        depth -= 1
      case ASCII.comma, ASCII.colon: if depth == 0 { return end(start) }
      default: break
      }
      index += 1
    }
    return nil
  }

  private mutating func end(_ start: Int) -> Range<Int>? {
    if start < index { return start..<index }
    index += 1
    return nil
  }

  /// Skips a text up to the quote that ends it.
  private mutating func skipText() {
    index += 1
    while index < bytes.count, bytes[index] != ASCII.quote {
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
  }
}
