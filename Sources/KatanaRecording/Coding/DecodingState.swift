/// What all containers of one decoding share: the bytes, and the list of values in them.
final class DecodingState {
  // Used by one thread at a time, and never while it is in use: no dynamic checks. The bytes are a
  // copy of this object, so that a value that keeps its decoder reads what it read before.
  @exclusivity(unchecked) private(set) var bytes: UnsafeMutableBufferPointer<UInt8>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) var tokens: [Token] = []
  @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  @exclusivity(unchecked) var special = SpecialTypes()
  /// Where the keys of large objects are, made when they are not asked for in their order.
  @exclusivity(unchecked) var positions: [Int: [String: Int]] = [:]

  /// The first value.
  static let root = 1
  /// A value that is missing.
  static let missing = 0
  /// What is kept for the next decoding.
  private static let keptBytes = 1 << 16

  init() { bytes = .allocate(capacity: 256) }

  deinit { bytes.deallocate() }

  /// Reads a text, and forgets the last one.
  func scan(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    makeSpace(for: text.count)
    UnsafeMutableRawBufferPointer(bytes).copyMemory(from: UnsafeRawBufferPointer(text))
    count = text.count
    positions.removeAll(keepingCapacity: true)
    var scanner = TokenScanner(self.text(0..<count), reusing: tokens)
    tokens = []
    defer { tokens = scanner.tokens }
    try scanner.scan()
  }

  private func makeSpace(for count: Int) {
    let hasTooMuch = bytes.count > Self.keptBytes && count <= Self.keptBytes
    if hasTooMuch { tokens = [] }
    guard bytes.count < count || hasTooMuch else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: max(count + count / 4, 256))
  }

  func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  // MARK: Values

  func isNull(_ token: Int) -> Bool { tokens[token].kind == .null }

  /// The text of a token that is a text or key.
  func string(_ token: Int) -> String {
    let token = tokens[token]
    if token.hasEscapes { return JSONText.unescaped(text(token.range)) }
    return String(decoding: text(token.range), as: UTF8.self)
  }
}
