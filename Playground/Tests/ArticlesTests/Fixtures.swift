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
  var model = ArticlesModel()
  model.articles = Dictionary(uniqueKeysWithValues: articles.map { ($0.slug, .loaded($0)) })
  model.lists = [
    ArticleFilter(): .loaded(
      ArticleList(slugs: articles.map(\.slug), articlesCount: articles.count))
  ]
  return model
}

/// A request, as the feature returns it.
func request(_ command: some Command) -> any Command { command.ofUser }

/// Knows the article `b` of the second day.
let watching = {
  var model = ArticlesModel()
  model.watch = Watch(every: .seconds(5), knowing: [article("b", day: 2)])
  return model
}()

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
