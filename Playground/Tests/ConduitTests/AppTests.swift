import API
import Articles
import Authentication
import Comments
import Foundation
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Profiles
import Terminal
import Testing

@testable import ConduitApp

/// All features together, as the program combines them: only what they ask for is not performed.
@Suite struct AppTests {
  let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  let credentials = Credentials(email: "ada@b.c", password: Secret("hunter22"))
  let every = Every(.seconds(5), Reply(ArticlesMessage.refreshDue))
  let old = article("old", second: 1)

  static let server = "http://localhost:3000"

  func makeApp(session: Session? = nil) -> AppTest<AppModel> {
    let authentication = AuthenticationModel(session: session, savedServer: Self.server)
    return makeApp(AppModel(authentication: authentication))
  }

  func makeApp(_ model: AppModel) -> AppTest<AppModel> {
    AppTest(Program(model: model, appFeature), interpreters: [.time()])
  }

  /// An app whose user is logged in and watches; the watch knows an old article.
  func makeWatchingApp() -> AppTest<AppModel> {
    var model = AppModel(
      authentication: AuthenticationModel(session: session, savedServer: Self.server))
    model.articles.watch = Watch(every: .seconds(5), knowing: [old])
    let app = makeApp(model)
    app.start(subscriptions: started(APISession(token: session.token)) + [.started(every)])
    return app
  }

  func started(_ session: APISession) -> [SubscriptionChange] {
    [
      .started(session),
      .started(SignalReceived(.interrupt, Reply(TerminalMessage.interrupted))),
    ]
  }

  @Test func theSessionIsDeclaredBeforeAnythingElse() {
    let app = makeApp()
    app.start(subscriptions: started(APISession(token: nil)))
    #expect(app.running.first is APISession)
  }

  @Test func aLoginIsTypedPerformedRememberedAndShown() {
    let app = makeApp()
    app.start(subscriptions: started(APISession(token: nil)))
    app.send(TerminalMessage.performed, commands: [prompt()])
    app.answer(
      \Prompt.reply, with: .entered("login ada@b.c hunter22"),
      commands: [perform(AuthenticationMessage.logInRequested(credentials))]
    ) {
      $0.terminal.lineCount = 1
      $0.terminal.isPerforming = true
    }
    app.answer(
      Perform.self, with: AuthenticationMessage.logInRequested(credentials), ends: false,
      commands: [begin(logIn)])
    app.answer(
      \APICommand<Session>.reply, with: .success(session),
      commands: [remember, Send(UserChanged()), show("logged in as ada (ada@b.c)")]
        + cancelRequests,
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.authentication.session = session }
    app.answer(
      \SaveSession.reply, with: .unwritable("s.json", reason: "no space"),
      commands: [
        fail("line 1: the session cannot be saved in s.json: no space; it ends with the program")
      ]
    ) { $0.terminal.hasFailed = true }
    app.answer(\Perform.done, with: (), commands: [prompt()]) {
      $0.terminal.isPerforming = false
    }
    app.finish(ignoringPending: [Print.self, Prompt.self])
  }

  @Test func eachAnswerIsShownInTheWordsOfItsRequest() {
    let app = makeApp(session: session)
    app.start(subscriptions: started(APISession(token: session.token)))
    let registration = Registration(username: "ada", credentials: credentials)
    app.send(
      AuthenticationMessage.registrationRequested(registration), commands: [begin(register)])
    app.answer(
      \APICommand<Session>.reply, with: .success(session),
      commands: [remember, Send(UserChanged()), show("registered as ada (ada@b.c)")]
        + cancelRequests)
    app.send(AuthenticationMessage.accountRequested, commands: [request(account)])
    app.answer(
      \APICommand<Session>.reply, with: .success(session),
      commands: [show("name   ada", "email  ada@b.c", "bio    none", "image  none")])

    let filter = ArticleFilter(page: 2)
    app.send(ArticlesMessage.listRequested(filter), commands: [request(list(from: 10))]) {
      $0.articles.lists[filter] = .loading
    }
    app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([old], of: 11)),
      commands: [
        show(
          "TITLE  SLUG  AUTHOR  DATE        LIKES  TAGS",
          "old    old   bo      1970-01-01      0", "articles 11 to 11 of 11")
      ]
    ) {
      $0.articles.lists[filter] = .loaded(ArticleList(slugs: ["old"], articlesCount: 11))
      $0.articles.articles["old"] = .loaded(old)
    }
    app.send(ArticlesMessage.articleRequested(slug: "old"), commands: [request(read("old"))])
    app.answer(
      \APICommand<Article>.reply, with: .success(old),
      commands: [show("old", "by bo on 1970-01-01, 0 likes", "", "")])
    app.send(ArticlesMessage.tagsRequested, commands: [request(tags)]) {
      $0.articles.tags = .loading
    }
    app.answer(\APICommand<[String]>.reply, with: .success(["x"]), commands: [show("x")]) {
      $0.articles.tags = .loaded(["x"])
    }
    app.finish(ignoringPending: [Print.self, SaveSession.self])
  }

  @Test func newsAreShownInTheStepThatFindsThem() {
    let app = makeWatchingApp()
    let new = article("new", second: 2)
    app.advance(by: .seconds(5), sends: [ArticlesMessage.refreshDue], commands: [request(refresh)])
    {
      $0.articles.watch?.isRefreshing = true
    }
    app.answer(
      \APICommand<ArticlePage>.reply, with: .success(ArticlePage([new, old], of: 2)),
      commands: [
        Send(ArticlesMessage.newsFound([new])), show("new article: new (new) by bo"),
      ]
    ) {
      $0.articles.watch?.isRefreshing = false
      $0.articles.watch?.newest = new.createdAt
      $0.articles.watch?.known = ["new", "old"]
      $0.articles.watch?.articlesCount = 2
    }
    app.finish(ignoringPending: [Print.self])
  }

  @Test func anExpiredSessionEndsWhatNeedsOne() {
    let app = makeWatchingApp()
    app.advance(by: .seconds(5), sends: [ArticlesMessage.refreshDue], commands: [request(refresh)])
    {
      $0.articles.watch?.isRefreshing = true
    }
    app.answer(
      APICommand<ArticlePage>.self, with: SessionExpired(token: session.token), ends: false,
      exhaustive: [])
    #expect(app.model.authentication.session == nil && app.model.articles.watch == nil)
    #expect(!app.running.contains { $0 is Every })
    // The request that was refused still has its answer, which is told.
    app.answer(
      \APICommand<ArticlePage>.reply, with: .failure(.sessionExpired()),
      commands: [
        Send(ArticlesMessage.watchFailed(.sessionExpired())),
        fail("the session has ended; log in again"),
      ]
    ) { $0.terminal.hasFailed = true }
    app.advance(by: .seconds(60))
    app.finish(ignoringPending: [Print.self, SaveSession.self])
  }

  @Test func aRefusedTokenOfAnEarlierSessionEndsNothing() {
    let app = makeWatchingApp()
    app.send(SessionExpired(token: Secret("an earlier token")))
    app.finish()
  }

  @Test func aLogoutEndsTheWatch() {
    let app = makeWatchingApp()
    app.send(AuthenticationMessage.logOutRequested, exhaustive: [])
    #expect(app.model.authentication.session == nil && app.model.articles.watch == nil)
    #expect(!app.running.contains { $0 is Every })
    app.answer(\SaveSession.reply, with: nil)
    app.finish(ignoringPending: [Print.self])
  }
}
