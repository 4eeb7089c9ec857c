import API
import Articles
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

typealias Like = WishMessage<Favorite>

@Suite struct FavoriteTests {
  let a = article("a", day: 1, likes: 3)
  let liked = article("a", day: 1, favorited: true, likes: 4)

  func makeApp() -> AppTest<ArticlesModel> {
    AppTest(Program(model: showing(a), articlesFeature))
  }

  @Test func aFavoriteIsShownAtOnceWhereverTheArticleIs() {
    let app = makeApp()
    app.send(Like.wanted("a", true), exhaustive: [])
    #expect(
      app.pending(APICommand<Article>.self).map(\.call) == [.post("articles", "a", "favorite")])
    #expect(app.model.articles(in: ArticleFilter()) == [liked])
    #expect(app.model.article("a") == liked)
    app.answer(\APICommand<Article>.reply, with: .failure(.notLoggedIn), exhaustive: [])
    #expect(app.model.article("a") == a)
  }

  @Test func anAnswerIsNotTakenForTheWholeArticle() {
    let app = makeApp()
    app.send(Like.wanted("a", true), exhaustive: [])
    // It may be older than another change of the article that was answered before.
    app.answer(
      \APICommand<Article>.reply, with: .success(article("a", day: 9, favorited: true)),
      exhaustive: [])
    #expect(app.model.article("a") == liked)
  }

  @Test func aBookmarkIsShownAtOnceAndALateLoadDoesNotHideIt() {
    let app = makeApp()
    // Another wish does not make the bookmark seem older than the load.
    app.send(Like.wanted("a", true), exhaustive: [])
    app.answer(\APICommand<Article>.reply, with: .success(liked), exhaustive: [])
    app.send(.listRequested(ArticleFilter()), exhaustive: [])
    app.send(WishMessage<Bookmark>.wanted("a", true), exhaustive: [])
    #expect(
      app.pending(APICommand<Article>.self).map(\.call) == [.post("articles", "a", "bookmark")])
    #expect(app.model.article("a")?.bookmarked == true)
    app.answer(\APICommand<Article>.reply, with: .success(liked), exhaustive: [])
    app.answer(\APICommand<ArticlePage>.reply, with: .success(page(liked)), exhaustive: [])
    #expect(app.model.article("a")?.bookmarked == true)
    app.send(WishMessage<Bookmark>.wanted("a", false), exhaustive: [])
    app.send(.changed(slug: "a", .success(article("c", day: 1))), exhaustive: [])
    #expect(app.model.article("c")?.bookmarked == false)
    app.send(RequestsCancelled(), exhaustive: [])
    #expect(app.model.article("c")?.bookmarked == true)
    app.finish(ignoringPending: [APICommand<Article>.self])
  }

  @Test func aLoadThatBeginsAfterAWishOfAnyKindIsNewer() {
    let messages: [any Message] = [Like.wanted("a", true), WishMessage<Bookmark>.wanted("a", true)]
    for message in messages {
      let app = makeApp()
      app.send(message, exhaustive: [])
      app.answer(\APICommand<Article>.reply, with: .success(liked), exhaustive: [])
      #expect(app.model.article("a") != a)
      app.send(.listRequested(ArticleFilter()), exhaustive: [])
      app.answer(\APICommand<ArticlePage>.reply, with: .success(page(a)), exhaustive: [])
      #expect(app.model.article("a") == a)
    }
  }

  @Test func aWishGoesWithTheSlugOfItsArticle() {
    let app = makeApp()
    app.send(Like.wanted("a", true), exhaustive: [])
    app.send(
      .changed(slug: "a", .success(article("c", day: 1, likes: 3))), exhaustive: [])
    #expect(app.model.article("c")?.favorited == true && app.model.article("a") == nil)
    // The request for the former slug is gone.
    #expect(
      app.pending(APICommand<Article>.self).map(\.call) == [.post("articles", "c", "favorite")])
    app.answer(\APICommand<Article>.reply, with: .success(liked), exhaustive: [])
    #expect(app.model.article("c") == article("c", day: 1, favorited: true, likes: 4))
  }

  @Test func aLoadThatBeganBeforeTheAnswerDoesNotTakeTheFavoriteBack() {
    let app = makeApp()
    app.send(.listRequested(ArticleFilter()), exhaustive: [])
    app.send(Like.wanted("a", true), exhaustive: [])
    app.answer(\APICommand<Article>.reply, with: .success(liked), exhaustive: [])
    app.answer(\APICommand<ArticlePage>.reply, with: .success(page(a)), exhaustive: [])
    #expect(app.model.article("a") == liked)
    // One that begins now is newer.
    app.send(.listRequested(ArticleFilter()), exhaustive: [])
    app.answer(\APICommand<ArticlePage>.reply, with: .success(page(a)), exhaustive: [])
    #expect(app.model.article("a") == a)
  }

  /// Takes its time to like, and may refuse it. An answer takes its time, too, so that one may be
  /// older than another that came before it.
  private final class Server: Sendable {
    let likes = Mutex(false)
    let simulation: Simulation
    let refuses: Bool

    init(_ simulation: Simulation, refuses: Bool = true) {
      (self.simulation, self.refuses) = (simulation, refuses)
    }

    func answer(_ call: APICall) async -> Outcome<Article, APIError> {
      try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      if call.method != .get {
        if refuses, simulation.choose(1...3) == 1 { return .failure(.serverFailed(status: 500)) }
        likes.withLock { $0 = call.method == .post }
      }
      let isLiked = likes.withLock { $0 }
      try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      return .success(article("a", day: 1, favorited: isLiked, likes: isLiked ? 4 : 3))
    }
  }

  private func simulated(_ server: Server) -> Simulated<ArticlesModel> {
    Simulated(
      Program(model: showing(a), articlesFeature),
      interpreters: [
        .command(APICommand<Article>.self, reply: \.reply) { await server.answer($0.call) },
        .command(APICommand<ArticlePage>.self, reply: \.reply) {
          await server.answer($0.call).map { page($0) }
        },
        .command(APICommand<[String]>.self) { _, _ in },
        .command(APICommand<NoContent>.self) { _, _ in }, .time(),
      ])
  }

  @Test func atTheEndTheServersTruthIsShownInEachOrder() {
    let messages: [any Message] = [
      ArticlesMessage.listRequested(ArticleFilter()), Like.wanted("a", true),
      Like.wanted("a", false), ArticlesMessage.articleRequested(slug: "a"),
      Like.wanted("a", true), Like.wanted("a", false),
    ]
    let seen = explore(seeds: 300, sending: messages, inAnyOrder: true) { simulation in
      let server = Server(simulation)
      return simulated(server)
        .always("the number of likes fits") { model in
          model.article("a").map { $0.favoritesCount == ($0.favorited ? 4 : 3) } ?? false
        }
        .eventually("no wish is left") { $0.favorites.pending.isEmpty }
        .eventually("the server's truth is shown") { model in
          model.article("a")?.favorited == server.likes.withLock { $0 }
        }
    }
    #expect(seen.orders > 5)
  }

  @Test func theLastWishWins() {
    let messages = [true, false, true].map { Like.wanted("a", $0) }
    explore(seeds: 300, sending: messages) { simulation in
      let server = Server(simulation, refuses: false)
      return simulated(server)
        .eventually("the server has the last wish") { _ in server.likes.withLock { $0 } }
        .eventually("the last wish is shown") { $0.article("a")?.favorited == true }
    }
  }
}
