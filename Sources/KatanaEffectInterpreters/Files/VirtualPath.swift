package import KatanaEffects
package import KatanaSystem

/// The paths of stand-ins, which are checked like paths below a root.
package enum VirtualPath {
  /// Returns the names on a path.
  package static func names(of path: String) throws(FileError) -> [SystemPath] {
    try PathParts(below: path).names
  }

  /// Throws if a path, which may be absolute, can name no file.
  package static func check(_ path: String) throws(FileError) {
    let names = try PathParts.names(of: path)
    guard !names.isEmpty, names.last?.text != ".." else { throw .notARegularFile(path: path) }
    for name in names { try checkLength(of: name, in: path) }
  }

  /// Throws if a name is longer than file systems allow.
  package static func checkLength(of name: SystemPath, in path: String) throws(FileError) {
    if name.text.utf8.count > PathParts.nameLimit { throw .invalidPath(path: path) }
  }
}
