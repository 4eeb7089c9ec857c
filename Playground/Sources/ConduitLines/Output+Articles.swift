import Articles
import Profiles
import Terminal

extension Output {
  static func page(_ page: ArticlePage, _ filter: ArticleFilter) -> Output {
    let subject = filter.subject
    if page.articlesCount == 0 { return Output("no \(subject)") }
    if page.articles.isEmpty { return Output("no \(subject) on page \(filter.page)") }
    let first = (filter.page - 1) * ArticleFilter.pageSize + 1
    let last = first + page.articles.count - 1
    let summary = "\(subject) \(first) to \(last) of \(page.articlesCount)"
    let next = last < page.articlesCount ? "; next: \(filter.nextPage)" : ""
    return Output([.table(table(of: page.articles)), .line([Span(summary + next, .faint)])])
  }

  static func article(_ article: Article) -> Output {
    var facts = "by \(article.author.username) on \(day(article.createdAt))"
    facts += article.favoritesCount == 1 ? ", 1 like" : ", \(article.favoritesCount) likes"
    if article.favorited { facts += ", one of them yours" }
    if article.bookmarked == true { facts += ", with your bookmark" }
    let tags = shown(article.tags)
    if !tags.isEmpty { facts += ", tagged \(tags.joined(separator: ", "))" }
    return Output([
      .line([Span(article.title, .strong)]), .line([Span(facts, .faint)]), .line([]),
      .paragraph(article.body ?? article.description),
    ])
  }

  static func tags(_ tags: [String]) -> Output {
    let shown = shown(tags)
    return shown.isEmpty ? Output("no tags") : Output(shown.map { .line([Span($0)]) })
  }

  /// The tags of which something is seen.
  private static func shown(_ tags: [String]) -> [String] {
    tags.filter { !$0.printable.allSatisfy(\.isWhitespace) }
  }

  static func news(_ articles: [Article]) -> Output {
    Output(
      articles.map { article in
        .line([
          "new article: ", Span(article.title, .strong), " (", Span(article.slug, .link),
          ") by \(article.author.username)",
        ])
      })
  }

  private static func table(of articles: [Article]) -> Table {
    Table(
      [
        Table.Column("TITLE", .strong, isClipped: true), Table.Column("SLUG", .link),
        Table.Column("AUTHOR", isOptional: true), Table.Column("DATE", .faint, isOptional: true),
        Table.Column("LIKES", isRightAligned: true, isOptional: true),
        Table.Column("TAGS", .faint, isClipped: true, isOptional: true),
      ],
      rows: articles.map { article in
        [
          article.title, article.slug, article.author.username, day(article.createdAt),
          "\(article.favoritesCount)", shown(article.tags).joined(separator: ", "),
        ]
      })
  }
}

extension ArticleFilter {
  /// The words for the articles of the list: `articles tagged swift by maren`.
  fileprivate var subject: String {
    let by = isFeed ? " by people you follow" : bookmarked ? " with your bookmarks" : ""
    let tagged = tag.map { " tagged \($0)" } ?? ""
    let author = author.map { " by \($0)" } ?? ""
    return "articles\(by)\(tagged)\(author)" + (favorited.map { " liked by \($0)" } ?? "")
  }

  /// The instruction for the next page.
  fileprivate var nextPage: String {
    let options = [("--tag", tag), ("--author", author), ("--favorited", favorited)]
    let words = options.compactMap { option, value in
      value.map { "\(option) \(Words.quoted($0))" }
    }
    let name = isFeed ? "feed" : bookmarked ? "bookmarks" : "articles"
    return ([name] + words + ["--page \(page + 1)"]).joined(separator: " ")
  }
}
