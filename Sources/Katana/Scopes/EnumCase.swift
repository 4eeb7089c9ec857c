/// One case of an enum: made once, and used in a ``CombinedUpdater`` and in addresses.
///
/// ```swift
/// enum Screen {
///   case home
///   case details(Details)
///
///   static let detailsCase = EnumCase("details", Screen.details) {
///     if case .details(let it) = $0 { it } else { nil }
///   }
/// }
/// CombinedUpdater<App>([.case(\.screen, Screen.detailsCase, DetailsUpdater())])
/// App.at.screen[case: Screen.detailsCase]
/// ```
public struct EnumCase<Whole, Payload>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let embed: @Sendable (Payload) -> Whole
  @usableFromInline let extract: @Sendable (Whole) -> Payload?

  /// A case with its name, its constructor, and a closure that takes the payload out.
  ///
  /// The name tells the cases of one enum apart, and is what texts show.
  @inlinable
  public init(
    _ name: String, _ embed: @escaping @Sendable (Payload) -> Whole,
    extract: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.name = name
    self.embed = embed
    self.extract = extract
  }

  /// Returns the payload of a value that is in the case; `nil` for another one.
  @inlinable
  public func payload(of whole: Whole) -> Payload? { extract(whole) }
}
