/// Why bytes are not a text of JSON that this module reads.
struct JSONError: Error, CustomStringConvertible {
  /// The offset of the byte.
  let offset: Int
  let reason: String

  var description: String { "At byte \(offset): \(reason)" }
}
