import Katana

extension StoreKey: OwnSource {
  /// The name and the default.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, name), ("default", defaultValue)]
  }
}

extension LoadValue: OwnSource {
  /// The key and the reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, key), (nil, reply)] }
}

extension SaveValue: OwnSource {
  /// The key, the value and the reply.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, key), (nil, value), (nil, reply)]
  }
}

extension RemoveValue: OwnSource {
  /// The key and the reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, key), (nil, reply)] }
}

extension AddToValue: OwnSource {
  /// The key, the amount and the reply.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, key), (nil, amount), (nil, reply)]
  }
}

extension Persisted: OwnSource {
  /// The arguments of the initialiser. Several files, and files with migrations, cannot be written.
  package var sourceArguments: [(label: String?, value: Any)] {
    guard items.count == 1, let item = items.first else { return [(nil, SeveralPersistedFiles())] }
    return [
      (nil, item.value), ("to", sourceOfFile(item.path, item.version)), ("after", pause),
      ("atMost", longest), (nil, failed),
    ]
  }
}

extension LoadPersisted: OwnSource {
  /// The arguments of the initialiser. Files with migrations cannot be written.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, sourceOfFile(file.path, file.version)), (nil, reply)]
  }
}

/// A string literal is a file without migrations; functions have no source.
private func sourceOfFile(_ path: String, _ version: Int) -> Any {
  version == 1 ? path : PersistedFileWithMigrations()
}

// Objects cannot be written as source: a generated test names these types in its first comment.
private final class PersistedFileWithMigrations {}
private final class SeveralPersistedFiles {}
