import API
import Articles
import Authentication
import Foundation
import Katana
import KatanaTesting
import Terminal
import Testing

@Suite struct PresenterTests {
  let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  let article = Article(
    slug: "a-b", title: "A B", description: "", createdAt: Date(timeIntervalSince1970: 0),
    author: "ada")

  func shown(_ message: AuthenticationMessage) -> [any Command] {
    let before = AuthenticationModel(session: session)
    let (model, commands) = AuthenticationPresenter().update(model: before, message: message)
    #expect(model == before, "a presenter changes nothing")
    return commands
  }

  func shown(_ message: ArticlesMessage, news: News = .none) -> [any Command] {
    let before = ArticlesModel(news: news)
    let (model, commands) = ArticlesPresenter().update(model: before, message: message)
    #expect(model == before, "a presenter changes nothing")
    return commands
  }

  @Test func sessionsAreAnnounced() {
    let who = "ada (ada@b.c)"
    #expect(
      difference(shown(.loggedIn(.success(session))), [Show(.success("logged in as \(who)"))])
        == nil)
    #expect(
      difference(shown(.registered(.success(session))), [Show(.success("registered as \(who)"))])
        == nil)
    #expect(
      difference(shown(.recalled(session)), [Show(.success("still logged in as ada"))]) == nil)
    #expect(difference(shown(.loggedOut(session)), [Show(.success("logged out"))]) == nil)
    #expect(difference(shown(.accountLoaded(.success(session))), [Show(.account(session))]) == nil)
  }

  @Test func failuresAreShownInTheWordsOfTheError() {
    let error = APIError.unauthorized([FieldError("email or password", "is invalid")])
    let expected = [Show(.failure(["email or password is invalid"]))]
    #expect(difference(shown(.loggedIn(.failure(error))), expected) == nil)
    #expect(difference(shown(.registered(.failure(error))), expected) == nil)
    #expect(difference(shown(.listed(ArticleFilter(), .failure(error))), expected) == nil)
    #expect(difference(shown(.articleLoaded(.failure(error))), expected) == nil)
    #expect(difference(shown(.published(.failure(error))), expected) == nil)
    #expect(difference(shown(.tagsLoaded(.failure(error))), expected) == nil)
    #expect(difference(shown(.watchBegan(every: .seconds(1), .failure(error))), expected) == nil)
    #expect(
      difference(shown(.loggedOut(nil)), [Show(.failure(APIError.notLoggedIn.lines))]) == nil)
  }

  @Test func resultsAreShown() {
    let page = ArticlePage([article], of: 1)
    let filter = ArticleFilter(tag: "x")
    #expect(
      difference(shown(.listed(filter, .success(page))), [Show(.articles(page, filter))]) == nil)
    #expect(difference(shown(.articleLoaded(.success(article))), [Show(.article(article))]) == nil)
    #expect(
      difference(shown(.published(.success(article))), [Show(.success("published a-b"))]) == nil)
    #expect(difference(shown(.tagsLoaded(.success(["x"]))), [Show(.tags(["x"]))]) == nil)
    #expect(
      difference(
        shown(.watchBegan(every: .seconds(5), .success(page))),
        [Show(.success("watching for new articles every 5 seconds"))]) == nil)
  }

  @Test func aRefreshShowsItsNewsOnly() {
    let refreshed = ArticlesMessage.refreshed(.success(ArticlePage([article], of: 1)))
    #expect(shown(refreshed).isEmpty)
    #expect(
      difference(shown(refreshed, news: .articles([article])), [Show(.news([article]))]) == nil)
    #expect(
      difference(
        shown(refreshed, news: .failure(.malformedAnswer)),
        [Show(.failure(APIError.malformedAnswer.lines))]) == nil)
  }

  @Test func wishesAreSilent() {
    #expect(shown(.accountRequested).isEmpty)
    #expect(shown(.tagsRequested, news: .articles([article])).isEmpty)
  }
}
