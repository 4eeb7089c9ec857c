/// A collection that finds the element with an `id` at once, not by looking at one after the other.
///
/// Let your collection conform, and `.each` parts of ``CombinedUpdater`` cost the same for ten
/// elements as for ten thousand:
///
/// ```swift
/// extension Library: IdentifiedCollection {
///   func index(ofID id: Song.ID) -> Int? { places[id] }
/// }
/// ```
public protocol IdentifiedCollection: Collection where Element: Identifiable {
  /// The place of the element with an `id`; `nil` if there is none. Constant time, or nearly so.
  func index(ofID id: Element.ID) -> Index?
}
