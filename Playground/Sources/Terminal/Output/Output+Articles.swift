import Articles
import ExamplePrograms
import Foundation

extension Output {
  func lines(for page: ArticlePage, _ filter: ArticleFilter, in style: Style) -> [String] {
    let tag = filter.tag.map { " tagged \($0.printable)" } ?? ""
    if page.articlesCount == 0 { return ["no articles\(tag)"] }
    let first = (filter.page - 1) * ArticleFilter.pageSize + 1
    if page.articles.isEmpty { return ["no articles\(tag) on page \(filter.page)"] }
    let last = first + page.articles.count - 1
    let summary = "articles\(tag) \(first) to \(last) of \(page.articlesCount)"
    let next = last < page.articlesCount ? "; next: \(nextPage(after: filter).printable)" : ""
    return table(of: page.articles).lines(in: style) + [style(summary + next, .faint)]
  }

  func lines(for article: Article, in style: Style) -> [String] {
    var facts = "by \(article.author.username) on \(day(article.createdAt))"
    facts += article.favoritesCount == 1 ? ", 1 like" : ", \(article.favoritesCount) likes"
    if !article.tags.isEmpty { facts += ", tagged \(article.tags.joined(separator: ", "))" }
    return [style(article.title.printable, .strong), style(facts.printable, .faint), ""]
      + Paragraph(text: article.body ?? article.description).lines
  }

  func news(of article: Article, in style: Style) -> String {
    let title = style(article.title.printable, .strong)
    let slug = style(article.slug.printable, .link)
    return "new article: \(title) (\(slug)) by \(article.author.username.printable)"
  }

  private func table(of articles: [Article]) -> Table {
    Table(
      columns: [
        Table.Column(title: "TITLE", emphasis: .strong),
        Table.Column(title: "SLUG", emphasis: .link),
        Table.Column(title: "AUTHOR"),
        Table.Column(title: "DATE", emphasis: .faint),
        Table.Column(title: "LIKES", isRightAligned: true),
        Table.Column(title: "TAGS", emphasis: .faint),
      ],
      rows: articles.map { article in
        [
          article.title, article.slug, article.author.username, day(article.createdAt),
          "\(article.favoritesCount)", article.tags.joined(separator: ", "),
        ]
      })
  }

  private func nextPage(after filter: ArticleFilter) -> String {
    let tag = filter.tag.map { " --tag \($0)" } ?? ""
    return "articles\(tag) --page \(filter.page + 1)"
  }

  /// Returns a day in UTC, so that the output does not depend on the user's time zone.
  private func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
  }
}
