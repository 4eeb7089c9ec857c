import API
import Articles
import Authentication
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaTesting
import Terminal
import Testing

@Suite struct PresenterTests {
  static let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  let session = Self.session
  let article = Article(
    slug: "a-b", title: "A B", description: "", createdAt: Date(timeIntervalSince1970: 0),
    author: "ada")

  struct App: ModelWithShownArticles, Equatable {
    typealias Receives = ArticlesMessage
    var articles = ArticlesModel()
    var terminal = TerminalModel()
  }

  let authentication = StepTest(AuthenticationPresenter(), model: TerminalModel())
  let articles = StepTest(ArticlesPresenter<App>(), model: App())

  @Test func sessionsAreAnnounced() {
    authentication.send(
      AuthenticationMessage.loggedIn(.success(session)),
      commands: [show(.success("logged in as ada (ada@b.c)"))])
    authentication.send(
      AuthenticationMessage.registered(.success(session)),
      commands: [show(.success("registered as ada (ada@b.c)"))])
    authentication.send(
      AuthenticationMessage.recalled(.success(session)),
      commands: [show(.success("still logged in as ada"))])
    authentication.send(
      AuthenticationMessage.loggedOut(session), commands: [show(.success("logged out"))])
    authentication.send(
      AuthenticationMessage.accountLoaded(.success(session)), commands: [show(.account(session))])
  }

  @Test func failuresAreShownInTheWordsOfTheError() {
    let error = APIError.unauthorized([FieldError("email or password", "is invalid")])
    let failure = show(.failure(["email or password is invalid"]))
    authentication.send(AuthenticationMessage.loggedIn(.failure(error)), commands: [failure]) {
      $0.hasFailed = true
    }
    authentication.send(AuthenticationMessage.registered(.failure(error)), commands: [failure])
    authentication.send(AuthenticationMessage.accountLoaded(.failure(error)), commands: [failure])
    articles.send(.listed(ArticleFilter(), .failure(error)), commands: [failure]) {
      $0.terminal.hasFailed = true
    }
    articles.send(.articleLoaded(.failure(error)), commands: [failure])
    articles.send(.published(.failure(error)), commands: [failure])
    articles.send(.tagsLoaded(.failure(error)), commands: [failure])
    articles.send(.watchBegan(every: .seconds(1), .failure(error)), commands: [failure])
    authentication.send(
      AuthenticationMessage.loggedOut(nil), commands: [show(.failure(APIError.notLoggedIn.lines))])
    let noSpace = StoreError.file(.noSpace(path: "values.json"))
    let problem = show(.failure([noSpace.description]))
    authentication.send(AuthenticationMessage.stored(noSpace), commands: [problem])
    authentication.send(AuthenticationMessage.recalled(.failure(noSpace)), commands: [problem])
  }

  @Test func aFailureIsNotedForTheStatusAtTheEnd() {
    let app = StepTest(ArticlesPresenter<App>(), model: App())
    app.send(.tagsLoaded(.success(["x"])), commands: [show(.tags(["x"]))])
    app.send(
      .tagsLoaded(.failure(.malformedAnswer)),
      commands: [show(.failure(APIError.malformedAnswer.lines))]
    ) { $0.terminal.hasFailed = true }
  }

  @Test func resultsAreShown() {
    let page = ArticlePage([article], of: 1)
    let filter = ArticleFilter(tag: "x")
    articles.send(.listed(filter, .success(page)), commands: [show(.articles(page, filter))])
    articles.send(.articleLoaded(.success(article)), commands: [show(.article(article))])
    articles.send(.published(.success(article)), commands: [show(.success("published a-b"))])
    articles.send(.tagsLoaded(.success(["x"])), commands: [show(.tags(["x"]))])
    articles.send(
      .watchBegan(every: .seconds(5), .success(page)),
      commands: [show(.success("watching for new articles every 5 seconds"))])
    articles.send(.unwatchRequested, commands: [show(.success("not watching any more"))])
  }

  @Test func aRefreshShowsItsNewsOnly() {
    let refreshed = ArticlesMessage.refreshed(.success(ArticlePage([article], of: 1)))
    articles.send(refreshed)
    articles.model.articles.news = .articles([article])
    articles.send(refreshed, commands: [show(.news([article]))])
    articles.model.articles.news = .failure(.malformedAnswer)
    articles.send(refreshed, commands: [show(.failure(APIError.malformedAnswer.lines))]) {
      $0.terminal.hasFailed = true
    }
  }

  @Test(arguments: [
    AuthenticationMessage.opened, .recalled(.success(nil)), .stored(nil), .logOutRequested,
    .accountRequested,
  ])
  func wishesAreSilent(message: AuthenticationMessage) { authentication.send(message) }

  @Test func wishesAreSilentWhateverTheNews() {
    articles.model.articles.news = .articles([article])
    articles.send(.tagsRequested)
    articles.send(.refreshDue)
  }
}

/// The command that shows an output where nothing is coloured.
func show(_ output: Output) -> Print { Print(output, in: .plain) }
