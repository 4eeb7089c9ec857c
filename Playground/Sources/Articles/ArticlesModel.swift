public import Katana

/// The part of the app's model that is about articles.
public struct ArticlesModel: Model, Codable, Equatable {
  /// What the feature's updaters take.
  public typealias Receives = ArticlesMessage

  /// The watch for new articles, while there is one.
  public var watch: Watch?
  /// What the last message has brought to the watch.
  public var news: News

  /// A model, with nothing watched unless you say otherwise.
  public init(watch: Watch? = nil, news: News = .none) {
    self.watch = watch
    self.news = news
  }
}
