/// Writes lines into a reusable buffer. Each line is a JSON object.
///
/// ```swift
/// var builder = LineBuilder()
/// builder.begin(7)
/// builder.add("t", 116_666_669)
/// try builder.add("m", value: message)
/// builder.end()  // {"n":7,"t":116666669,"m":{…},"c":"f3ee9485"} and a line break
/// ```
///
/// Entries that are added before a line is begun have no frame. Another builder can add them to its
/// line.
///
/// The name of an entry must need no escapes, must occur once in a line, and must not be one of the
/// reserved names `n`, `c`, `katana`, `left out`, `failed` and `end`.
package struct LineBuilder: ~Copyable {
  /// All lines since the last ``removeAll()``.
  package private(set) var bytes: [UInt8] = []
  /// The encoder of values. It determines how secrets are encoded.
  package let encoder: RecordingEncoder
  private var start = 0

  package init(encoder: RecordingEncoder = RecordingEncoder()) { self.encoder = encoder }

  // MARK: Lines

  /// Begins a line.
  package mutating func begin(_ number: UInt64) {
    start = bytes.count
    bytes.append(contentsOf: LineFormat.prefix)
    bytes.appendText(number.description)
  }

  /// Ends the line with its checksum.
  package mutating func end() {
    let checksum = bytes.withUnsafeBytes {
      Checksum.of(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    bytes.append(contentsOf: LineFormat.checksumStart)
    bytes.appendHex(checksum, digits: LineFormat.checksumDigits)
    bytes.append(contentsOf: LineFormat.end)
    bytes.append(ASCII.newline)
  }

  /// Removes the line that was begun.
  package mutating func cancel() { bytes.removeLast(bytes.count - start) }

  /// Removes all lines. Keeps the memory unless it has become very large.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
  }

  // MARK: Entries

  package mutating func add(_ name: StaticString, _ value: some FixedWidthInteger) {
    add(name)
    bytes.appendText(value.description)
  }

  package mutating func add(_ name: StaticString, _ value: Bool) {
    add(name)
    bytes.appendText(value ? "true" : "false")
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
  /// - Returns: The number of masked secrets in the value.
  /// - Throws: The error of the encoder. The line is then as it was before the call.
  @discardableResult
  package mutating func add(_ name: StaticString, value: some Encodable) throws -> Int {
    let before = bytes.count
    add(name)
    do {
      return try encoder.encode(value, into: &bytes)
    } catch {
      bytes.removeLast(bytes.count - before)
      throw error
    }
  }

  /// Adds a value that is JSON text already. It must be valid and must not contain line breaks.
  package mutating func add(_ name: StaticString, json: some Sequence<UInt8>) {
    add(name)
    bytes.append(contentsOf: json)
  }

  /// Adds the entries of another builder, which has begun no line.
  mutating func add(entries: [UInt8]) { bytes.append(contentsOf: entries) }

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
