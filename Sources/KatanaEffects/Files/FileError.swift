/// Why an operation on a file or a folder failed.
///
/// Each case holds the path that the command gave. The description is a text for developers and
/// logs. It says what happened, at which path, and how to fix it.
public enum FileError: Error, Hashable, Codable, Sendable {
  /// Nothing exists at the path, or one of its folders is missing.
  case notFound(path: String)
  /// The system does not permit the operation, or the file system is read-only.
  case permissionDenied(path: String)
  /// The path names something other than a regular file, such as a folder, a device or a pipe.
  case notARegularFile(path: String)
  /// The path, or one of the folders in it, names something other than a folder.
  case notAFolder(path: String)
  /// The path could lead out of the root folder: it is absolute, contains `..`, or passes a link.
  /// Only interpreters with a root send this error.
  case outsideRoot(path: String)
  /// Something that the command does not replace exists at the path.
  case alreadyExists(path: String)
  /// The file has more bytes than the command accepts.
  case tooLarge(path: String, limit: Int)
  /// The disk is full, the user's quota is used up, or the file would be too large for the system.
  case noSpace(path: String)
  /// The bytes are not valid UTF-8.
  case notText(path: String)
  /// The path is empty, too long, or contains a NUL.
  case invalidPath(path: String)
  /// The operation failed for another reason, which the system describes.
  case other(path: String, reason: String)

  /// The path as the command gave it.
  public var path: String {
    switch self {
    case .notFound(let path), .permissionDenied(let path), .notARegularFile(let path),
      .notAFolder(let path), .outsideRoot(let path), .alreadyExists(let path),
      .tooLarge(let path, _), .noSpace(let path), .notText(let path), .invalidPath(let path),
      .other(let path, _):
      path
    }
  }
}

extension FileError: CustomStringConvertible {
  /// A text for developers and logs: ``text`` and ``advice``.
  public var description: String { texts.description }

  /// What happened, for the users of the app. It contains no advice and no name of the framework.
  public var text: String { texts.text }

  /// How a developer can fix the error; `nil` if there is nothing to say.
  public var advice: String? { texts.advice }

  var texts: ErrorText {
    let quoted = "\"\(path)\""
    return switch self {
    case .notFound:
      ErrorText(
        "\(quoted) was not found.", fix: "check the path, or make its folder with MakeFolder.")
    case .permissionDenied:
      ErrorText(
        "The system does not allow access to \(quoted).",
        fix: "change the permissions or the owner of the file or its folders.")
    case .notARegularFile:
      ErrorText(
        "\(quoted) is not a regular file.", fix: "name a file, not a folder, link or device.")
    case .notAFolder:
      ErrorText("\(quoted) or a part of it is not a folder.", fix: "check the path.")
    case .outsideRoot:
      ErrorText(
        "\(quoted) may lead out of the root folder.",
        fix: "use a relative path without `..` that passes no link.")
    case .alreadyExists:
      ErrorText(
        "\(quoted) exists already and is not replaced.", fix: "remove it or use another name.")
    case .tooLarge(_, let limit):
      ErrorText("\(quoted) has more than \(bytesText(limit)).", fix: "pass a larger `limit`.")
    case .noSpace:
      ErrorText(
        "There is no space left to write \(quoted).", fix: "free some space on the disk.")
    case .notText:
      ErrorText("\(quoted) is not text in UTF-8.", fix: "read its bytes with ReadFile.")
    case .invalidPath:
      ErrorText(
        "\(quoted) is not a valid path.",
        fix: "use a path that is not empty, is not too long, and contains no NUL.")
    case .other(_, let reason):
      ErrorText("The system could not use \(quoted): \(reasonText(reason)).")
    }
  }

  /// Returns the same error with another path.
  package func naming(_ path: String) -> FileError {
    switch self {
    case .notFound: .notFound(path: path)
    case .permissionDenied: .permissionDenied(path: path)
    case .notARegularFile: .notARegularFile(path: path)
    case .notAFolder: .notAFolder(path: path)
    case .outsideRoot: .outsideRoot(path: path)
    case .alreadyExists: .alreadyExists(path: path)
    case .tooLarge(_, let limit): .tooLarge(path: path, limit: limit)
    case .noSpace: .noSpace(path: path)
    case .notText: .notText(path: path)
    case .invalidPath: .invalidPath(path: path)
    case .other(_, let reason): .other(path: path, reason: reason)
    }
  }
}
