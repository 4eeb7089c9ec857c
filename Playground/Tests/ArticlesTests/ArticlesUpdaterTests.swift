import API
import Articles
import Foundation
import Katana
import KatanaTesting
import Testing

@Suite struct ArticlesUpdaterTests {
  let test = StepTest(
    CombinedUpdater([.full(ArticlesUpdater()), .full(ArticlesSubscriptions())]),
    model: ArticlesModel())

  @Test func aPageIsAskedForByItsOffset() throws {
    let filter = ArticleFilter(tag: "swift", page: 3)
    let query = [
      HTTPRequest.QueryItem("limit", "10"), HTTPRequest.QueryItem("offset", "20"),
      HTTPRequest.QueryItem("tag", "swift"),
    ]
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
    let content: JSON = [
      "title": .string("T"), "description": .string("D"), "body": .string("B"),
      "tagList": .array([.string("x")]),
    ]
    test.send(
      .publicationRequested(NewArticle(title: "T", description: "D", body: "B", tags: ["x"])),
      commands: [
        APICommand<Article>(
          .post("articles", body: ["article": content], session: .required), in: "article",
          Reply(ArticlesMessage.published))
      ])
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
  func answersAreKeptByNobody(message: ArticlesMessage) { test.send(message) }
}
