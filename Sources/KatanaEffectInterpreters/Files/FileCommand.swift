package import Foundation
package import Katana
package import KatanaEffects

/// A command that operates on files.
package protocol FileCommand: Command {
  associatedtype Outcome
  /// Turns the outcome into a message.
  var reply: Reply<Outcome> { get }
  /// Performs the command, and returns its outcome.
  func perform(on files: some FileSystem) throws(FileError) -> Outcome
  /// Returns the outcome for an error.
  func failed(_ error: FileError) -> Outcome
  /// The path that the command operates on.
  var path: String { get }
}

extension ReadFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> Outcome<Data, FileError> {
    .success(try files.read(path, limit: limit))
  }

  package func failed(_ error: FileError) -> Outcome<Data, FileError> { .failure(error) }
}

extension ReadTextFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> Outcome<String, FileError> {
    let data = try files.read(path, limit: limit)
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path: path) }
    return .success(text)
  }

  package func failed(_ error: FileError) -> Outcome<String, FileError> { .failure(error) }
}

extension WriteFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> FileError? {
    try files.write(contents, to: path, access: access)
    return nil
  }

  package func failed(_ error: FileError) -> FileError? { error }
}

extension AppendToFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> FileError? {
    try files.append(contents, to: path, access: access)
    return nil
  }

  package func failed(_ error: FileError) -> FileError? { error }
}

extension RemoveFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> FileError? {
    try files.remove(path)
    return nil
  }

  package func failed(_ error: FileError) -> FileError? { error }
}

extension ListFolder: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> Outcome<
    [FolderEntry], FileError
  > {
    .success(try files.list(path))
  }

  package func failed(_ error: FileError) -> Outcome<[FolderEntry], FileError> { .failure(error) }
}

extension MakeFolder: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> FileError? {
    try files.makeFolder(path, access: access)
    return nil
  }

  package func failed(_ error: FileError) -> FileError? { error }
}
