/// A file in which ``Persisted`` keeps a value: its path, and the versions of its content.
///
/// The first version needs nothing but the path. When the type changes, the old type stays in the
/// program, and ``migrated(_:)`` says how its values become those of the next version:
///
/// ```swift
/// extension PersistedFile where Value == [Task] {
///   static var tasks: PersistedFile {
///     PersistedFile<[String]>("tasks.json")  // Version 1 held titles.
///       .migrated { titles in titles.map { Task(title: $0, isDone: false) } }  // Version 2.
///   }
/// }
/// ```
///
/// `LoadPersisted(.tasks, …)` reads a file of each version, and `Persisted(model.tasks, to: .tasks,
/// …)` writes the last one. A file holds `{"version":2,"value":…}`. If there is no older version, a
/// string literal is enough: `Persisted(model.tasks, to: "tasks.json", …)`.
public struct PersistedFile<Value: Codable & Sendable>: Sendable {
  /// The path, in the folder of the store.
  public let path: String
  /// The number of the version that is written; the first one is 1.
  package let version: Int
  /// The types of all versions, the first one first.
  private let types: [ObjectIdentifier]
  private let read: @Sendable (_ version: Int, any Decoder) throws -> Value

  /// Creates a file that has had one version.
  ///
  /// - Parameter path: The path, in the folder of the store.
  public init(_ path: String) {
    self.init(path, version: 1, types: [ObjectIdentifier(Value.self)]) { _, decoder in
      try decode(Value.self, from: decoder)
    }
  }

  private init(
    _ path: String, version: Int, types: [ObjectIdentifier],
    read: @escaping @Sendable (Int, any Decoder) throws -> Value
  ) {
    (self.path, self.version, self.types, self.read) = (path, version, types, read)
  }

  /// Returns the file with one more version.
  ///
  /// - Parameter migration: Makes a value of the new version from one of the version before. It is
  ///   called on the queue of the store. If it throws, the file is kept aside, and the answer is
  ///   ``StoreError/notMigrated(path:version:reason:copy:)``.
  public func migrated<Next: Codable & Sendable>(
    _ migration: @escaping @Sendable (Value) throws -> Next
  ) -> PersistedFile<Next> {
    let (last, readOld) = (version, read)
    return PersistedFile<Next>(
      path, version: version + 1, types: types + [ObjectIdentifier(Next.self)]
    ) { version, decoder in
      if version > last { return try decode(Next.self, from: decoder) }
      let old = try readOld(version, decoder)
      do { return try migration(old) } catch let error as MigrationFailure { throw error } catch {
        throw MigrationFailure(version: last, reason: "\(type(of: error))")
      }
    }
  }

  /// Decodes a value of a version, and migrates it.
  ///
  /// - Parameter version: From 1 to the version of this file.
  package func value(ofVersion version: Int, from decoder: any Decoder) throws -> Value {
    try read(version, decoder)
  }
}

/// Decodes a value. For `Data`, `URL` and `Decimal`, `JSONEncoder` and its decoder have forms of their
/// own, which `Value(from:)` does not know.
private func decode<Value: Decodable>(
  _ type: Value.Type, from decoder: any Decoder
) throws -> Value {
  try decoder.singleValueContainer().decode(type)
}

/// A migration has thrown.
package struct MigrationFailure: Error {
  /// The version that the migration began with.
  package let version: Int
  /// The type of the error.
  package let reason: String
}

extension PersistedFile: Hashable {
  /// Compares the paths and the types of all versions; functions cannot be compared.
  public static func == (lhs: PersistedFile, rhs: PersistedFile) -> Bool {
    lhs.path == rhs.path && lhs.types == rhs.types
  }

  /// Hashes the path and the version.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(version)
  }
}

extension PersistedFile: ExpressibleByStringLiteral {
  /// Creates a file that has had one version.
  public init(stringLiteral path: String) { self.init(path) }
}

extension PersistedFile: CustomStringConvertible, CustomReflectable {
  /// The path, and the version if there were others before.
  public var description: String {
    version == 1 ? path.debugDescription : "\(path.debugDescription), version \(version)"
  }

  /// A mirror with the path and the version: the rest are functions and types.
  public var customMirror: Mirror {
    Mirror(self, children: ["path": path, "version": version], displayStyle: .struct)
  }
}
