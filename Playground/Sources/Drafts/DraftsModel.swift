public import Katana

/// The part of the app's model that is about articles which the user writes in an editor.
public struct DraftsModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = DraftsMessage

  /// The beginning of the paths of the files that the editor opens.
  public var pathPrefix: String
  /// The number of the next file.
  public var number: Int
  /// The article that is written or sent; `nil` if there is none.
  public var draft: Draft?

  /// Creates a model; by default, without a draft.
  public init(pathPrefix: String = "draft-", number: Int = 1, draft: Draft? = nil) {
    self.pathPrefix = pathPrefix
    self.number = number
    self.draft = draft
  }
}

/// An article that the user writes.
public struct Draft: Hashable, Codable, Sendable {
  /// The slug of the article that is changed; `nil` for a new one.
  public var slug: String?
  /// The path of the file with its text.
  public var path: String
  /// Whether the file is one of the user. If not, it is removed when the article is published.
  public var isUsersFile: Bool
  /// The text before the user has changed it.
  public var former: ArticleText
  /// Whether the article was sent to the server.
  public var isSent: Bool

  /// Creates a draft.
  public init(
    slug: String?, path: String, isUsersFile: Bool, former: ArticleText = ArticleText(),
    isSent: Bool = false
  ) {
    (self.slug, self.path, self.isUsersFile) = (slug, path, isUsersFile)
    (self.former, self.isSent) = (former, isSent)
  }
}
