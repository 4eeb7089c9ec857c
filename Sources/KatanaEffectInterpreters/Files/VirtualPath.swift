package import KatanaEffects

/// The paths of stand-ins, checked as those below a root are.
package enum VirtualPath {
  /// The names that lead from the root to a path.
  package static func names(of path: String) throws(FileError) -> [String] {
    try PathParts(below: path).names
  }
}
