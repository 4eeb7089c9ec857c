public import Katana

/// Keeps files equal to values of the model, for as long as the model declares it.
///
/// ```swift
/// func subscriptions(model: Notes) -> [any Subscription] {
///   model.isLoaded ? [Persisted(model.notes, to: "notes.json", Reply(NoteMessage.notSaved))] : []
/// }
/// ```
///
/// A change is written when nothing has changed for ``pause``, and at the latest ``longest`` after
/// the first change that is not written. When the subscription ends, also because the runtime
/// finishes or shuts down, the newest value is written before that returns. The value is encoded
/// as JSON beside the runtime's thread, and replaced as ``WriteFile`` does; only the owner can read
/// the file. The paths lie in the folder that `.store(_:)` was given.
///
/// - Important: Declare it only after ``LoadPersisted`` has been answered. Otherwise the first value
///   of the model replaces what was saved.
///
/// There is one for each part of the app that declares it. To keep several files, add them to the
/// same one with ``and(_:to:)``.
public struct Persisted: ConstantSubscription, Equatable {
  /// One value and its file.
  public struct Item: Equatable, Sendable {
    /// The file, in the folder of the store.
    public var path: String
    /// What the file is to hold.
    public var value: any Codable & Equatable & Sendable

    /// Compares the paths and the values.
    public static func == (lhs: Item, rhs: Item) -> Bool {
      func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
      return lhs.path == rhs.path && isEqual(lhs.value)
    }
  }

  /// The values and their files.
  public var items: [Item]
  /// How long nothing changes before a change is written.
  public var pause: Duration
  /// How long a change waits at most.
  public var longest: Duration
  /// What is sent when a file could not be written. Writing is tried again after ``longest``, and
  /// with the next change.
  public var failed: Reply<StoreError>

  /// Creates the subscription for one value.
  ///
  /// - Parameters:
  ///   - pause: How long nothing changes before a change is written.
  ///   - longest: How long a change waits at most.
  public init(
    _ value: some Codable & Equatable & Sendable, to path: String,
    after pause: Duration = .seconds(1),
    atMost longest: Duration = .seconds(10), _ failed: Reply<StoreError>
  ) {
    items = [Item(path: path, value: value)]
    (self.pause, self.longest, self.failed) = (pause, longest, failed)
  }

  /// The same subscription, which keeps another file as well.
  public func and(_ value: some Codable & Equatable & Sendable, to path: String) -> Persisted {
    var copy = self
    copy.items.append(Item(path: path, value: value))
    return copy
  }
}

/// Loads what ``Persisted`` has saved; `nil` if there is no file.
///
/// ```swift
/// Program(model: Notes(), feature, commands: [LoadPersisted("notes.json", Reply(…))])
/// ```
///
/// A file that is not JSON is ``StoreError/damaged(path:copy:)`` and is kept aside; one that is, and
/// does not fit the type, is ``StoreError/notDecodable(name:reason:)``, and a copy is kept in the
/// same way, since ``Persisted`` will replace the file.
public struct LoadPersisted<Value: Codable & Equatable & Sendable>: Command, Equatable {
  /// The file, in the folder of the store.
  public var path: String
  /// What the value or the error becomes.
  public var reply: Reply<Result<Value?, StoreError>>

  /// Creates the command.
  public init(_ path: String, _ reply: Reply<Result<Value?, StoreError>>) {
    (self.path, self.reply) = (path, reply)
  }
}
