extension TokenScanner {
  /// Reads a text or key in quotes.
  mutating func text(_ kind: Token.Kind) throws(JSONError) {
    at += 1
    let start = at
    var (hasEscapes, hasUnicode) = (false, false)
    while true {
      skipPlainBytes()
      guard at < bytes.count else { throw error("The text ends within quotes.") }
      let byte = bytes[at]
      if byte == ASCII.quote { break }
      if byte >= 0x80 {
        hasUnicode = true
        try character()
      } else if byte == ASCII.backslash {
        hasEscapes = true
        try escape()
      } else {
        throw error("A control character stands in a text.")
      }
    }
    append(kind, from: start, to: at)
    tokens[tokens.count - 1].hasEscapes = hasEscapes
    tokens[tokens.count - 1].hasUnicode = hasUnicode
    at += 1
  }

  /// Skips ASCII bytes that need no attention.
  private mutating func skipPlainBytes() {
    var index = at
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x80 || byte == ASCII.quote || byte == ASCII.backslash { break }
      index += 1
    }
    at = index
  }

  // MARK: UTF-8

  /// Reads a character of several bytes. Overlong and other invalid encodings are refused.
  private mutating func character() throws(JSONError) {
    let first = bytes[at]
    let second = at + 1 < bytes.count ? bytes[at + 1] : 0
    let range: ClosedRange<UInt8>
    let count: Int
    switch first {
    case 0xC2...0xDF: (count, range) = (2, 0x80...0xBF)
    case 0xE0: (count, range) = (3, 0xA0...0xBF)
    case 0xED: (count, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, range) = (3, 0x80...0xBF)
    case 0xF0: (count, range) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, range) = (4, 0x80...0xBF)
    case 0xF4: (count, range) = (4, 0x80...0x8F)
    default: throw error("The text is not UTF-8.")
    }
    guard range.contains(second), at + count <= bytes.count else {
      throw error("The text is not UTF-8.")
    }
    for offset in 2..<max(count, 2) where bytes[at + offset] & 0xC0 != 0x80 {
      throw error("The text is not UTF-8.")
    }
    at += count
  }

  // MARK: Escapes

  private mutating func escape() throws(JSONError) {
    guard at + 1 < bytes.count else { throw error("The text ends within quotes.") }
    switch bytes[at + 1] {
    case UInt8(ascii: "u"): try unicodeEscape()
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "/"), ASCII.quote, ASCII.backslash:
      at += 2
    default: throw error("The escape is unknown.")
    }
  }

  private mutating func unicodeEscape() throws(JSONError) {
    let first = try unit()
    if first & 0xFC00 == 0xDC00 { throw error("A surrogate stands alone.") }
    guard first & 0xFC00 == 0xD800 else { return }
    guard try unit() & 0xFC00 == 0xDC00 else { throw error("A surrogate stands alone.") }
  }

  /// Reads a backslash, a `u` and four digits.
  private mutating func unit() throws(JSONError) -> UInt32 {
    guard at + 6 <= bytes.count, bytes[at] == ASCII.backslash, bytes[at + 1] == UInt8(ascii: "u")
    else { throw error("An escape of four digits is expected.") }
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = JSONText.hexValue(bytes[at + offset]) else {
        throw error("An escape of four digits is expected.")
      }
      value = value << 4 | UInt32(digit)
    }
    at += 6
    return value
  }
}
