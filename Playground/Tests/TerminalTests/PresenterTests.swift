import API
import Articles
import Authentication
import Foundation
import Katana
import KatanaTesting
import Terminal
import Testing

@Suite struct PresenterTests {
  static let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  let session = Self.session
  let article = Article(
    slug: "a-b", title: "A B", description: "", createdAt: Date(timeIntervalSince1970: 0),
    author: "ada")

  let authentication = StepTest(
    AuthenticationPresenter(), model: AuthenticationModel(session: session))
  let articles = StepTest(ArticlesPresenter(), model: ArticlesModel())

  @Test func sessionsAreAnnounced() {
    authentication.send(
      .loggedIn(.success(session)), commands: [Show(.success("logged in as ada (ada@b.c)"))])
    authentication.send(
      .registered(.success(session)), commands: [Show(.success("registered as ada (ada@b.c)"))])
    authentication.send(
      .recalled(session), commands: [Show(.success("still logged in as ada"))])
    authentication.send(.loggedOut(session), commands: [Show(.success("logged out"))])
    authentication.send(.accountLoaded(.success(session)), commands: [Show(.account(session))])
  }

  @Test func failuresAreShownInTheWordsOfTheError() {
    let error = APIError.unauthorized([FieldError("email or password", "is invalid")])
    let show = Show(.failure(["email or password is invalid"]))
    authentication.send(.loggedIn(.failure(error)), commands: [show])
    authentication.send(.registered(.failure(error)), commands: [show])
    authentication.send(.accountLoaded(.failure(error)), commands: [show])
    articles.send(.listed(ArticleFilter(), .failure(error)), commands: [show])
    articles.send(.articleLoaded(.failure(error)), commands: [show])
    articles.send(.published(.failure(error)), commands: [show])
    articles.send(.tagsLoaded(.failure(error)), commands: [show])
    articles.send(.watchBegan(every: .seconds(1), .failure(error)), commands: [show])
    authentication.send(
      .loggedOut(nil), commands: [Show(.failure(APIError.notLoggedIn.lines))])
    authentication.send(.storeFailed("no space"), commands: [Show(.failure(["no space"]))])
  }

  @Test func resultsAreShown() {
    let page = ArticlePage([article], of: 1)
    let filter = ArticleFilter(tag: "x")
    articles.send(.listed(filter, .success(page)), commands: [Show(.articles(page, filter))])
    articles.send(.articleLoaded(.success(article)), commands: [Show(.article(article))])
    articles.send(.published(.success(article)), commands: [Show(.success("published a-b"))])
    articles.send(.tagsLoaded(.success(["x"])), commands: [Show(.tags(["x"]))])
    articles.send(
      .watchBegan(every: .seconds(5), .success(page)),
      commands: [Show(.success("watching for new articles every 5 seconds"))])
    articles.send(.unwatchRequested, commands: [Show(.success("not watching any more"))])
  }

  @Test func aRefreshShowsItsNewsOnly() {
    let refreshed = ArticlesMessage.refreshed(.success(ArticlePage([article], of: 1)))
    articles.send(refreshed)
    articles.model.news = .articles([article])
    articles.send(refreshed, commands: [Show(.news([article]))])
    articles.model.news = .failure(.malformedAnswer)
    articles.send(refreshed, commands: [Show(.failure(APIError.malformedAnswer.lines))])
  }

  @Test(arguments: [
    AuthenticationMessage.opened, .recalled(nil), .logOutRequested, .accountRequested,
  ])
  func wishesAreSilent(message: AuthenticationMessage) { authentication.send(message) }

  @Test func wishesAreSilentWhateverTheNews() {
    articles.model.news = .articles([article])
    articles.send(.tagsRequested)
    articles.send(.refreshDue)
  }
}
