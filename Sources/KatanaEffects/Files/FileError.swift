/// Why something with a file or a folder was not done.
///
/// Each case holds the path as the command gave it. The description is a text for developers and
/// logs: what happened, where, and how to fix it.
public enum FileError: Error, Hashable, Codable, Sendable {
  /// Nothing is at the path, or one of its folders is missing.
  case notFound(path: String)
  /// The system does not allow it.
  case permissionDenied(path: String)
  /// Something else than a regular file is at the path: a folder, a link, a device, a pipe.
  case notARegularFile(path: String)
  /// Something else than a folder is at the path, or is used as one of its folders.
  case notAFolder(path: String)
  /// The path is absolute, contains `..`, or passes a link, where only names below a root are
  /// allowed.
  case outsideRoot(path: String)
  /// Something that is not to be replaced is at the path.
  case alreadyExists(path: String)
  /// There are more bytes than the command accepts.
  case tooLarge(path: String, limit: Int)
  /// The disk or the user's part of it is full.
  case noSpace(path: String)
  /// The bytes are not text in UTF-8.
  case notText(path: String)
  /// The path is empty, too long, or contains a NUL.
  case invalidPath(path: String)
  /// Something else went wrong; the reason is the system's text.
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
  /// What happened, where, and how to fix it.
  public var description: String {
    let quoted = "\"\(path)\""
    return switch self {
    case .notFound:
      "\(quoted) was not found. To fix this, check the path, or make its folder with MakeFolder."
    case .permissionDenied:
      "The system does not allow access to \(quoted). To fix this, change the permissions or the"
        + " owner of the file or its folders."
    case .notARegularFile:
      "\(quoted) is not a regular file. To fix this, name a file, not a folder, link or device."
    case .notAFolder:
      "\(quoted) is not a folder, or passes something that is none. To fix this, check the path."
    case .outsideRoot:
      "\(quoted) may lead out of the root folder. To fix this, use a relative path without `..`"
        + " that passes no link."
    case .alreadyExists:
      "\(quoted) exists already and is not replaced. To fix this, remove it or use another name."
    case .tooLarge(_, let limit):
      "\(quoted) has more than \(limit) bytes. To fix this, pass a larger `limit`."
    case .noSpace:
      "There is no space left to write \(quoted). To fix this, free some space on the disk."
    case .notText:
      "\(quoted) is not text in UTF-8. To fix this, read its bytes with ReadFile."
    case .invalidPath:
      "\(quoted) is not a path. To fix this, use a text that is not empty, not too long and"
        + " without NUL."
    case .other(_, let reason):
      "The system could not use \(quoted): \(reason)."
    }
  }
}
