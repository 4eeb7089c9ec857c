import Foundation
package import Katana
package import KatanaEffects

/// A command that operates on files.
package protocol FileCommand: Command {
  /// Performs the command, and returns the message for its success.
  func perform(on files: some FileSystem) throws(FileError) -> any Message
  /// Returns the message for a failure.
  func failed(_ error: FileError) -> any Message
  /// The path that the command operates on.
  var path: String { get }
}

extension ReadFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    reply(.success(try files.read(path, limit: limit)))
  }

  package func failed(_ error: FileError) -> any Message { reply(.failure(error)) }
}

extension ReadTextFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    let data = try files.read(path, limit: limit)
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path: path) }
    return reply(.success(text))
  }

  package func failed(_ error: FileError) -> any Message { reply(.failure(error)) }
}

extension WriteFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    try files.write(contents, to: path, access: access)
    return reply(nil)
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

extension AppendToFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    try files.append(contents, to: path, access: access)
    return reply(nil)
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

extension RemoveFile: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    try files.remove(path)
    return reply(nil)
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

extension ListFolder: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    reply(.success(try files.list(path)))
  }

  package func failed(_ error: FileError) -> any Message { reply(.failure(error)) }
}

extension MakeFolder: FileCommand {
  package func perform(on files: some FileSystem) throws(FileError) -> any Message {
    try files.makeFolder(path, access: access)
    return reply(nil)
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}
