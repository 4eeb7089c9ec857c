/// One case of an enum, for `.case` parts.
///
/// Create it once as a constant, and use it in a ``CombinedUpdater`` and in addresses:
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

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - name: The name in texts and addresses. Cases of one enum need different names.
  ///   - embed: Returns the enum with a payload: the case itself, such as `Screen.details`.
  ///   - extract: Returns the payload of a value in this case, or `nil` for a value in another one.
  @inlinable
  public init(
    _ name: String, _ embed: @escaping @Sendable (Payload) -> Whole,
    extract: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.name = name
    self.embed = embed
    self.extract = extract
  }

  /// Returns the payload of a value in this case, or `nil` for a value in another one.
  @inlinable
  public func payload(of whole: Whole) -> Payload? { extract(whole) }
}
