import API
import Articles
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct WatchTests {
  func makeTest(_ model: ArticlesModel = watching) -> StepTest<ArticlesModel> {
    StepTest(articlesFeature, model: model)
  }

  @Test func aWatchBeginsWithWhatIsThereAndTicks() {
    let app = AppTest(Program(model: ArticlesModel(), articlesFeature))
    app.send(.watchRequested(every: .seconds(5)), commands: [request(beginWatch)])
    app.answer(
      \APICommand<ArticlePage>.reply, with: .success(page(article("b", day: 2))),
      subscriptions: [.started(ticks)]
    ) { $0 = watching }
    app.emit(\Every.reply, with: Tick(), commands: [request(refresh)]) {
      $0.watch?.isRefreshing = true
    }
    app.send(.unwatchRequested, subscriptions: [.stopped(ticks)]) { $0.watch = nil }
    app.answer(\APICommand<ArticlePage>.reply, with: .success(page(article("c", day: 3))))
    app.finish()
  }

  @Test func aFailedStartLeavesNoWatch() {
    makeTest(ArticlesModel()).send(.watchBegan(every: .seconds(5), .failure(.notLoggedIn)))
  }

  @Test func aSlowServerIsNotAskedTwice() {
    let app = AppTest(Program(model: watching, articlesFeature), interpreters: [.time()])
    app.start(subscriptions: [.started(ticks)])
    app.advance(by: .seconds(5), sends: [ArticlesMessage.refreshDue], commands: [request(refresh)])
    {
      $0.watch?.isRefreshing = true
    }
    app.advance(by: .seconds(5), sends: [ArticlesMessage.refreshDue])
    app.answer(\APICommand<ArticlePage>.reply, with: .success(page(article("b", day: 2)))) {
      $0.watch?.isRefreshing = false
    }
    app.advance(by: .seconds(5), sends: [ArticlesMessage.refreshDue], commands: [request(refresh)])
    {
      $0.watch?.isRefreshing = true
    }
    app.finish(ignoringPending: [APICommand<ArticlePage>.self])
  }

  @Test func nothingIsAskedWithoutAWatch() { makeTest(ArticlesModel()).send(.refreshDue) }

  @Test func onlyWhatIsNewIsNewsOldestFirst() {
    let (b, c, d) = (article("b", day: 2), article("c", day: 3), article("d", day: 4))
    let test = makeTest()
    test.send(
      .refreshed(.success(page(d, c, b))), commands: [Send(ArticlesMessage.newsFound([c, d]))]
    ) {
      $0.watch?.newest = d.createdAt
      $0.watch?.known = ["b", "c", "d"]
      $0.watch?.articlesCount = 3
    }
    test.send(.refreshed(.success(page(d, c)))) { $0.watch?.articlesCount = 2 }
  }

  /// The articles of these days, newest first, as one of the pages of so many articles.
  private func part(_ days: [Int], of count: Int) -> ArticlePage {
    ArticlePage(days.map { article("a\($0)", day: $0) }, of: count)
  }

  private func days(_ first: Int, _ last: Int) -> [Int] { Array((first...last).reversed()) }

  @Test func furtherPagesAreReadUntilTheyReachWhatIsKnown() {
    let test = makeTest()
    let first = part(days(21, 70), of: 69)
    test.send(.refreshed(.success(first)), commands: [request(refresh(from: 50))]) {
      $0.watch?.offset = 50
      $0.watch?.found = first.articles
    }
    // One was published meanwhile, so the last one of the first page comes again.
    let rest = ArticlePage(
      part(days(3, 21), of: 70).articles + [article("b", day: 2)], of: 70)
    let all = (3...70).map { article("a\($0)", day: $0) }
    test.send(
      .refreshed(.success(rest)), commands: [Send(ArticlesMessage.newsFound(all))]
    ) {
      $0.watch?.offset = 0
      $0.watch?.found = []
      $0.watch?.newest = article("a", day: 70).createdAt
      $0.watch?.known = Set(["b"] + all.map(\.slug))
      $0.watch?.articlesCount = 70
    }
  }

  @Test func aRefreshThatFailsInTheMiddleBeginsAnew() {
    let test = makeTest()
    let first = part(days(21, 70), of: 69)
    test.send(.refreshed(.success(first)), commands: [request(refresh(from: 50))]) {
      $0.watch?.offset = 50
      $0.watch?.found = first.articles
    }
    test.send(
      .refreshed(.failure(.interrupted())),
      commands: [Send(ArticlesMessage.watchFailed(.interrupted()))]
    ) {
      $0.watch?.offset = 0
      $0.watch?.found = []
      $0.watch?.hasFailed = true
    }
  }

  @Test func whatTheUserHasPublishedDoesNotEndARefresh() {
    var model = watching
    model.watch?.known.insert("a70")
    let first = part(days(21, 70), of: 69)
    makeTest(model).send(.refreshed(.success(first)), commands: [request(refresh(from: 50))]) {
      $0.watch?.offset = 50
      $0.watch?.found = Array(first.articles.dropFirst())
    }
  }

  /// A server that has no end is not read for ever.
  @Test func whatIsBeyondTheLimitIsCounted() {
    let test = makeTest()
    var found: [Article] = []
    for number in 0..<5 {
      let next = part(days(1_000 - 50 * number - 49, 1_000 - 50 * number), of: 301)
      found += next.articles
      if number < 4 {
        test.send(
          .refreshed(.success(next)), commands: [request(refresh(from: 50 * number + 50))]
        ) { [found] in
          $0.watch?.offset = found.count
          $0.watch?.found = found
        }
        continue
      }
      test.send(
        .refreshed(.success(next)),
        commands: [
          Send(ArticlesMessage.newsFound(found.reversed())),
          Send(ArticlesMessage.newsLeftOut(atLeast: 50)),
        ]
      ) { [found] in
        $0.watch?.offset = 0
        $0.watch?.found = []
        $0.watch?.newest = found[0].createdAt
        $0.watch?.known.formUnion(found.map(\.slug))
        $0.watch?.articlesCount = 301
      }
    }
  }

  @Test func anOlderArticleThatMovesUpIsNoNews() {
    makeTest().send(.refreshed(.success(page(article("a", day: 1)))))
  }

  @Test func whatTheUserPublishesIsNoNews() {
    let test = makeTest()
    test.send(.published(.success(article("own", day: 3)))) {
      $0.watch?.known = ["b", "own"]
      $0.articles["own"] = .loaded(article("own", day: 3))
    }
    test.send(.refreshed(.success(page(article("own", day: 3)))))
  }

  @Test func whatTheUserChangesIsNoNews() {
    let test = makeTest()
    test.send(
      .changed(slug: "own", .success(article("own-two", day: 3))),
      commands: []
    ) {
      $0.watch?.known = ["b", "own-two"]
      $0.articles["own-two"] = .loaded(article("own-two", day: 3))
    }
    test.send(.refreshed(.success(page(article("own-two", day: 3)))))
  }

  @Test func aServerThatIsAwayIsMentionedOnce() {
    let error = APIError.serverFailed(status: 500)
    let test = makeTest()
    for _ in 1...2 {
      test.send(
        .refreshed(.failure(error)), commands: [Send(ArticlesMessage.watchFailed(error))]
      ) { $0.watch?.hasFailed = true }
      test.send(.refreshed(.failure(error)))
      test.send(.refreshed(.success(page(article("b", day: 2))))) { $0.watch?.hasFailed = false }
    }
  }

  @Test func aSessionThatHasExpiredIsMentionedAlthoughTheWatchHasEnded() {
    makeTest(ArticlesModel()).send(
      .refreshed(.failure(.sessionExpired())),
      commands: [Send(ArticlesMessage.watchFailed(.sessionExpired()))])
  }

  @Test(arguments: [UserChanged(), UserChanged(isRefused: true)])
  func theWatchEndsWithTheSession(message: UserChanged) {
    makeTest().send(
      message, commands: message.cancellation, subscriptions: [.stopped(ticks)]
    ) { $0.watch = nil }
  }
}
