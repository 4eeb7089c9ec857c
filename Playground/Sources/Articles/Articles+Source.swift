public import Katana

extension ArticlePage: SourceRepresentable {
  /// Tells the test generator how to write a page as source: the articles and their number.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, articles), ("of", articlesCount)]
  }
}
