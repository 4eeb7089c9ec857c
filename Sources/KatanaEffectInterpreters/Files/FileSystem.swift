package import Foundation
package import KatanaEffects

/// The files that commands operate on: those of the system, or those of a test.
package protocol FileSystem: Sendable {
  /// Reads all bytes of a regular file.
  func read(_ path: String, limit: Int) throws(FileError) -> Data
  /// Replaces all bytes of a file, or creates the file.
  func write(_ contents: Data, to path: String, access: FileAccess) throws(FileError)
  /// Adds bytes at the end of a file, or creates the file.
  func append(_ contents: Data, to path: String, access: FileAccess) throws(FileError)
  /// Removes a regular file.
  func remove(_ path: String) throws(FileError)
  /// Gives a regular file another name, and replaces what has this name.
  func move(_ path: String, to copy: String) throws(FileError)
  /// Returns the members of a folder, in the order of the bytes of their names.
  func list(_ path: String) throws(FileError) -> [FolderEntry]
  /// Creates a folder, and all missing folders on its path.
  func makeFolder(_ path: String, access: FileAccess) throws(FileError)
}

extension [FolderEntry] {
  /// The entries in the order of the bytes of their names.
  package var sortedByName: [FolderEntry] {
    sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
