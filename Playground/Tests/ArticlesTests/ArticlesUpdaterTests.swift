import API
import Articles
import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct ArticlesUpdaterTests {
  let test = StepTest(
    CombinedUpdater([.full(ArticlesUpdater()), .full(ArticlesSubscriptions())]),
    model: ArticlesModel())

  @Test func aPageIsAskedForByItsOffset() throws {
    let filter = ArticleFilter(tag: "swift", page: 3)
    let query: HTTPFields = ["limit": "10", "offset": "20", "tag": "swift"]
    let app = AppTest(Program(model: ArticlesModel(), ArticlesUpdater()))
    app.send(
      .listRequested(filter),
      commands: [
        APICommand<ArticlePage>(
          .get("articles", query: query), Reply { ArticlesMessage.listed(filter, $0) })
      ])
    // Replies are equal whichever case they make, and what this makes changes no model.
    let pending = try #require(app.pending.first as? APICommand<ArticlePage>)
    #expect(
      pending.reply(.failure(.malformedAnswer)) as? ArticlesMessage
        == .listed(filter, .failure(.malformedAnswer)))
    app.finish(ignoringPending: [APICommand<ArticlePage>.self])
  }

  @Test func anArticleIsAskedForByItsSlug() {
    test.send(
      .articleRequested(slug: "a-b"),
      commands: [
        APICommand<Article>(
          .get("articles", "a-b"), in: "article", Reply(ArticlesMessage.articleLoaded))
      ])
  }

  @Test func publishingNeedsASession() {
    let article = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])
    test.send(
      .publicationRequested(article),
      commands: [
        APICommand<Article>(
          .post("articles", body: ["article": article], session: .required), in: "article",
          Reply(ArticlesMessage.published))
      ])
  }

  @Test func anArticleIsSentInTheWordsOfTheServer() throws {
    let article = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])
    let text = String(decoding: try HTTPJSONFormat().encode(article), as: UTF8.self)
    #expect(text == #"{"body":"B","description":"D","tagList":["x"],"title":"T"}"#)
  }

  @Test func tagsAreAskedFor() {
    test.send(
      .tagsRequested,
      commands: [
        APICommand<[String]>(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
      ])
  }

  @Test(arguments: [
    ArticlesMessage.listed(ArticleFilter(), .success(page())),
    .articleLoaded(.failure(.notFound([]))), .published(.success(article("a", day: 1))),
    .tagsLoaded(.success(["x"])),
  ])
  func answersDoNotChangeTheModel(message: ArticlesMessage) { test.send(message) }
}
