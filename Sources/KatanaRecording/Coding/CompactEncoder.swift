package import Katana

/// Encodes values as compact JSON, for one line of a recording.
///
/// ``CompactDecoder`` reads the text back exactly: all integers, `Decimal`, `NaN` and infinities,
/// bytes, dates to the last bit, `Int??`, and dictionaries with any keys. Equal values have equal
/// texts, because the entries of dictionaries and sets are sorted. The text has no line breaks and
/// no control characters.
///
/// ```swift
/// let encoder = CompactEncoder()
/// var line: [UInt8] = []
/// let masked = try encoder.encode(message, into: &line)  // the number of secrets that were masked
/// ```
///
/// An encoder is used by one thread at a time, and reuses its memory for each value.
package final class CompactEncoder {
  /// The values that encoded types can read from their encoder. Contains the handling of secrets.
  package var userInfo: [CodingUserInfoKey: any Sendable]
  private var state = EncodingState()

  package init(secrets: SecretEncoding = .masked) { userInfo = [.secrets: secrets] }

  /// Appends the text of a value to bytes.
  ///
  /// - Returns: The number of masked secrets.
  /// - Throws: An `EncodingError`, or an error that the value throws. The bytes are then as before.
  @discardableResult
  package func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws -> Int {
    let start = bytes.count
    // A value may still hold a container of the last call, which uses the old state.
    if !isKnownUniquelyReferenced(&state) { state = EncodingState() }
    state.reset(userInfo, writesTree: false)
    swap(&state.bytes, &bytes)
    defer { swap(&state.bytes, &bytes) }
    do {
      try state.encodeRoot(value)
      if state.isOutOfOrder { try encodeAgain(value, from: start) }
      return state.maskedSecrets
    } catch  where state.isOutOfOrder && state.failure == nil {
      try encodeAgain(value, from: start)
      return state.maskedSecrets
    } catch {
      state.bytes.removeLast(state.bytes.count - start)
      throw state.failure ?? error
    }
  }

  /// Encodes a value again that writes to several containers by turns. Their bytes are kept
  /// separately until the end.
  private func encodeAgain(_ value: some Encodable, from start: Int) throws {
    state.bytes.removeLast(state.bytes.count - start)
    let tree = EncodingState()
    tree.reset(userInfo, writesTree: true)
    do { try tree.encodeRoot(value) } catch { throw tree.failure ?? error }
    let text = tree.assembled()
    try text.withUnsafeBufferPointer { try DecodingState().scan($0) }
    state.bytes += text
    state.maskedSecrets = tree.maskedSecrets
  }
}
