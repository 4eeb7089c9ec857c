import API
import Articles
import Foundation
import Katana
import KatanaEffects

func article(_ slug: String, day: Int) -> Article {
  Article(
    slug: slug, title: slug, description: "",
    createdAt: Date(timeIntervalSince1970: 86_400.0 * Double(day)), author: "ada")
}

func page(_ articles: Article...) -> ArticlePage { ArticlePage(articles, of: articles.count) }

/// Knows the article `b` of the second day.
let watching = ArticlesModel(watch: Watch(every: .seconds(5), knowing: [article("b", day: 2)]))

let beginWatch = APICommand<ArticlePage>(
  .newest, Reply { ArticlesMessage.watchBegan(every: .seconds(5), $0) })
let refresh = APICommand<ArticlePage>(.newest, Reply(ArticlesMessage.refreshed))
let ticks = Every(.seconds(5), Reply(ArticlesMessage.refreshDue))

extension APICall {
  static let newest = get("articles", query: ["limit": "50"], session: .required)
}
