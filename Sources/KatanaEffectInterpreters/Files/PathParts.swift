import KatanaEffects

/// A relative path below a root, checked and split into names. Pure.
struct PathParts: Equatable {
  /// The names on the path; empty if the path is the root itself.
  var names: [String]

  /// Splits a relative path.
  ///
  /// - Throws: ``KatanaEffects/FileError/outsideRoot(path:)`` if the path is absolute or contains
  ///   `..`; ``KatanaEffects/FileError/invalidPath(path:)`` if it is empty or contains a NUL.
  init(below path: String) throws(FileError) {
    names = try Self.names(of: path)
    if path.utf8.first == UInt8(ascii: "/") { throw .outsideRoot(path: path) }
    if names.contains("..") { throw .outsideRoot(path: path) }
  }

  /// Returns the names on a path, which may be absolute.
  ///
  /// Bytes are compared, because a combining mark forms one character with a slash before it.
  static func names(of path: String) throws(FileError) -> [String] {
    try check(path)
    return path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      .filter { $0 != "." }
  }

  /// Checks that a text is not empty and contains no NUL.
  static func check(_ path: String) throws(FileError) {
    if path.isEmpty || path.utf8.contains(0) { throw .invalidPath(path: path) }
  }

  /// Returns the folder and the last name of a path, which may be absolute.
  static func split(_ path: String) throws(FileError) -> (folder: String, name: String) {
    try check(path)
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return (".", String(Substring(bytes)))
    }
    let name = String(Substring(bytes[bytes.index(after: slash)...]))
    let folder = String(Substring(bytes[..<slash]))
    return (folder.isEmpty ? "/" : folder, name)
  }
}
