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
  /// Returns the members of a folder, sorted by name.
  func list(_ path: String) throws(FileError) -> [FolderEntry]
  /// Creates a folder, and all missing folders on its path.
  func makeFolder(_ path: String, access: FileAccess) throws(FileError)
}
