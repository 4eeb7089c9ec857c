import Foundation

extension ConduitStore {
  func article(_ slug: String, viewer: AccountID?) throws(APIFailure) -> ArticleView {
    view(articles[try articleIndex(slug)], viewer: viewer)
  }

  mutating func publish(
    _ new: NewArticle, author: AccountID, now: Date
  ) throws(APIFailure) -> ArticleView {
    var errors = FieldErrors()
    let title = errors.require(new.title, "title")
    let article = Article(
      slug: freeSlug(for: title), title: title,
      description: errors.require(new.description, "description"),
      body: errors.require(new.body, "body"), tags: Self.cleaned(new.tagList ?? []),
      createdAt: now, updatedAt: now, author: author)
    try errors.throwIfAny()
    articles.append(article)
    return view(article, viewer: author)
  }

  mutating func changeArticle(
    _ slug: String, _ change: ArticleChange, viewer: AccountID, now: Date
  ) throws(APIFailure) -> ArticleView {
    let index = try ownArticleIndex(slug, viewer: viewer)
    var article = articles[index]
    var errors = FieldErrors()
    if let title = change.title, title != article.title {
      article.title = errors.require(title, "title")
      article.slug = freeSlug(for: title, except: slug)
    }
    if let description = change.description {
      article.description = errors.require(description, "description")
    }
    if let body = change.body { article.body = errors.require(body, "body") }
    if let tags = change.tagList { article.tags = Self.cleaned(tags) }
    article.updatedAt = now
    try errors.throwIfAny()
    articles[index] = article
    return view(article, viewer: viewer)
  }

  mutating func deleteArticle(_ slug: String, viewer: AccountID) throws(APIFailure) {
    articles.remove(at: try ownArticleIndex(slug, viewer: viewer))
  }

  mutating func setFavorited(
    _ favorited: Bool, _ slug: String, viewer: AccountID
  ) throws(APIFailure) -> ArticleView {
    let index = try articleIndex(slug)
    if favorited {
      articles[index].favoritedBy.insert(viewer)
    } else {
      articles[index].favoritedBy.remove(viewer)
    }
    return view(articles[index], viewer: viewer)
  }
}

extension ConduitStore {
  private func ownArticleIndex(_ slug: String, viewer: AccountID) throws(APIFailure) -> Int {
    let index = try articleIndex(slug)
    guard articles[index].author == viewer else { throw .forbidden("article") }
    return index
  }

  /// A slug that no article has, except the one that is being renamed.
  private func freeSlug(for title: String, except own: String? = nil) -> String {
    // `feed` belongs to the path /api/articles/feed.
    let taken = Set(articles.map(\.slug)).subtracting([own].compactMap(\.self)).union(["feed"])
    let base = Self.slug(for: title)
    guard taken.contains(base) else { return base }
    var number = 2
    while taken.contains("\(base)-\(number)") { number += 1 }
    return "\(base)-\(number)"
  }

  /// Letters and digits of ASCII in lower case, with a hyphen for each run of anything else.
  static func slug(for title: String) -> String {
    let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "article" : words.joined(separator: "-")
  }

  private static func cleaned(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
