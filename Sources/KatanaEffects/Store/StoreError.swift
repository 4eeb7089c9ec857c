/// Why a value was not loaded or saved.
///
/// No case holds anything of the value itself.
public enum StoreError: Error, Hashable, Codable, Sendable {
  /// The file could not be read or written.
  case file(FileError)
  /// The file is not what was written; it was moved to the copy, which replaces an earlier one. The
  /// next command begins with an empty file.
  case damaged(path: String, copy: String)
  /// What is stored under the name is not a value of the type; it stays as it is.
  case notDecodable(name: String, reason: String)
  /// The value cannot be encoded.
  case notEncodable(name: String, reason: String)
  /// The sum is beyond what the type holds; nothing was changed.
  case outOfRange(name: String)
}

extension StoreError: CustomStringConvertible {
  /// What happened, where, and how to fix it.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .damaged(let path, let copy):
      "\"\(path)\" is damaged and was moved to \"\(copy)\". To fix this, mend that copy and move it"
        + " back, or go on with the defaults."
    case .notDecodable(let name, let reason):
      "What is stored as \"\(name)\" is not of the expected type: \(reason). To fix this, decode"
        + " the old form too, use another name, or save a new value."
    case .notEncodable(let name, let reason):
      "The value for \"\(name)\" cannot be encoded: \(reason). To fix this, check its Encodable"
        + " conformance."
    case .outOfRange(let name):
      "The number stored as \"\(name)\" would leave the range of its type. To fix this, use a wider"
        + " type or save a smaller value."
    }
  }
}
