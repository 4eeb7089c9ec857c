import Foundation
import Synchronization

/// The articles behind a lock, oldest first.
final class Articles: Sendable {
  private struct State {
    var articles: [Article]
    var places: [String: Int]
  }

  private let state: Mutex<State>

  init(_ articles: [Article]) {
    let places = Dictionary(
      uniqueKeysWithValues: articles.enumerated().map { ($1.slug, $0) })
    state = Mutex(State(articles: articles, places: places))
  }

  func page(tag: String?, limit: Int, offset: Int) -> ArticlePage {
    let articles = state.withLock { $0.articles }
    var page = ArticlePage()
    for article in articles.reversed() {
      if let tag, !article.tagList.contains(tag) { continue }
      if page.articlesCount >= offset, page.articles.count < limit {
        var article = article
        article.body = nil
        page.articles.append(article)
      }
      page.articlesCount += 1
    }
    return page
  }

  func article(_ slug: String) -> Article? {
    state.withLock { state in state.places[slug].map { state.articles[$0] } }
  }

  func tags() -> TagList {
    let articles = state.withLock { $0.articles }
    var uses: [String: Int] = [:]
    for article in articles { for tag in article.tagList { uses[tag, default: 0] += 1 } }
    return TagList(
      tags: uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key))
  }

  func publish(_ input: NewArticle) -> Article {
    let slug = input.title.lowercased().replacing(" ", with: "-")
    let article = Article(
      slug: slug, title: input.title, description: input.description, body: input.body,
      tagList: input.tagList ?? [], createdAt: Date(), updatedAt: Date(), favorited: false,
      favoritesCount: 0, author: Author(username: "demo", following: false))
    state.withLock { state in
      state.places[slug] = state.articles.count
      state.articles.append(article)
    }
    return article
  }
}
