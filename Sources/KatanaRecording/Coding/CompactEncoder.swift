package import Katana

/// Encodes values as compact JSON, for one line of a recording.
///
/// What it writes can be read back exactly by ``CompactDecoder``: all integers, `Decimal`, `NaN` and
/// infinities, bytes, dates to the last bit, `Int??`, and dictionaries with any keys. Equal values
/// are written equally: the entries of dictionaries and sets are sorted. The text has no line breaks
/// and no control characters.
///
/// ```swift
/// let encoder = CompactEncoder()
/// var line: [UInt8] = []
/// let masked = try encoder.encode(message, into: &line)  // the number of secrets that were masked
/// ```
///
/// An encoder is used by one thread at a time, and keeps its memory from value to value.
package final class CompactEncoder {
  /// What encoded types read; holds ``SecretEncoding/masked`` for secrets at first.
  package var userInfo: [CodingUserInfoKey: any Sendable]
  private var state = EncodingState()

  package init(secrets: SecretEncoding = .masked) { userInfo = [.secrets: secrets] }

  /// Appends a value to bytes.
  ///
  /// - Returns: The number of secrets that were written masked.
  /// - Throws: `EncodingError`, or an error of the value's own. The bytes are as before then.
  @discardableResult
  package func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws -> Int {
    let start = bytes.count
    // A value may have kept a container of the last call.
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

  /// Encodes a value that wrote to a container after one that encloses it, which needs all
  /// containers kept until the end.
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
