/// Reads JSON text once, checks all of it, and lists its values.
///
/// It accepts strict JSON only: no trailing commas, no duplicate keys, valid UTF-8, one value. It
/// uses a loop instead of recursion, so deep nesting cannot overflow the stack.
struct TokenScanner {
  static let depthLimit = EncodingState.depthLimit + 8
  /// The largest number of characters in a number. Longer ones take long to parse, and no encoder
  /// writes them.
  static let numberLimit = 400

  let bytes: UnsafeBufferPointer<UInt8>
  var tokens: [Token]
  var at = 0
  /// The hashes of the root's keys; `nil` if the root is not an object, or if two hashes are equal.
  var rootHashes: KeyHashes?
  private var depth = 0
  /// The open array or object; 0 at the root.
  private var parent = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, reusing tokens: [Token]) {
    self.bytes = bytes
    self.tokens = tokens
    self.tokens.removeAll(keepingCapacity: true)
    // The token 0 stands for missing values, and is the parent of the root.
    self.tokens.append(Token(kind: .null, start: 0, end: 0, next: 1, parent: 0, position: 0))
  }

  mutating func scan() throws(JSONError) {
    if bytes.count > Int(UInt32.max) - 1 {
      throw JSONError(offset: 0, reason: "4 GB are too much.")
    }
    while true {
      let isOpen = try value()
      if isOpen { continue }
      if try !closeAndGoOn() { break }
    }
    skipSpace()
    if at < bytes.count { throw error("There is more after the value.") }
  }

  func error(_ reason: String) -> JSONError { JSONError(offset: at, reason: reason) }

  // MARK: Values

  /// Reads a value. Of an array or object with content, reads the beginning and returns true.
  private mutating func value() throws(JSONError) -> Bool {
    skipSpace()
    guard at < bytes.count else { throw error("The text ends where a value is expected.") }
    switch bytes[at] {
    case ASCII.quote: try text(.text)
    case ASCII.openBrace: return try open(.object, until: ASCII.closeBrace)
    case ASCII.openBracket: return try open(.array, until: ASCII.closeBracket)
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try number()
    }
    return false
  }

  private mutating func word(_ word: StaticString, _ kind: Token.Kind) throws(JSONError) {
    let count = word.utf8CodeUnitCount
    let isThere =
      at + count <= bytes.count && (0..<count).allSatisfy { bytes[at + $0] == word.utf8Start[$0] }
    guard isThere else { throw error("A value is expected.") }
    append(kind, from: at, to: at + count)
    at += count
  }

  @inline(__always)
  mutating func append(_ kind: Token.Kind, from start: Int, to end: Int) {
    tokens.append(
      Token(
        kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: tokens.count + 1),
        parent: UInt32(truncatingIfNeeded: parent), position: tokens[parent].count))
  }

  // MARK: Arrays and objects

  private mutating func open(_ kind: Token.Kind, until end: UInt8) throws(JSONError) -> Bool {
    depth += 1
    if depth > Self.depthLimit {
      throw error("Values are nested more than \(Self.depthLimit) levels deep.")
    }
    append(kind, from: at, to: at + 1)
    parent = tokens.count - 1
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == end { return false }
    if kind == .object { try key() }
    return true
  }

  private mutating func key() throws(JSONError) {
    skipSpace()
    guard at < bytes.count, bytes[at] == ASCII.quote else { throw error("A key is expected.") }
    try text(.key)
    skipSpace()
    guard at < bytes.count, bytes[at] == ASCII.colon else { throw error("A colon is expected.") }
    at += 1
  }

  /// Closes the arrays and objects that end here. Returns false at the end of the root.
  private mutating func closeAndGoOn() throws(JSONError) -> Bool {
    while parent != 0 {
      let isObject = tokens[parent].kind == .object
      // Either an empty array or object was just opened, or one of its values is complete.
      let isEmpty = tokens.count == parent + 1
      if !isEmpty { tokens[parent].count += 1 }
      skipSpace()
      guard at < bytes.count else { throw error("The text ends within a value.") }
      if bytes[at] == ASCII.comma, !isEmpty {
        at += 1
        if isObject { try key() }
        return true
      }
      guard bytes[at] == (isObject ? ASCII.closeBrace : ASCII.closeBracket) else {
        throw error("A comma or the end of the \(isObject ? "object" : "list") is expected.")
      }
      at += 1
      try close()
    }
    return false
  }

  private mutating func close() throws(JSONError) {
    let closed = parent
    if tokens[closed].kind == .object {
      try checkKeys(of: closed)
      tokens[closed].hint = UInt32(truncatingIfNeeded: closed + 1)
    }
    tokens[closed].end = UInt32(truncatingIfNeeded: at)
    tokens[closed].next = UInt32(truncatingIfNeeded: tokens.count)
    parent = Int(tokens[closed].parent)
    depth -= 1
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @inline(__always)
  mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20, isSpace(bytes[at]) { at += 1 }
  }
}
