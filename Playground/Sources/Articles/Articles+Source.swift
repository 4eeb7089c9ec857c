public import Katana

// Tells the test generator how to write these values as source, because they have no memberwise
// initialiser.

extension Article: SourceRepresentable {
  /// All properties, with the name of the author.
  public var sourceArguments: [(label: String?, value: Any)] {
    [
      ("slug", slug), ("title", title), ("description", description), ("body", body as Any),
      ("tags", tags), ("createdAt", createdAt), ("favoritesCount", favoritesCount),
      ("author", author.username),
    ]
  }
}

extension ArticlePage: SourceRepresentable {
  /// The articles and their number.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, articles), ("of", articlesCount)]
  }
}
