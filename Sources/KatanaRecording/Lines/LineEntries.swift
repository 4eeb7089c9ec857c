#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Katana

/// The entries of a line. They are decoded one by one, when they are used.
package struct LineEntries {
  private let bytes: [UInt8]
  private let entries: [(name: Range<Int>, value: Range<Int>)]
  private let decoder: RecordingDecoder

  /// Creates the entries of a line; `nil` if the line is no object.
  init?(_ line: [UInt8], _ decoder: RecordingDecoder) {
    guard let entries = line.withUnsafeBufferPointer(JSONParts.entries) else { return nil }
    (bytes, self.entries, self.decoder) = (line, entries, decoder)
  }

  /// Creates the entries that a ``LineBuilder`` has without a frame.
  init?(entries: [UInt8]) {
    let line = [ASCII.openBrace] + entries.dropFirst() + [ASCII.closeBrace]
    self.init(line, RecordingDecoder())
  }

  private func value(_ name: StaticString) -> ArraySlice<UInt8>? {
    entries.first { isName($0.name, name) }.map { bytes[$0.value] }
  }

  private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    range.count == name.utf8CodeUnitCount
      && bytes.withUnsafeBytes {
        memcmp($0.baseAddress! + range.lowerBound, name.utf8Start, range.count) == 0
      }
  }

  /// Whether the second entry has this name.
  func hasSecond(_ name: StaticString) -> Bool {
    entries.count > 1 && isName(entries[1].name, name)
  }

  /// Whether there is an entry with this name.
  package func has(_ name: StaticString) -> Bool { value(name) != nil }

  /// Returns an entry that is a text; otherwise `nil`.
  package func text(_ name: StaticString) -> String? {
    guard let value = value(name), value.first == ASCII.quote else { return nil }
    if value.contains(ASCII.backslash) { return try? decoder.decode(String.self, from: value) }
    return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Returns an entry that is a text, without characters that could control a terminal; otherwise
  /// `nil`. A recorder writes names, places and addresses without such characters, but a forged
  /// file may have any.
  package func name(_ name: StaticString) -> String? { text(name).map { printableText($0) } }

  /// Returns an entry that is a list of texts, without characters that could control a terminal;
  /// otherwise `nil`.
  package func names(_ name: StaticString) -> [String]? {
    value(name).flatMap { try? decoder.decode([String].self, from: $0) }?.map { printableText($0) }
  }

  /// Returns an entry that is an integer and fits the type; otherwise `nil`.
  package func integer<Integer: FixedWidthInteger>(
    _ name: StaticString, as type: Integer.Type = Int.self
  ) -> Integer? {
    value(name).flatMap { Integer(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns an entry that is true or false; otherwise `nil`.
  package func bool(_ name: StaticString) -> Bool? {
    value(name).flatMap { Bool(String(decoding: $0, as: UTF8.self)) }
  }

  /// Decodes an entry.
  package func decode<Value: Decodable>(_ type: Value.Type, _ name: StaticString) throws -> Value {
    guard let value = value(name) else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(codingPath: [], debugDescription: "The line has no \"\(name)\"."))
    }
    return try decoder.decode(type, from: value)
  }

  /// Returns the JSON text of an entry, unchanged.
  package func json(_ name: StaticString) -> [UInt8]? { value(name).map(Array.init) }

  /// Returns the JSON text of an entry, unchanged.
  package func jsonText(_ name: StaticString) -> String? {
    value(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
