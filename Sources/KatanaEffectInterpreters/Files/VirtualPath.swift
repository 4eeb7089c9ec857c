package import KatanaEffects
import KatanaRuntime

/// The paths of stand-ins, which are checked like paths below a root.
package enum VirtualPath {
  /// Returns the names on a path.
  package static func names(of path: String) throws(FileError) -> [String] {
    try PathParts(below: path).names.map(\.text)
  }
}
