public import Katana

/// Keeps files equal to values of the model, for as long as the model declares it.
///
/// ```swift
/// func subscriptions(model: Notes) -> [any Subscription] {
///   model.isLoaded ? [Persisted(model.notes, to: "notes.json", reply { .notSaved($0) })] : []
/// }
/// ```
///
/// A change is written when nothing has changed for the pause, and at the latest the longest wait
/// after the first change that is not written. When the subscription ends, also because the runtime
/// finishes or shuts down, the newest value is written before that returns. It is also written
/// before `exit` or `ExitProcess` ends the process.
///
/// The value is encoded as JSON on a queue of its own, and the file is replaced as ``WriteFile``
/// does; only the owner can read it. The paths lie in the folder
/// that `.store(_:)` was given, or in folders within it, which are made as needed; `values.json`,
/// `.lock`, and names that end in `.damaged` or `.newer` belong to the store itself. What an older version of the app has saved is read by a
/// ``PersistedFile`` with migrations.
///
/// - Important: Declare it only after ``LoadPersisted`` has been answered. Otherwise the first
///   value of the model replaces what was saved.
///
/// There is one for each part of the app that declares it. To keep several files, add them to the
/// same one with ``and(_:to:)``. In a process, the first one that declares a file keeps it. For another
/// value, the error is ``StoreError/keptTwice(path:)``, until the file is no longer declared.
public struct Persisted: ConstantSubscription, Equatable {
  /// One value and its file.
  public struct Item: Equatable, Sendable {
    /// The file, in the folder of the store.
    public let path: String
    /// The version of the file's content.
    public let version: Int
    /// The value that the file is to hold.
    public let value: any Codable & Equatable & Sendable

    init<Value: Codable & Equatable & Sendable>(_ value: Value, _ file: PersistedFile<Value>) {
      (path, version, self.value) = (file.path, file.version, value)
    }

    /// Compares the paths, the versions and the values.
    public static func == (lhs: Item, rhs: Item) -> Bool {
      func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
      return lhs.path == rhs.path && lhs.version == rhs.version && isEqual(lhs.value)
    }
  }

  /// The values and their files.
  public private(set) var items: [Item]
  /// The time without changes after which a change is written.
  package var pause: Duration
  /// The longest time that a change waits.
  package var longest: Duration
  /// Makes the message that is sent when a file could not be written. Writing is tried again after
  /// the longest wait, and with the next change.
  package var failed: Reply<StoreError>

  /// Creates the subscription for one value.
  ///
  /// - Parameters:
  ///   - value: The value to keep.
  ///   - file: Its file; a string literal, or one with migrations.
  ///   - pause: The time without changes after which a change is written.
  ///   - longest: The longest time that a change waits.
  ///   - failed: Makes the message that is sent when a file could not be written.
  public init<Value: Codable & Equatable & Sendable>(
    _ value: Value, to file: PersistedFile<Value>, after pause: Duration = .seconds(1),
    atMost longest: Duration = .seconds(10), _ failed: Reply<StoreError>
  ) {
    items = [Item(value, file)]
    (self.pause, self.longest, self.failed) = (pause, longest, failed)
  }

  /// Returns a subscription that keeps one more file.
  public func and<Value: Codable & Equatable & Sendable>(
    _ value: Value, to file: PersistedFile<Value>
  ) -> Persisted {
    var copy = self
    copy.items.append(Item(value, file))
    return copy
  }
}

/// Loads what ``Persisted`` has saved; `nil` if there is no file.
///
/// ```swift
/// Program(model: Notes(), feature, commands: [LoadPersisted("notes.json", Reply(…))])
/// ```
///
/// A file of an older version is migrated as its ``PersistedFile`` says. A file that cannot be used
/// is moved aside, because ``Persisted`` will write a new one, and the answer is an error:
/// ``StoreError/damaged(path:copy:)`` if it is not what was written,
/// ``StoreError/newer(path:version:newest:copy:)`` if a newer version of the app has written it,
/// ``StoreError/notMigrated(path:version:reason:copy:)`` if a migration throws, and
/// ``StoreError/notDecodable(name:reason:)`` if the value does not fit the type. The app then goes
/// on with its first model.
public struct LoadPersisted<Value: Codable & Equatable & Sendable>: Command, Equatable {
  /// The file, in the folder of the store.
  public var file: PersistedFile<Value>
  /// Makes the message from the value or the error.
  public var reply: Reply<Outcome<Value?, StoreError>>

  /// Creates the command.
  public init(_ file: PersistedFile<Value>, _ reply: Reply<Outcome<Value?, StoreError>>) {
    (self.file, self.reply) = (file, reply)
  }
}
