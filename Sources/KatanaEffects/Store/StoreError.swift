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
  /// The file holds another value of this program already, so this one was not written.
  case keptTwice(path: String)
  /// The sum is beyond what the type holds; nothing was changed.
  case outOfRange(name: String)
}

extension StoreError: CustomStringConvertible {
  /// What happened, where, and how to fix it: ``text`` and ``advice``.
  public var description: String { texts.description }

  /// What happened, for the users of the app. It contains no advice and no name of the framework.
  public var text: String { texts.text }

  /// How a developer can fix the error; `nil` if there is nothing to say.
  public var advice: String? { texts.advice }

  private var texts: ErrorText {
    switch self {
    case .file(let error): error.texts
    case .damaged(let path, let copy):
      ErrorText(
        "\"\(path)\" is damaged and was moved to \"\(copy)\".",
        fix: "mend that copy and move it back, or go on with the defaults.")
    case .newer(let path, let version, let newest, let copy):
      ErrorText(
        "\"\(path)\" has version \(version), and this app reads versions up to \(newest). The file"
          + " was moved to \"\(copy)\".",
        fix: "move it back and start a newer version of the app, or go on without it.")
    case .notMigrated(let path, let version, let reason, let copy):
      ErrorText(
        "The migration of \"\(path)\" from version \(version) to \(version + 1) has thrown"
          + " \(reason). The file was moved to \"\(copy)\".",
        fix: "mend the migration, and move the file back.")
    case .notDecodable(let name, let reason):
      ErrorText(
        "What is stored as \"\(name)\" is not of the expected type: \(reasonText(reason)).",
        fix: "decode the old form too, use another name, or save a new value.")
    case .notEncodable(let name, let reason):
      ErrorText(
        "The value for \"\(name)\" cannot be encoded: \(reasonText(reason)).",
        fix: "check its Encodable conformance.")
    case .keptTwice(let path):
      ErrorText(
        "\"\(path)\" holds another value of this program already, so this one was not written.",
        fix: "give each value a file of its own.")
    case .outOfRange(let name):
      ErrorText(
        "The number stored as \"\(name)\" would leave the range of its type.",
        fix: "use a wider type or save a smaller value.")
    }
  }
}
