public import Katana

// How generated tests write what has no initialiser with its properties' names.

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
