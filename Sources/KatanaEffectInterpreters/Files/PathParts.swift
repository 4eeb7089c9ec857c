import KatanaEffects
import KatanaSystem

/// A relative path below a root, checked and split into names. Pure.
struct PathParts: Equatable {
  /// The names on the path; empty if the path is the root itself.
  var names: [SystemPath]

  /// The greatest length of a name in bytes.
  static let nameLimit = 255

  /// Splits a relative path.
  ///
  /// - Parameters:
  ///   - text: The path.
  ///   - path: The path that an error names; `nil` for the text itself.
  /// - Throws: ``KatanaEffects/FileError/outsideRoot(path:)`` if the path is absolute or contains
  ///   `..`; ``KatanaEffects/FileError/invalidPath(path:)`` if it is empty or contains a NUL.
  init(below text: String, for path: String? = nil) throws(FileError) {
    let path = path ?? text
    names = try Self.names(of: text, for: path)
    if text.utf8.first == UInt8(ascii: "/") { throw .outsideRoot(path: path) }
    if names.contains(where: { $0.text == ".." }) { throw .outsideRoot(path: path) }
  }

  /// Returns the names on a path, which may be absolute.
  ///
  /// Bytes are compared, because a combining mark forms one character with a slash before it.
  static func names(of text: String, for path: String? = nil) throws(FileError) -> [SystemPath] {
    let path = path ?? text
    let text = try check(text, for: path).text
    var names: [SystemPath] = []
    for name in text.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) })
    where name != "." { names.append(try check(name, for: path)) }
    return names
  }

  /// Returns a path that may be handed to the system.
  ///
  /// - Parameters:
  ///   - text: The path.
  ///   - path: The path that an error names; `nil` for the text itself.
  static func check(_ text: String, for path: String? = nil) throws(FileError) -> SystemPath {
    try FileError.at(path ?? text) { () throws(SystemError) in try SystemPath(text) }
  }

  /// Returns the folder and the last name of a path, which may be absolute.
  ///
  /// - Parameters:
  ///   - text: The path.
  ///   - path: The path that an error names; `nil` for the text itself.
  static func split(
    _ text: String, for path: String? = nil
  ) throws(FileError) -> (folder: SystemPath, name: SystemPath) {
    let path = path ?? text
    var bytes = Substring(try check(text, for: path).text).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return (.workingDirectory, try check(String(Substring(bytes)), for: path))
    }
    if bytes.count == 1 { return (.root, .root) }
    let name = try check(String(Substring(bytes[bytes.index(after: slash)...])), for: path)
    let folder = String(Substring(bytes[..<slash]))
    return (folder.isEmpty ? .root : try check(folder, for: path), name)
  }
}
