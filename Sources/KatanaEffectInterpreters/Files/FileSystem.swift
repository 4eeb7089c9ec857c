package import Foundation
package import KatanaEffects

/// What the commands on files are performed on: the system's files, or a test's.
package protocol FileSystem: Sendable {
  /// Reads all bytes of a regular file.
  func read(_ path: String, limit: Int) throws(FileError) -> Data
  /// Replaces all bytes of a file, or makes it.
  func write(_ contents: Data, to path: String, access: FileAccess) throws(FileError)
  /// Adds bytes at the end of a file, or makes it.
  func append(_ contents: Data, to path: String, access: FileAccess) throws(FileError)
  /// Removes a regular file.
  func remove(_ path: String) throws(FileError)
  /// The members of a folder, sorted.
  func list(_ path: String) throws(FileError) -> [FolderEntry]
  /// Makes a folder and those on the way.
  func makeFolder(_ path: String, access: FileAccess) throws(FileError)
}
