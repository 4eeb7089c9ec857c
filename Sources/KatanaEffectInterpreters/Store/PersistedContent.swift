package import Foundation
package import Katana
package import KatanaEffects

/// The content of persisted files: JSON with the number of its version. Pure.
package enum PersistedContent {
  /// Returns the bytes of a file.
  package static func encode(_ item: Persisted.Item) throws(StoreError) -> Data {
    try encode(item.value, version: item.version, path: item.path)
  }

  /// Returns the bytes of a file.
  package static func encode(
    _ value: some Encodable, version: Int, path: String
  ) throws(StoreError) -> Data {
    // The version comes first, where a person looks.
    let json = try StoreCoding.encode(value, name: path)
    return Data("{\"version\":\(version),\"value\":".utf8) + json + Data("}".utf8)
  }

  /// Returns the value that a file holds, migrated to the newest version.
  package static func decode<Value>(
    _ data: Data, of file: PersistedFile<Value>
  ) throws(PersistedProblem) -> Value {
    let decoder = StoreCoding.decoder()
    decoder.userInfo[Versioned<Value>.file] = file
    do {
      return try decoder.decode(Versioned<Value>.self, from: data).value
    } catch let problem as PersistedProblem {
      throw problem
    } catch let failure as MigrationFailure {
      throw .notMigrated(version: failure.version, reason: failure.reason)
    } catch {
      let isJSON = (try? decoder.decode(AnyJSON.self, from: data)) != nil
      throw isJSON ? .notDecodable(reason: StoreCoding.reason(error)) : .damaged
    }
  }
}

/// Why a persisted file cannot be used.
package enum PersistedProblem: Error {
  case damaged
  case newer(version: Int, newest: Int)
  case notMigrated(version: Int, reason: String)
  case notDecodable(reason: String)

  /// The ends of the names of files that are moved.
  static let suffixes = [".damaged", ".newer"]

  /// The path to which the file is moved.
  package func copy(of path: String) -> String {
    if case .newer = self { path + ".newer" } else { path + ".damaged" }
  }

  /// The error that the app is told.
  package func error(path: String) -> StoreError {
    let copy = copy(of: path)
    return switch self {
    case .damaged: .damaged(path: path, copy: copy)
    case .newer(let version, let newest):
      .newer(path: path, version: version, newest: newest, copy: copy)
    case .notMigrated(let version, let reason):
      .notMigrated(path: path, version: version, reason: reason, copy: copy)
    case .notDecodable(let reason): .notDecodable(name: path, reason: reason)
    }
  }
}

/// A value that was decoded by its version.
private struct Versioned<Value: Codable & Sendable>: Decodable {
  private enum Key: CodingKey { case version, value }

  static var file: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "katana.persistedFile") else {
      preconditionFailure("every text is a key")
    }
    return key
  }

  let value: Value

  init(from decoder: any Decoder) throws {
    guard let file = decoder.userInfo[Self.file] as? PersistedFile<Value> else {
      preconditionFailure("`PersistedContent.decode` sets the file")
    }
    let container = try decoder.container(keyedBy: Key.self)
    let version = try container.decode(Int.self, forKey: .version)
    if version < 1 {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "versions begin with 1")
    }
    if version > file.version {
      throw PersistedProblem.newer(version: version, newest: file.version)
    }
    value = try file.value(ofVersion: version, from: container.superDecoder(forKey: .value))
  }
}

/// Any JSON: nothing of it is decoded.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// A command that loads a persisted value.
package protocol PersistedCommand: Command {
  /// The path of the file.
  var path: String { get }
  associatedtype Outcome
  /// Turns the outcome into a message.
  var reply: Reply<Outcome> { get }
  /// Returns the outcome for the bytes of the file; `nil` if there is none.
  func loaded(_ data: Data?) throws(PersistedProblem) -> Outcome
  /// Returns the outcome for an error.
  func failed(_ error: StoreError) -> Outcome
}

extension LoadPersisted: PersistedCommand {
  package var path: String { file.path }

  package func loaded(_ data: Data?) throws(PersistedProblem) -> Outcome<Value?, StoreError> {
    guard let data else { return .success(nil) }
    return .success(try PersistedContent.decode(data, of: file))
  }

  package func failed(_ error: StoreError) -> Outcome<Value?, StoreError> { .failure(error) }
}
