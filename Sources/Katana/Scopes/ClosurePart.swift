/// A part of a model that closures reach, for paths that are not stored properties; made once, and
/// used in a ``CombinedUpdater`` and in addresses.
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
  ///   - name: What tells the parts of one model apart, and what texts show.
  ///   - change: Calls its last argument at most once, with the part in its place; does not call it
  ///     if there is no such part now. To read the part, it is called on a copy of the model.
  public init(
    _ name: String, change: @escaping @Sendable (inout Whole, (inout Child) -> Void) -> Void
  ) {
    self.name = name
    self.change = change
  }
}
