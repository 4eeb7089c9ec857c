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
