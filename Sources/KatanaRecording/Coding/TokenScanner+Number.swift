extension TokenScanner {
  /// Reads a number.
  mutating func number() throws(JSONError) {
    let start = at
    var kind = Token.Kind.integer
    if bytes[at] == ASCII.minus { at += 1 }
    if at < bytes.count, bytes[at] == ASCII.zero { at += 1 } else { try digits() }
    if at < bytes.count, bytes[at] == ASCII.point {
      kind = .number
      at += 1
      try digits()
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      kind = .number
      at += 1
      if at < bytes.count, [ASCII.plus, ASCII.minus].contains(bytes[at]) { at += 1 }
      try digits()
    }
    if at - start > Self.numberLimit { throw error("The number is too long.") }
    append(kind, from: start, to: at)
  }

  private mutating func digits() throws(JSONError) {
    let start = at
    while at < bytes.count, ASCII.zero...ASCII.nine ~= bytes[at] { at += 1 }
    if at == start { throw error("A value is expected.") }
  }
}
