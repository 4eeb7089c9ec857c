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
