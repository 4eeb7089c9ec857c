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

/// A part of a model that a closure reaches, for what a key path cannot say, such as the first element of
/// an array or a value of a dictionary.
///
/// A property needs none, and for the elements of a collection there is `.each`. Create it once as a
/// constant, and use it in a ``CombinedUpdater`` and in addresses:
///
/// ```swift
/// extension App {
///   static let firstDeck = ClosurePart<App, Deck>("first deck") { model, change in
///     if !model.decks.isEmpty { change(&model.decks[0]) }
///   }
/// }
/// CombinedUpdater<App>([.slice(App.firstDeck, DeckUpdater())])
/// App.at[part: App.firstDeck]
/// ```
public struct ClosurePart<Whole, Child>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let change: @Sendable (inout Whole, (inout Child) -> Void) -> Void

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The name in texts and addresses. Closure parts of one model need different names.
  ///   - change: Calls its last argument at most once, with the part of the model as `inout`
  ///     argument. Omits the call if the model has no such part now. To read the part, the
  ///     framework calls this closure on a copy of the model.
  public init(
    _ name: String, change: @escaping @Sendable (inout Whole, (inout Child) -> Void) -> Void
  ) {
    self.name = name
    self.change = change
  }
}
