import KatanaEffects
import KatanaSystem

/// Checks the paths of persisted files, which begin at the folder of a store. Pure.
enum PersistedPath {
  /// Returns the names on a path.
  ///
  /// - Throws: An error if the path leads out of the folder, or names a file of the store itself.
  static func names(of path: String) throws(StoreError) -> [SystemPath] {
    let names: [SystemPath]
    do throws(FileError) {
      names = try VirtualPath.names(of: path)
      for name in names { try VirtualPath.checkLength(of: name, in: path) }
    } catch {
      throw .file(error)
    }
    guard let first = names.first?.text, let last = names.last?.text else {
      throw .file(.invalidPath(path: path))
    }
    if [StoreFolder.valuesName, StoreFolder.lockName].contains(first)
      || PersistedProblem.suffixes.contains(where: { last.hasSuffix($0) })
    {
      throw .file(.other(path: path, reason: "the store itself uses this file"))
    }
    return names
  }
}
