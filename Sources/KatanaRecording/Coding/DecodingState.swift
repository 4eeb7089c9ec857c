/// The state that all containers of one decoding share: the bytes, and the tokens in them.
final class DecodingState {
  // Unchecked exclusivity is safe: one thread at a time uses the state, and no access encloses
  // another one. The bytes are a copy, so that a value that keeps its decoder can still read them.
  @exclusivity(unchecked) private(set) var bytes: UnsafeMutableBufferPointer<UInt8>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) var tokens: [Token] = []
  @exclusivity(unchecked) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  @exclusivity(unchecked) var special = SpecialTypes()
  /// The positions of the keys of large objects whose keys are not decoded in order.
  @exclusivity(unchecked) var positions: [Int: [String: Int]] = [:]

  /// The hashes of the root's keys, to which most keys that are missing do not belong.
  @exclusivity(unchecked) private(set) var rootHashes: KeyHashes?

  /// The token of the first value.
  static let root = 1
  /// The token that stands for a missing value.
  static let missing = 0
  /// The number of bytes that are kept at most for the next decoding.
  private static let keptBytes = 1 << 16

  init() { bytes = .allocate(capacity: 256) }

  deinit { bytes.deallocate() }

  /// Reads a text, which replaces the last one.
  func scan(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    makeSpace(for: text.count)
    UnsafeMutableRawBufferPointer(bytes).copyMemory(from: UnsafeRawBufferPointer(text))
    count = text.count
    positions.removeAll(keepingCapacity: true)
    var scanner = TokenScanner(self.text(0..<count), reusing: tokens)
    tokens = []
    defer { (tokens, rootHashes) = (scanner.tokens, scanner.rootHashes) }
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

  /// Returns the JSON text of a value, with its quotes.
  func json(_ token: Int) -> UnsafeBufferPointer<UInt8> {
    let value = tokens[token]
    let quote = value.kind == .text ? 1 : 0
    return text((Int(value.start) - quote)..<(Int(value.end) + quote))
  }

  // MARK: Values

  func isNull(_ token: Int) -> Bool { tokens[token].kind == .null }

  /// Returns the unescaped text of a token that is a text or a key.
  func string(_ token: Int) -> String {
    let token = tokens[token]
    if token.hasEscapes { return JSONText.unescaped(text(token.range)) }
    return String(decoding: text(token.range), as: UTF8.self)
  }
}
