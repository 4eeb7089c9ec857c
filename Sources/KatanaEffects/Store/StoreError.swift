/// Why a value was not loaded or saved.
///
/// No case holds anything of the value itself.
public enum StoreError: Error, Hashable, Codable, Sendable {
  /// The file could not be read or written.
  case file(FileError)
  /// The file is not what was written; it was moved to the copy, which replaces an earlier one. The
  /// next command begins with an empty file.
  case damaged(path: String, copy: String)
  /// A newer version of the app has written the file; it was moved to the copy.
  ///
  /// - Parameters:
  ///   - version: The version of the file's content.
  ///   - newest: The newest version that this app reads.
  case newer(path: String, version: Int, newest: Int, copy: String)
  /// The migration from a version to the next has thrown an error of the type `reason`; the file
  /// was moved to the copy.
  case notMigrated(path: String, version: Int, reason: String, copy: String)
  /// What is stored under the name is not a value of the type. A setting stays as it is, a file is
  /// kept aside.
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
    case .newer(let path, let version, let newest, let copy):
      "\"\(path)\" has version \(version), and this app reads versions up to \(newest). The file"
        + " was moved to \"\(copy)\". To fix this, move it back and start a newer version of the"
        + " app, or go on without it."
    case .notMigrated(let path, let version, let reason, let copy):
      "The migration of \"\(path)\" from version \(version) to \(version + 1) has thrown"
        + " \(reason). The file was moved to \"\(copy)\". To fix this, mend the migration, and move"
        + " the file back."
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
