import API
public import Articles
public import Authentication
public import Comments
public import Katana
public import Profiles
import Terminal

/// The state of conduit on a screen: the same features as behind lines, and the reader.
public struct ConduitScreenModel: Model, Codable, Equatable {
  /// The messages of the screen's own part.
  public typealias Receives = ReaderMessage

  /// The session.
  public var authentication = AuthenticationModel()
  /// Other users.
  public var profiles = ProfilesModel()
  /// Lists and articles.
  public var articles = ArticlesModel()
  /// The comments on articles.
  public var comments = CommentsModel()
  /// What the screen shows.
  public var reader = Reader()

  /// Creates the state before anything is loaded.
  public init(authentication: AuthenticationModel = AuthenticationModel()) {
    self.authentication = authentication
  }

  /// The article that is shown; `nil` while none is chosen or loaded.
  var article: Article? { reader.slug.flatMap(articles.article) }

  /// The name of the user; `nil` while nobody is logged in.
  var username: String? { authentication.session?.username }
}

/// All logic of conduit on a screen, with a feature for each slice.
public let conduitScreenFeature = CombinedUpdater<ConduitScreenModel>(
  [
    .slice(\.authentication, authenticationFeature),
    .slice(\.profiles, profilesFeature),
    .slice(\.articles, articlesFeature),
    .slice(\.comments, commentsFeature),
    .full(ReaderUpdater()),
    .full(TypedFunctionUpdater(showForUser)),
    .full(TypedFunctionUpdater(emptySentComment)),
  ], effects: [EndProgram.self]
).modified { model, incoming, next in
  let commands = next(&model)
  model.note(incoming.message)
  return commands
}
