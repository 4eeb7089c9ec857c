import API
import Articles
import Foundation
import Katana
import KatanaTesting
import Testing

@Suite struct ArticlesUpdaterTests {
  let updater = ArticlesUpdater()

  @Test func aPageIsAskedForByItsOffset() throws {
    let filter = ArticleFilter(tag: "swift", page: 3)
    let (_, commands) = updater.update(model: ArticlesModel(), message: .listRequested(filter))
    let command = try #require(commands.first as? APICommand<ArticlePage>)
    #expect(command.request.path == ["articles"])
    #expect(
      command.request.query == [
        HTTPRequest.QueryItem("limit", "10"), HTTPRequest.QueryItem("offset", "20"),
        HTTPRequest.QueryItem("tag", "swift"),
      ])
    #expect(
      command.reply(.failure(.malformedAnswer)) as? ArticlesMessage
        == .listed(filter, .failure(.malformedAnswer)))
  }

  @Test func anArticleIsAskedForByItsSlug() {
    let (_, commands) = updater.update(
      model: ArticlesModel(), message: .articleRequested(slug: "a-b"))
    let expected = APICommand(
      .get("articles", "a-b"), in: "article", Reply(ArticlesMessage.articleLoaded))
    #expect(difference(commands, [expected]) == nil)
  }

  @Test func publishingNeedsASession() throws {
    let new = NewArticle(title: "T", description: "D", body: "B", tags: ["x"])
    let (_, commands) = updater.update(
      model: ArticlesModel(), message: .publicationRequested(new))
    let command = try #require(commands.first as? APICommand<Article>)
    let article: JSON = [
      "title": .string("T"), "description": .string("D"), "body": .string("B"),
      "tagList": .array([.string("x")]),
    ]
    #expect(
      command.request == .post("articles", body: ["article": article], session: .required))
  }

  @Test func tagsAreAskedFor() {
    let (_, commands) = updater.update(model: ArticlesModel(), message: .tagsRequested)
    let expected = APICommand(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
    #expect(difference(commands, [expected]) == nil)
  }
}
