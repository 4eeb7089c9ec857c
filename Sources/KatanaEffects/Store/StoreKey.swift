/// A setting: its name, its type, and the value that it has before it is saved.
///
/// ```swift
/// extension StoreKey where Value == Int {
///   static var volume: StoreKey { StoreKey("volume", default: 5) }
/// }
/// ```
///
/// A setting lives until it is removed, so its name and what its type decodes belong to the
/// compatibility of the app. Two keys with the same name are the same setting.
public struct StoreKey<Value: Codable & Equatable & Sendable>: Equatable, Sendable {
  /// The name in the file.
  package let name: String
  /// The value as long as none was saved.
  package let defaultValue: Value

  /// Creates a key.
  public init(_ name: String, default defaultValue: Value) {
    (self.name, self.defaultValue) = (name, defaultValue)
  }
}
