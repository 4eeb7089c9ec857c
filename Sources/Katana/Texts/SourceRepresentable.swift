/// A type that says how its values are written as Swift source, for tests that are generated from a
/// recording.
///
/// Only for types without an initialiser that takes all stored properties by their names:
///
/// ```swift
/// extension Tick: SourceRepresentable {
///   public var sourceArguments: [(label: String?, value: Any)] {
///     [(nil, intervals), ("date", date)]
///   }
/// }
/// ```
public protocol SourceRepresentable {
  /// The arguments of an initialiser that makes an equal value, in their order; no label where it is `nil`.
  var sourceArguments: [(label: String?, value: Any)] { get }
}
