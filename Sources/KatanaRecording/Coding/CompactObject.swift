import Katana

/// A JSON object that was read and checked. Its entries are decoded one by one.
///
/// The object stays valid when its decoder reads the next text. If you release it before that, the
/// decoder reuses its memory.
package struct CompactObject {
  let state: DecodingState

  private func token(_ name: StaticString) -> Int? {
    guard state.tokens[DecodingState.root].kind == .object else { return nil }
    return state.find(name, in: DecodingState.root)
  }

  /// Whether the second entry has this name.
  func hasSecond(_ name: StaticString) -> Bool {
    let object = DecodingState.root
    return state.tokens[object].count > 1 && state.isKey(object + 3, named: name)
  }

  /// Whether there is an entry with this name.
  package func has(_ name: StaticString) -> Bool { token(name) != nil }

  /// Returns an entry that is a text; otherwise `nil`.
  package func text(_ name: StaticString) -> String? {
    token(name).flatMap { try? state.text($0) }
  }

  /// Returns an entry that is a text, without characters that could control a terminal; otherwise
  /// `nil`. A recorder writes names, places and addresses without such characters, but a forged file
  /// may have any.
  func name(_ name: StaticString) -> String? { text(name).map { printableText($0) } }

  /// Returns an entry that is a list of texts, without characters that could control a terminal;
  /// otherwise `nil`.
  func names(_ name: StaticString) -> [String]? {
    token(name).flatMap { try? state.decode([String].self, $0) }?.map { printableText($0) }
  }

  /// Returns an entry that is an integer and fits the type; otherwise `nil`.
  package func integer<Integer: FixedWidthInteger>(
    _ name: StaticString, as type: Integer.Type = Int.self
  ) -> Integer? {
    token(name).flatMap { try? state.integer($0) }
  }

  /// Returns an entry that is true or false; otherwise `nil`.
  package func bool(_ name: StaticString) -> Bool? { token(name).flatMap { try? state.bool($0) } }

  /// Decodes an entry.
  package func decode<Value: Decodable>(_ type: Value.Type, _ name: StaticString) throws -> Value {
    guard let token = token(name) else {
      throw state.keyNotFound(PathKey("\(name)"), in: DecodingState.root)
    }
    return try state.decode(type, token)
  }

  /// Returns the JSON text of an entry, unchanged.
  package func json(_ name: StaticString) -> [UInt8]? {
    guard let token = token(name) else { return nil }
    return Array(state.json(token))
  }

  /// Returns the JSON text of an entry, unchanged.
  func jsonText(_ name: StaticString) -> String? {
    token(name).map { String(decoding: state.json($0), as: UTF8.self) }
  }

  /// The names of the entries.
  package var names: [String] {
    guard state.tokens[DecodingState.root].kind == .object else { return [] }
    return state.keys(of: DecodingState.root).map(state.string)
  }
}
