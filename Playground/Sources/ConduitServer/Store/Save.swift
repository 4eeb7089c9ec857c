public import Katana

/// Saves changes of the store: all of them, or none.
public struct Save: Command, Equatable {
  /// The changes, in their order.
  public var changes: [Change]
  /// The reply, which turns the failure, or `nil`, into a message.
  public var reply: Reply<StorageFailure?>

  /// Creates a command that saves changes.
  public init(_ changes: [Change], _ reply: Reply<StorageFailure?>) {
    (self.changes, self.reply) = (changes, reply)
  }
}

/// Reads the whole store again, after something could not be saved.
public struct LoadStore: Command, Equatable {
  /// The reply, which turns what was saved, or the failure, into a message.
  public var reply: Reply<Outcome<ServerModel, StorageFailure>>

  /// Creates a command that reads the store.
  public init(_ reply: Reply<Outcome<ServerModel, StorageFailure>>) { self.reply = reply }
}

/// The error that the store cannot be saved or read.
public struct StorageFailure: Error, Codable, Equatable {
  /// What has happened, such as `disk is full`.
  public var reason: String

  /// Creates a failure.
  public init(_ reason: String) { self.reason = reason }
}
