import API
import Articles
import Foundation
import Katana
import KatanaEffects
import Profiles

let ada = Profile(username: "ada")

func article(
  _ slug: String, day: Int, body: String? = nil, favorited: Bool = false, likes: Int = 0,
  author: Profile = ada
) -> Article {
  Article(
    slug: slug, title: slug, description: "", body: body,
    createdAt: Date(timeIntervalSince1970: 86_400.0 * Double(day)), favorited: favorited,
    favoritesCount: likes, author: author)
}

func page(_ articles: Article...) -> ArticlePage { ArticlePage(articles, of: articles.count) }

/// A model that has loaded a list of all articles.
func showing(_ articles: Article...) -> ArticlesModel {
  ArticlesModel(
    articles: Dictionary(uniqueKeysWithValues: articles.map { ($0.slug, .loaded($0)) }),
    lists: [
      ArticleFilter(): .loaded(
        ArticleList(slugs: articles.map(\.slug), articlesCount: articles.count))
    ])
}

/// A request, as the feature returns it.
func request(_ command: some Command) -> any Command {
  command.cancellable(id: ArticlesUpdater.ID.requests)
}

/// Knows the article `b` of the second day.
let watching = ArticlesModel(watch: Watch(every: .seconds(5), knowing: [article("b", day: 2)]))

let beginWatch = APICommand<ArticlePage>(
  .newest, Reply { ArticlesMessage.watchBegan(every: .seconds(5), $0) })
let refresh = APICommand<ArticlePage>(.newest, Reply(ArticlesMessage.refreshed))

func refresh(from offset: Int) -> APICommand<ArticlePage> {
  APICommand<ArticlePage>(
    .get("articles", query: ["limit": "50", "offset": "\(offset)"], session: .required),
    Reply(ArticlesMessage.refreshed))
}

let ticks = Every(.seconds(5), Reply(ArticlesMessage.refreshDue))

extension APICall {
  static let newest = get("articles", query: ["limit": "50"], session: .required)
}
