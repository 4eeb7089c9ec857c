#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import Katana

/// Encodes values as JSON on one line, from which ``RecordingDecoder`` reads them back exactly.
///
/// Equal values have equal texts. No text has a character that controls a terminal. An encoder is
/// used by one thread at a time.
package final class RecordingEncoder {
  private let encoder = JSONEncoder()
  private let notes = EncodingNotes()

  package init(secrets: SecretEncoding = .masked) {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.userInfo = [.secrets: secrets]
  }

  /// Appends the text of a value to bytes.
  ///
  /// - Returns: The number of masked secrets.
  /// - Throws: An `EncodingError`, or an error that the value throws. The bytes are then as before.
  @discardableResult
  package func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws -> Int {
    notes.reset()
    let value = ExactValue(value: value, nesting: Nesting(depth: 0, notes: notes))
    bytes.appendEscaped(json: try encoder.encode(value))
    return notes.maskedSecrets
  }
}

/// What an encoder notes about a value while it encodes it.
final class EncodingNotes {
  var maskedSecrets = 0
  /// Whether a container was nested too deeply.
  var isTooDeep = false
  /// The encoders of values that have thrown an error. Foundation uses an encoder again unless
  /// there is a reference to it, and would then add what such a value has written to another value.
  var failed: [any Encoder] = []

  func reset() { (maskedSecrets, isTooDeep, failed) = (0, false, []) }
}
