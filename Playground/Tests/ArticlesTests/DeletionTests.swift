import API
import Articles
import Katana
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

@Suite struct DeletionTests {
  let waiting = Self.wait("a")
  let delete = request(
    APICommand<NoContent>(
      .delete("articles", "a"), Reply { ArticlesMessage.deleted(slug: "a", $0) }))
  let model = showing(article("b", day: 2), article("a", day: 1))

  static func wait(_ slug: String) -> any Command {
    Send(ArticlesMessage.deletionDue(slug: slug)).delayed(by: .seconds(5))
      .cancellable(id: ArticlesUpdater.ID.deletion(slug))
  }

  func makeApp() -> AppTest<ArticlesModel> {
    let app = AppTest(Program(model: model, articlesFeature))
    app.send(.deletionRequested(slug: "a"), commands: [waiting]) {
      $0.deletions = [Deletion(slug: "a")]
    }
    return app
  }

  /// An app whose time to undo is over.
  func makeDueApp() -> AppTest<ArticlesModel> {
    let app = makeApp()
    app.advance(by: .milliseconds(4_999))
    app.advance(
      by: .milliseconds(1), sends: [ArticlesMessage.deletionDue(slug: "a")], commands: [delete]
    ) { $0.deletions = [Deletion(slug: "a", hasBegun: true)] }
    return app
  }

  @Test func anArticleIsHiddenAtOnceAndDeletedAfterFiveSeconds() {
    let app = makeDueApp()
    #expect(app.model.articles(in: ArticleFilter()).map(\.slug) == ["b"])
    app.answer(\APICommand<NoContent>.reply, with: .success(NoContent())) {
      $0 = showing(article("b", day: 2))
    }
    app.finish()
  }

  @Test func aRefusedDeletionShowsTheArticleAgain() {
    let app = makeDueApp()
    app.answer(\APICommand<NoContent>.reply, with: .failure(.forbidden([]))) { $0 = model }
    #expect(app.model.articles(in: ArticleFilter()).map(\.slug) == ["b", "a"])
    app.finish()
  }

  @Test func undoCancelsTheDeletionThatWasRequestedLast() {
    let app = makeApp()
    app.send(.deletionRequested(slug: "a"))
    app.send(.deletionRequested(slug: "b"), commands: [Self.wait("b")]) {
      $0.deletions = [Deletion(slug: "a"), Deletion(slug: "b")]
    }
    app.send(
      .undoRequested,
      commands: [
        Cancel(id: ArticlesUpdater.ID.deletion("b")),
        Send(ArticlesMessage.deletionUndone(slug: "b")),
      ]
    ) { $0.deletions = [Deletion(slug: "a")] }
    app.send(
      .undoRequested,
      commands: [
        Cancel(id: ArticlesUpdater.ID.deletion("a")),
        Send(ArticlesMessage.deletionUndone(slug: "a")),
      ]
    ) { $0.deletions = [] }
    app.advance(by: .seconds(10))
    app.finish()
  }

  @Test func whatWasSentCannotBeUndone() {
    let app = makeDueApp()
    app.send(.undoRequested, commands: [Send(ArticlesMessage.deletionUndone(slug: nil))])
    app.finish(ignoringPending: [APICommand<NoContent>.self])
  }

  @Test func aDeletionGoesWithTheSlugOfItsArticle() {
    let app = makeApp()
    app.advance(by: .seconds(4))
    app.send(
      .changed(slug: "a", .success(article("c", day: 1))),
      commands: [
        Cancel(id: ArticlesUpdater.ID.deletion("a")), Self.wait("c"),
      ]
    ) {
      $0 = showing(article("b", day: 2), article("c", day: 1))
      $0.deletions = [Deletion(slug: "c")]
    }
    #expect(app.model.articles(in: ArticleFilter()).map(\.slug) == ["b"])
    app.advance(by: .milliseconds(4_999))
    app.advance(
      by: .milliseconds(1), sends: [ArticlesMessage.deletionDue(slug: "c")], exhaustive: [])
    app.answer(\APICommand<NoContent>.reply, with: .success(NoContent())) {
      $0 = showing(article("b", day: 2))
    }
    app.finish()
  }

  @Test func aDeletionEndsWithTheSessionAndSaysSo() {
    let app = makeApp()
    app.send(
      UserChanged(),
      commands: [
        Cancel(id: UserRequests.id), Cancel(id: ArticlesUpdater.ID.deletion("a")),
        Send(ArticlesMessage.deletionDropped(slug: "a")),
      ]
    ) { $0 = ArticlesModel() }
    app.advance(by: .seconds(10))
    app.finish()
  }

  /// The slugs of which the server was told.
  private final class Server: Sendable { let deleted = Mutex<[APICall]>([]) }

  private func runtime(_ server: Server, _ clock: ManualClock) throws -> Runtime<ArticlesModel> {
    let runtime = try Runtime(
      Program(model: model, articlesFeature),
      interpreters: [
        .command(APICommand<NoContent>.self) { (command, dispatch: Dispatcher) in
          server.deleted.withLock { $0.append(command.call) }
          dispatch.answer(command.reply, with: .success(NoContent()))
        },
        .command(APICommand<Article>.self) { _, _ in },
        .command(APICommand<ArticlePage>.self) { _, _ in },
        .command(APICommand<[String]>.self) { _, _ in }, .time(),
      ], options: RuntimeOptions(clock: clock))
    runtime.start()
    return runtime
  }

  @Test func aDeletionThatWaitsIsDoneIfTheProgramEnds() async throws {
    let (server, clock) = (Server(), ManualClock())
    let runtime = try runtime(server, clock)
    runtime.dispatch(.deletionRequested(slug: "a"))
    clock.advance(by: .seconds(4))
    #expect(server.deleted.withLock { $0 } == [])
    let result = await runtime.finish(within: .seconds(5))
    #expect(result.isComplete)
    #expect(server.deleted.withLock { $0 } == [.delete("articles", "a")])
    #expect(runtime.model == showing(article("b", day: 2)))
  }

  @Test func whatWasUndoneIsNotDoneIfTheProgramEnds() async throws {
    let server = Server()
    let runtime = try runtime(server, ManualClock())
    runtime.dispatch(.deletionRequested(slug: "a"))
    runtime.dispatch(.undoRequested)
    await runtime.finish(within: .seconds(5))
    #expect(server.deleted.withLock { $0 } == [])
    #expect(runtime.model == model)
  }
}
