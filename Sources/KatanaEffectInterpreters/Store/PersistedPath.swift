package import KatanaEffects

/// Checks the paths of persisted files, which begin at the folder of a store. Pure.
package enum PersistedPath {
  /// Returns the names on a path.
  ///
  /// - Throws: An error if the path leads out of the folder, or names a file of the store itself.
  package static func names(of path: String) throws(StoreError) -> [String] {
    let names: [String]
    do throws(FileError) { names = try VirtualPath.names(of: path) } catch { throw .file(error) }
    if names.isEmpty { throw .file(.invalidPath(path: path)) }
    if names == [StoreFolder.valuesName] || names == [StoreFolder.lockName] {
      throw .file(.other(path: path, reason: "the store itself uses this file"))
    }
    return names
  }
}
