import Foundation
package import Katana
package import KatanaEffects

/// A command on files.
package protocol FileCommand: Command {
  /// Performs the command, and returns the message that says how it went.
  func perform(on files: some FileSystem) -> any Message
  /// The message that says that it failed.
  func failed(_ error: FileError) -> any Message
  /// What the command names.
  var path: String { get }
}

extension ReadFile: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(result { () throws(FileError) in try files.read(path, limit: limit) })
  }

  package func failed(_ error: FileError) -> any Message { reply(.failure(error)) }
}

extension ReadTextFile: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(
      result { () throws(FileError) in
        let data = try files.read(path, limit: limit)
        guard let text = String(validating: data, as: UTF8.self) else {
          throw .notText(path: path)
        }
        return text
      })
  }

  package func failed(_ error: FileError) -> any Message { reply(.failure(error)) }
}

extension WriteFile: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(
      failure { () throws(FileError) in try files.write(contents, to: path, access: access) })
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

extension AppendToFile: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(
      failure { () throws(FileError) in try files.append(contents, to: path, access: access) })
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

extension RemoveFile: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(failure { () throws(FileError) in try files.remove(path) })
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

extension ListFolder: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(result { () throws(FileError) in try files.list(path) })
  }

  package func failed(_ error: FileError) -> any Message { reply(.failure(error)) }
}

extension MakeFolder: FileCommand {
  package func perform(on files: some FileSystem) -> any Message {
    reply(failure { () throws(FileError) in try files.makeFolder(path, access: access) })
  }

  package func failed(_ error: FileError) -> any Message { reply(error) }
}

private func result<Value>(
  _ body: () throws(FileError) -> Value
) -> Result<Value, FileError> {
  do throws(FileError) { return .success(try body()) } catch { return .failure(error) }
}

private func failure(_ body: () throws(FileError) -> Void) -> FileError? {
  do throws(FileError) { try body() } catch { return error }
  return nil
}
