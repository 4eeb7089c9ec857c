public import API
public import Katana

/// The part of the app's model that is about comments.
public struct CommentsModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = CommentsMessage

  /// The comments on the articles whose comments were requested, by slug.
  public var comments: [String: Loadable<[ArticleComment]>]

  /// Creates a model; by default, without comments.
  public init(comments: [String: Loadable<[ArticleComment]>] = [:]) { self.comments = comments }

  /// Changes the comments on an article, if they are loaded.
  mutating func change(_ slug: String, _ body: (inout [ArticleComment]) -> Void) {
    guard var list = comments[slug]?.value else { return }
    body(&list)
    comments[slug] = .loaded(list)
  }
}
