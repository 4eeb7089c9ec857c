/// A type that states how its values are written as Swift source.
///
/// Tests that are generated from a recording contain such source. Conform a type only if its
/// initialiser does not take all stored properties by their names:
///
/// ```swift
/// extension Tick: SourceRepresentable {
///   public var sourceArguments: [(label: String?, value: Any)] {
///     [(nil, intervals), ("date", date)]
///   }
/// }
/// ```
public protocol SourceRepresentable {
  /// The arguments of an initialiser that creates an equal value, in their order. The label of an
  /// argument without a label is `nil`.
  var sourceArguments: [(label: String?, value: Any)] { get }
}

/// What ``SourceRepresentable`` is for the types of apps, for the types of the framework. Their
/// documentation does not show it.
package protocol OwnSource {
  /// The arguments of an initialiser that creates an equal value, in their order.
  var sourceArguments: [(label: String?, value: Any)] { get }
}

/// Returns the type of a value, and the arguments that it states; `nil` if it states none. Looks
/// into an optional.
package func sourceForm(
  of value: Any
) -> (type: Any.Type, arguments: [(label: String?, value: Any)])? {
  if let value = value as? any OwnSource { return (type(of: value), value.sourceArguments) }
  guard let value = value as? any SourceRepresentable else { return nil }
  return (type(of: value), value.sourceArguments)
}
