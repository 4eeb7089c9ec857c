// swift-format-ignore-file
import API
import Articles
import Authentication
import Comments
import Drafts
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaTesting
import Profiles
import Terminal
import Testing

@testable import ConduitApp

@Test func recordedConduit() {
  let test = StepTest(conduitProgram)
  test.model = AppModel(authentication: AuthenticationModel(session: nil, savedServer: "http://localhost:3000"), profiles: ProfilesModel(profiles: [:], loadedAt: [:], following: Wishes<Follow>(pending: [:], confirmed: [:], times: [:], time: 0)), articles: ArticlesModel(articles: [:], loadedAt: [:], lists: [:], tags: .absent, favorites: Wishes<Favorite>(pending: [:], confirmed: [:], times: [:], time: 0), bookmarks: Wishes<Bookmark>(pending: [:], confirmed: [:], times: [:], time: 0), deletions: [], watch: nil), comments: CommentsModel(comments: [:], changes: Changes<CommentsModel.Change>(all: []), sending: [:], removing: []), drafts: DraftsModel(pathPrefix: "draft-", number: 1, draft: nil), terminal: TerminalModel(isInteractive: false, style: Style(hasColor: false, width: nil, isJSON: false), command: nil, history: [], lineCount: 0, isPerforming: false, wait: nil, hasFailed: false, isQuitting: false, hasFailedAtEnd: false))

  // 1, from outside
  test.send(
    AuthenticationMessage.opened,
    commands: [LoadSession(server: "http://localhost:3000", reply: Reply { (_: Outcome<Optional<Session>, SessionStoreError>) -> AuthenticationMessage in fatalError("of a recording") })]
  )

  // 2, from command LoadSession
  test.send(
    AuthenticationMessage.recalled(.success(nil))
  )

  // 3, from outside
  test.send(
    TerminalMessage.answered(.entered(Line("login ada@b.c"))),
    commands: [PromptSecret("", Reply { (_: PromptAnswer<Secret<String>>) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line)]
  ) {
    $0.terminal.history = ["login ada@b.c"]
    $0.terminal.lineCount = 1
    $0.terminal.isPerforming = true
  }

  // 4, from command PromptSecret
  test.send(
    TerminalMessage.passwordAnswered(Line("login ada@b.c"), .entered(Secret("•••"))),
    commands: [Perform(AuthenticationMessage.logInRequested(Credentials(email: "ada@b.c", password: Secret("•••"))), done: Reply { (_: ()) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line, withConsequences: true)]
  ) {
    $0.terminal.lineCount = 2
  }

  // 5, from command Perform
  test.send(
    AuthenticationMessage.logInRequested(Credentials(email: "ada@b.c", password: Secret("•••"))),
    commands: [APICommand<Session>(APICall(method: HTTPMethod("POST"), path: ["users", "login"], query: HTTPFields([]), body: HTTPJSONValue(["user": Credentials(email: "ada@b.c", password: Secret("•••"))]), session: .none), in: "user", Reply { (_: Outcome<Session, APIError>) -> AuthenticationMessage in fatalError("of a recording") }).cancellable(id: AuthenticationUpdater.ID.requests, cancelInFlight: true)]
  )

  // 6, from command APICommand<Session>
  test.send(
    AuthenticationMessage.loggedIn(.failure(.unauthorized([FieldError("email or password", texts: ["is invalid"])]))),
    commands: [Print("error: line 2: email or password is invalid\n", terminator: "", to: .standardError, nil)]
  ) {
    $0.terminal.hasFailed = true
  }

  // 7, from command Perform
  test.send(
    TerminalMessage.performed,
    commands: [Prompt("", text: "", history: ["login ada@b.c"], Reply { (_: PromptAnswer<String>) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line)]
  ) {
    $0.terminal.isPerforming = false
  }

  // 8, from outside
  test.send(
    TerminalMessage.answered(.entered(Line("login ada@b.c", password: Secret("•••")))),
    commands: [Perform(AuthenticationMessage.logInRequested(Credentials(email: "ada@b.c", password: Secret("•••"))), done: Reply { (_: ()) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line, withConsequences: true)]
  ) {
    $0.terminal.lineCount = 3
    $0.terminal.isPerforming = true
  }

  // 9, from command Perform
  test.send(
    AuthenticationMessage.logInRequested(Credentials(email: "ada@b.c", password: Secret("•••"))),
    commands: [APICommand<Session>(APICall(method: HTTPMethod("POST"), path: ["users", "login"], query: HTTPFields([]), body: HTTPJSONValue(["user": Credentials(email: "ada@b.c", password: Secret("•••"))]), session: .none), in: "user", Reply { (_: Outcome<Session, APIError>) -> AuthenticationMessage in fatalError("of a recording") }).cancellable(id: AuthenticationUpdater.ID.requests, cancelInFlight: true)]
  )

  // 10, from command APICommand<Session>
  test.send(
    AuthenticationMessage.loggedIn(.success(Session(username: "ada", email: "ada@b.c", bio: nil, image: nil, token: Secret("•••")))),
    commands: [SaveSession(session: Session(username: "ada", email: "ada@b.c", bio: nil, image: nil, token: Secret("•••")), server: "http://localhost:3000", reply: Reply { (_: Optional<SessionStoreError>) -> AuthenticationMessage in fatalError("of a recording") }), Send(UserChanged(isRefused: false)), Print("logged in as ada (ada@b.c)\n", terminator: "", to: .standardOutput, nil)],
    subscriptions: [.changed(APISession(token: Secret("•••")))]
  ) {
    $0.authentication.session = Session(username: "ada", email: "ada@b.c", bio: nil, image: nil, token: Secret("•••"))
  }

  // 11, from command SaveSession
  test.send(
    AuthenticationMessage.stored(nil)
  )

  // 12, from command Send
  test.send(
    UserChanged(isRefused: false),
    commands: [Cancel(id: UserRequests.id), Cancel(id: UserRequests.id), Cancel(id: UserRequests.id)]
  )

  // 13, from command Perform
  test.send(
    TerminalMessage.performed,
    commands: [Prompt("", text: "", history: ["login ada@b.c"], Reply { (_: PromptAnswer<String>) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line)]
  ) {
    $0.terminal.isPerforming = false
  }

  // 14, from outside
  test.send(
    TerminalMessage.answered(.entered(Line("articles --tag swift"))),
    commands: [Perform(ArticlesMessage.listRequested(ArticleFilter(isFeed: false, tag: "swift", author: nil, favorited: nil, bookmarked: false, page: 1)), done: Reply { (_: ()) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line, withConsequences: true)]
  ) {
    $0.terminal.history = ["login ada@b.c", "articles --tag swift"]
    $0.terminal.lineCount = 4
    $0.terminal.isPerforming = true
  }

  // 15, from command Perform
  test.send(
    ArticlesMessage.listRequested(ArticleFilter(isFeed: false, tag: "swift", author: nil, favorited: nil, bookmarked: false, page: 1)),
    commands: [APICommand<ArticlePage>(APICall(method: HTTPMethod("GET"), path: ["articles"], query: HTTPFields([HTTPField("limit", .plain("10")), HTTPField("offset", .plain("0")), HTTPField("tag", .plain("swift"))]), body: nil, session: .optional), in: nil, Reply { (_: Outcome<ArticlePage, APIError>) -> ArticlesMessage in fatalError("of a recording") }).cancellable(id: UserRequests.id)]
  ) {
    $0.articles.lists = [ArticleFilter(isFeed: false, tag: "swift", author: nil, favorited: nil, bookmarked: false, page: 1): .loading]
  }

  // 16, from command APICommand<ArticlePage>
  test.send(
    ArticlesMessage.listed(ArticleFilter(isFeed: false, tag: "swift", author: nil, favorited: nil, bookmarked: false, page: 1), after: 0, .success(ArticlePage([Article(slug: "old", title: "old", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307200.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false))], of: 1))),
    commands: [Print("TITLE  SLUG  AUTHOR  DATE        LIKES  TAGS\nold    old   bo      1970-01-01      0\narticles tagged swift 1 to 1 of 1\n", terminator: "", to: .standardOutput, nil)]
  ) {
    $0.articles.articles = ["old": .loaded(Article(slug: "old", title: "old", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307200.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false)))]
    $0.articles.lists = [ArticleFilter(isFeed: false, tag: "swift", author: nil, favorited: nil, bookmarked: false, page: 1): .loaded(ArticleList(slugs: ["old"], articlesCount: 1))]
  }

  // 17, from command Perform
  test.send(
    TerminalMessage.performed,
    commands: [Prompt("", text: "", history: ["login ada@b.c", "articles --tag swift"], Reply { (_: PromptAnswer<String>) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line)]
  ) {
    $0.terminal.isPerforming = false
  }

  // 18, from outside
  test.send(
    TerminalMessage.answered(.entered(Line("watch 5"))),
    commands: [Perform(ArticlesMessage.watchRequested(every: .seconds(5)), done: Reply { (_: ()) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line, withConsequences: true)]
  ) {
    $0.terminal.history = ["login ada@b.c", "articles --tag swift", "watch 5"]
    $0.terminal.lineCount = 5
    $0.terminal.isPerforming = true
  }

  // 19, from command Perform
  test.send(
    ArticlesMessage.watchRequested(every: .seconds(5)),
    commands: [APICommand<ArticlePage>(APICall(method: HTTPMethod("GET"), path: ["articles"], query: HTTPFields([HTTPField("limit", .plain("50"))]), body: nil, session: .required), in: nil, Reply { (_: Outcome<ArticlePage, APIError>) -> ArticlesMessage in fatalError("of a recording") }).cancellable(id: UserRequests.id)]
  )

  // 20, from command APICommand<ArticlePage>
  test.send(
    ArticlesMessage.watchBegan(every: .seconds(5), .success(ArticlePage([Article(slug: "newer", title: "newer", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307199.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false)), Article(slug: "old", title: "old", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307200.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false))], of: 2))),
    commands: [Print("watching for new articles every 5 seconds\n", terminator: "", to: .standardOutput, nil)],
    subscriptions: [.started(Every(.seconds(5), alignedTo: .start, Reply { (_: Tick) -> ArticlesMessage in fatalError("of a recording") }))]
  ) {
    $0.articles.watch = Watch(interval: .seconds(5), newest: Date(timeIntervalSinceReferenceDate: -978307199.0), known: ["newer", "old"], isRefreshing: false, hasFailed: false, articlesCount: 2, offset: 0, found: [])
  }

  // 21, from command Perform
  test.send(
    TerminalMessage.performed,
    commands: [Prompt("", text: "", history: ["login ada@b.c", "articles --tag swift", "watch 5"], Reply { (_: PromptAnswer<String>) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line)]
  ) {
    $0.terminal.isPerforming = false
  }

  // 22, from outside
  test.send(
    ArticlesMessage.refreshDue,
    commands: [APICommand<ArticlePage>(APICall(method: HTTPMethod("GET"), path: ["articles"], query: HTTPFields([HTTPField("limit", .plain("50"))]), body: nil, session: .required), in: nil, Reply { (_: Outcome<ArticlePage, APIError>) -> ArticlesMessage in fatalError("of a recording") }).cancellable(id: UserRequests.id)]
  ) {
    $0.articles.watch = Watch(interval: .seconds(5), newest: Date(timeIntervalSinceReferenceDate: -978307199.0), known: ["newer", "old"], isRefreshing: true, hasFailed: false, articlesCount: 2, offset: 0, found: [])
  }

  // 23, from command APICommand<ArticlePage>
  test.send(
    ArticlesMessage.refreshed(.success(ArticlePage([Article(slug: "newest", title: "newest", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307198.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false)), Article(slug: "newer", title: "newer", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307199.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false)), Article(slug: "old", title: "old", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307200.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false))], of: 3))),
    commands: [Send(ArticlesMessage.newsFound([Article(slug: "newest", title: "newest", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307198.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false))]))]
  ) {
    $0.articles.watch = Watch(interval: .seconds(5), newest: Date(timeIntervalSinceReferenceDate: -978307198.0), known: ["newer", "newest", "old"], isRefreshing: false, hasFailed: false, articlesCount: 3, offset: 0, found: [])
  }

  // 24, from command Send
  test.send(
    ArticlesMessage.newsFound([Article(slug: "newest", title: "newest", description: "", body: nil, tags: [], createdAt: Date(timeIntervalSinceReferenceDate: -978307198.0), favorited: false, bookmarked: nil, favoritesCount: 0, author: Profile(username: "bo", bio: nil, image: nil, following: false))]),
    commands: [Print("new article: newest (newest) by bo\n", terminator: "", to: .standardOutput, nil)]
  )

  // 25, from outside
  test.send(
    TerminalMessage.answered(.entered(Line("logout"))),
    commands: [Perform(AuthenticationMessage.logOutRequested, done: Reply { (_: ()) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line, withConsequences: true)]
  ) {
    $0.terminal.history = ["login ada@b.c", "articles --tag swift", "watch 5", "logout"]
    $0.terminal.lineCount = 6
    $0.terminal.isPerforming = true
  }

  // 26, from command Perform
  test.send(
    AuthenticationMessage.logOutRequested,
    commands: [Cancel(id: AuthenticationUpdater.ID.requests), SaveSession(session: nil, server: "http://localhost:3000", reply: Reply { (_: Optional<SessionStoreError>) -> AuthenticationMessage in fatalError("of a recording") }), Send(AuthenticationMessage.loggedOut(Session(username: "ada", email: "ada@b.c", bio: nil, image: nil, token: Secret("•••")))), Send(UserChanged(isRefused: false))],
    subscriptions: [.changed(APISession(token: nil))]
  ) {
    $0.authentication.session = nil
  }

  // 27, from command SaveSession
  test.send(
    AuthenticationMessage.stored(nil)
  )

  // 28, from command Send
  test.send(
    AuthenticationMessage.loggedOut(Session(username: "ada", email: "ada@b.c", bio: nil, image: nil, token: Secret("•••"))),
    commands: [Print("logged out\n", terminator: "", to: .standardOutput, nil)]
  )

  // 29, from command Send
  test.send(
    UserChanged(isRefused: false),
    commands: [Cancel(id: UserRequests.id), Cancel(id: UserRequests.id), Cancel(id: UserRequests.id)],
    subscriptions: [.stopped(Every(.seconds(5), alignedTo: .start, Reply { (_: Tick) -> ArticlesMessage in fatalError("of a recording") }))]
  ) {
    $0.articles.articles = [:]
    $0.articles.lists = [:]
    $0.articles.watch = nil
  }

  // 30, from command Perform
  test.send(
    TerminalMessage.performed,
    commands: [Prompt("", text: "", history: ["login ada@b.c", "articles --tag swift", "watch 5", "logout"], Reply { (_: PromptAnswer<String>) -> TerminalMessage in fatalError("of a recording") }).cancellable(id: TerminalUpdater.ID.line)]
  ) {
    $0.terminal.isPerforming = false
  }
}
