public import Katana

/// Loads a setting; the key's default if it was never saved.
///
/// ```swift
/// LoadValue(.volume, reply { .volumeLoaded($0) })  // case …(Outcome<Int, StoreError>)
/// ```
///
/// Performed by `.store(_:)` of `KatanaEffectInterpreters`, in the order in which updates return
/// commands of the store, on one queue. A feature states each type that it uses:
/// `.command(LoadValue<Int>.self)`.
public struct LoadValue<Value: Codable & Equatable & Sendable>: Command, Equatable {
  /// Which setting.
  package var key: StoreKey<Value>
  /// What the value or the error becomes.
  public var reply: Reply<Outcome<Value, StoreError>>

  /// Creates the command.
  public init(_ key: StoreKey<Value>, _ reply: Reply<Outcome<Value, StoreError>>) {
    (self.key, self.reply) = (key, reply)
  }
}

/// Saves a setting.
///
/// After the reply it survives the end of the process and a crash of the system: the file is
/// replaced as ``WriteFile`` does. Only its owner can read it. Of two processes that save different
/// settings, neither undoes what the other has saved.
public struct SaveValue<Value: Codable & Equatable & Sendable>: Command, Equatable {
  /// Which setting.
  package var key: StoreKey<Value>
  /// The new value.
  public var value: Value
  /// What follows: `nil` when the value has been saved, or the error.
  public var reply: Reply<StoreError?>

  /// Creates the command.
  public init(_ key: StoreKey<Value>, _ value: Value, _ reply: Reply<StoreError?>) {
    (self.key, self.value, self.reply) = (key, value, reply)
  }
}

/// Removes a setting, so that it has its default again; success if there is none.
public struct RemoveValue<Value: Codable & Equatable & Sendable>: Command, Equatable {
  /// Which setting.
  package var key: StoreKey<Value>
  /// What follows: `nil` when no value is stored, or the error.
  public var reply: Reply<StoreError?>

  /// Creates the command.
  public init(_ key: StoreKey<Value>, _ reply: Reply<StoreError?>) {
    (self.key, self.reply) = (key, reply)
  }
}

/// Adds to a number in the store, as one operation: of several processes that add, no sum is lost.
///
/// To load a value, and to save another one that follows from it, is two operations: another
/// process may save in between.
public struct AddToValue<Value: FixedWidthInteger & Codable & Sendable>: Command, Equatable {
  /// Which setting.
  package var key: StoreKey<Value>
  /// What is added; may be negative.
  package var amount: Value
  /// What the sum or the error becomes.
  public var reply: Reply<Outcome<Value, StoreError>>

  /// Creates the command.
  public init(
    _ key: StoreKey<Value>, _ amount: Value, _ reply: Reply<Outcome<Value, StoreError>>
  ) {
    (self.key, self.amount, self.reply) = (key, amount, reply)
  }
}
