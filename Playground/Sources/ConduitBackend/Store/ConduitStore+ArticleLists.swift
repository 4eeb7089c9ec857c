extension ConduitStore {
  func articles(_ filter: ArticleFilter, _ window: PageWindow, viewer: AccountID?) -> ArticlePage {
    let author = filter.author.map { accountID(named: $0) }
    let favoriter = filter.favorited.map { accountID(named: $0) }
    return page(window, viewer: viewer) { article in
      if let tag = filter.tag, !article.tags.contains(tag) { return false }
      if let author, author != article.author { return false }
      if let favoriter, !article.isFavorited(by: favoriter) { return false }
      return true
    }
  }

  /// The articles of those whom the viewer follows.
  func feed(_ window: PageWindow, viewer: AccountID) -> ArticlePage {
    let followed = accounts[viewer].followed
    return page(window, viewer: viewer) { followed.contains($0.author) }
  }

  /// All tags, those with the most articles first.
  var tags: [String] {
    let uses = articles.flatMap(\.tags).reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  func view(_ article: Article, viewer: AccountID?) -> ArticleView {
    ArticleView(
      slug: article.slug, title: article.title, description: article.description,
      body: article.body, tagList: article.tags, createdAt: article.createdAt,
      updatedAt: article.updatedAt, favorited: article.isFavorited(by: viewer),
      favoritesCount: article.favoritedBy.count, author: profile(article.author, viewer: viewer))
  }

  private func page(
    _ window: PageWindow, viewer: AccountID?, where isIncluded: (Article) -> Bool
  ) -> ArticlePage {
    let found = articles.reversed().filter(isIncluded)
    let shown = found.dropFirst(window.offset).prefix(window.limit).map { article in
      var view = view(article, viewer: viewer)
      view.body = nil
      return view
    }
    return ArticlePage(articles: shown, articlesCount: found.count)
  }
}

extension Article {
  fileprivate func isFavorited(by account: AccountID?) -> Bool {
    account.map(favoritedBy.contains) ?? false
  }
}
