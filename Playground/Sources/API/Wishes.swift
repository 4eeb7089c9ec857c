/// What the user wants of some things, each on or off, and what the server has not confirmed yet.
///
/// A favourite that is shown at once is a wish beside the articles, not a change of what the server
/// has sent. So a rollback removes the wish, and a list that arrives before the answer to the wish
/// does not hide it.
///
/// ```swift
/// model.favorites["a-slug"] = true                              // the user taps: shown at once
/// model.favorites.end("a-slug", true)                           // the answer, good or bad
/// article.favorited = model.favorites["a-slug"] ?? article.favorited
/// ```
///
/// What was loaded may be older than the answer to a wish, if the load began before it. So a load
/// carries the number of answers of its time, and one that is late changes nothing that is wished.
public struct Wishes: Hashable, Codable, Sendable {
  /// The wishes without an answer, by the id of their thing.
  public var pending: [String: Bool]
  /// The number of wishes that were answered.
  public private(set) var answered: Int

  /// Creates wishes; by default, none.
  public init(pending: [String: Bool] = [:], answered: Int = 0) {
    (self.pending, self.answered) = (pending, answered)
  }

  /// The wish about a thing; `nil` if what the server has sent is to be shown.
  public subscript(id: String) -> Bool? {
    get { pending[id] }
    set { pending[id] = newValue }
  }

  /// Ends a wish when its answer comes, unless the user has changed their mind since.
  public mutating func end(_ id: String, _ wish: Bool) {
    answered += 1
    if pending[id] == wish { pending[id] = nil }
  }
}
