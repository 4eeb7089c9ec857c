/// A collection that finds the element with an `id` in constant time.
///
/// Use it for the `.each` parts of a ``CombinedUpdater``. The time for a message to an element then
/// does not depend on the number of elements:
///
/// ```swift
/// extension Library: IdentifiedCollection {
///   func index(ofID id: Song.ID) -> Int? { places[id] }
/// }
/// ```
public protocol IdentifiedCollection: Collection where Element: Identifiable {
  /// Returns the index of the element with an `id`, or `nil` if there is none.
  ///
  /// - Complexity: O(1), on average.
  func index(ofID id: Element.ID) -> Index?
}
