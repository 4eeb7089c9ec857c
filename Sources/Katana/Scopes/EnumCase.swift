/// One case of an enum, for ``CombinedUpdater`` parts that work on its payload.
///
/// ```swift
/// EnumCase("details", Screen.details) { if case .details(let it) = $0 { it } else { nil } }
/// ```
public struct EnumCase<Whole, Payload>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let embed: @Sendable (Payload) -> Whole
  @usableFromInline let extract: @Sendable (Whole) -> Payload?

  /// A case with its name, its constructor, and a closure that takes the payload out.
  ///
  /// The name tells the cases of one enum apart, also in ``Message/in(_:case:)``.
  @inlinable
  public init(
    _ name: String, _ embed: @escaping @Sendable (Payload) -> Whole,
    extract: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.name = name
    self.embed = embed
    self.extract = extract
  }
}
