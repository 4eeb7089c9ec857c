public import API
public import Katana

/// The part of the app's model that is about comments.
public struct CommentsModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = CommentsMessage

  /// What the server has changed about comments on an article.
  public enum Change: Hashable, Codable, Sendable {
    /// A comment was added.
    case added(slug: String, ArticleComment)
    /// A comment was removed.
    case removed(slug: String, id: Int)
  }

  /// The comments on the articles whose comments were requested, by slug.
  public var comments: [String: Loadable<[ArticleComment]>]
  /// What the server has changed, because a list that comes later may be older.
  public var changes: Changes<Change>
  /// The texts that the server was asked to add, by the slugs of their articles.
  public var sending: [String: String]
  /// The numbers of the comments that the server was asked to remove.
  public var removing: Set<Int>

  /// Creates a model; by default, without comments.
  public init(
    comments: [String: Loadable<[ArticleComment]>] = [:], changes: Changes<Change> = Changes(),
    sending: [String: String] = [:], removing: Set<Int> = []
  ) {
    (self.comments, self.changes) = (comments, changes)
    (self.sending, self.removing) = (sending, removing)
  }

  /// Keeps a change, and shows it in the list that is loaded. Showing it again changes nothing.
  mutating func keep(_ change: Change) {
    changes.append(change)
    show(change)
  }

  /// Keeps a list, with the changes since its load began.
  mutating func keep(
    _ list: Outcome<[ArticleComment], APIError>, of slug: String, after count: Int
  ) {
    comments[slug, default: .absent].end(list)
    for change in changes.since(count) { show(change) }
  }

  private mutating func show(_ change: Change) {
    switch change {
    case .added(let slug, let comment):
      comments[slug]?.change { list in
        if !list.contains(where: { $0.id == comment.id }) { list.append(comment) }
      }
    case .removed(let slug, let id): comments[slug]?.change { $0.removeAll { $0.id == id } }
    }
  }
}
