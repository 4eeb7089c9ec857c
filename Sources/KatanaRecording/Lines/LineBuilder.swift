/// Writes lines, one object of JSON each, into bytes that are used again.
///
/// ```swift
/// var builder = LineBuilder()
/// builder.begin(7)
/// builder.add("t", 116_666_669)
/// try builder.add("m", value: message)
/// builder.end()  // {"n":7,"t":116666669,"m":{…},"c":"f3ee9485"} and a line break
/// ```
///
/// Names of entries are short and need no escapes; `n`, `c`, `katana`, `left out`, `failed` and `end`
/// are taken. Each name is added once to a line.
package struct LineBuilder: ~Copyable {
  /// All lines since the last ``removeAll()``.
  package private(set) var bytes: [UInt8] = []
  /// Encodes values; its `userInfo` says what becomes of secrets.
  package let encoder: CompactEncoder
  /// The number of secrets of the current line that were written masked.
  package private(set) var maskedSecrets = 0
  private var start = 0

  package init(encoder: CompactEncoder = CompactEncoder()) { self.encoder = encoder }

  // MARK: Lines

  /// Begins a line.
  package mutating func begin(_ number: UInt64) {
    start = bytes.count
    maskedSecrets = 0
    bytes.append(contentsOf: LineFormat.prefix)
    bytes.appendInteger(number)
  }

  /// Ends the line with its checksum.
  package mutating func end() {
    let checksum = bytes.withUnsafeBytes {
      Checksum.of(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    bytes.append(contentsOf: LineFormat.checksumStart)
    bytes.appendHex(UInt64(checksum), digits: LineFormat.checksumDigits)
    bytes.append(contentsOf: LineFormat.end)
    bytes.append(ASCII.newline)
  }

  /// Forgets the line that was begun.
  package mutating func cancel() { bytes.removeLast(bytes.count - start) }

  /// Forgets all lines, and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
    start = 0
  }

  // MARK: Entries

  package mutating func add(_ name: StaticString, _ value: some FixedWidthInteger) {
    add(name)
    bytes.appendInteger(value)
  }

  package mutating func add(_ name: StaticString, _ value: Bool) {
    add(name)
    bytes.append(value)
  }

  /// Adds a text, escaped.
  package mutating func add(_ name: StaticString, _ text: String) {
    add(name)
    bytes.appendQuoted(text)
  }

  /// Adds a list of texts.
  package mutating func add(_ name: StaticString, _ texts: some Sequence<String>) {
    add(name)
    bytes.append(ASCII.openBracket)
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      bytes.appendQuoted(text)
    }
    bytes.append(ASCII.closeBracket)
  }

  /// Adds an encoded value.
  ///
  /// - Returns: The number of secrets in it that were written masked.
  /// - Throws: The error of the encoder; the line is as before.
  @discardableResult
  package mutating func add(_ name: StaticString, value: some Encodable) throws -> Int {
    let before = bytes.count
    add(name)
    do {
      let masked = try encoder.encode(value, into: &bytes)
      maskedSecrets += masked
      return masked
    } catch {
      bytes.removeLast(bytes.count - before)
      throw error
    }
  }

  /// Adds a text of JSON that is right, such as one that an encoder made before; it must not contain
  /// line breaks.
  package mutating func add(_ name: StaticString, json: some Sequence<UInt8>) {
    add(name)
    bytes.append(contentsOf: json)
  }

  @inline(__always)
  private mutating func add(_ name: StaticString) {
    bytes.append(ASCII.comma)
    bytes.append(ASCII.quote)
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(ASCII.quote)
    bytes.append(ASCII.colon)
  }
}
