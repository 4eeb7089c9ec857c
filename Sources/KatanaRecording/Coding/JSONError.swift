/// The reason why bytes are not the strict JSON that this module reads.
struct JSONError: Error, CustomStringConvertible {
  /// The offset of the byte at which reading failed.
  let offset: Int
  let reason: String

  var description: String { "At byte \(offset): \(reason)" }
}
