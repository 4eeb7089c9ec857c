public import Katana

/// The part of the app's model that is about articles.
public struct ArticlesModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = ArticlesMessage

  /// The watch for new articles; `nil` if there is none.
  public var watch: Watch?
  /// The news from the last message.
  public var news: News

  /// Creates a model; by default, without a watch.
  public init(watch: Watch? = nil, news: News = .none) {
    self.watch = watch
    self.news = news
  }
}
