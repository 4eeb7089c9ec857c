import Foundation
import Katana
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

@testable import ConduitServer
@testable import ConduitServerInterpreters

/// What is saved, what is answered after that, and what is undone.
@Suite struct SavingTests {
  private let session = NewSession(token: Secret("t0k3n"))
  private let full = StorageFailure("disk is full")

  /// A store with a user, a session and an article.
  private var model: ServerModel {
    var model = ServerModel()
    let ada = model.add("ada", "a@b")
    model.apply(.session(session.id, ada))
    model.apply(
      .article(
        Article(
          id: 1, slug: "t", title: "T", description: "D", body: "B", tags: [], createdAt: noon,
          updatedAt: noon, author: ada)))
    return model
  }

  private func received<Op: APIOperation>(
    _ id: Request.ID, _ type: Op.Type, slug: String = "t"
  ) throws -> Received<Op> {
    Received(
      request: Request(id, at: noon, token: session.token),
      operation: try Op(OperationInput(path: ["slug": slug])))
  }

  @Test func aChangeIsAnsweredWhenItIsSaved() throws {
    let app = AppTest(serverProgram(model), exhaustive: .model)
    app.send(try received(1, SetMark<Mark.Favorites>.self)) {
      $0.apply(.mark(.favorite, 1, by: 1, true))
    }
    #expect(app.pending.count == 1)
    app.answer(\Save.reply, with: nil)
    app.answer(Respond.self)
    app.finish()
  }

  @Test func readingSavesNothing() throws {
    let test = StepTest(serverProgram(model), exhaustive: [])
    let commands = test.send(try received(1, ReadArticle.self))
    #expect(commands.count == 1 && commands.first is Respond)
  }

  @Test func whatCannotBeSavedIsRefusedAndTheStoreIsReadAgain() throws {
    let app = AppTest(serverProgram(model), exhaustive: .model)
    let refusal = Response(503, ["errors": ["server": ["cannot save: disk is full"]]])
    app.send(try received(1, SetMark<Mark.Favorites>.self)) {
      $0.apply(.mark(.favorite, 1, by: 1, true))
    }
    app.answer(
      \Save.reply, with: full,
      commands: [
        Respond(1, refusal),
        LoadStore(
          Reply { (_: Outcome<ServerModel, StorageFailure>) -> Loaded in fatalError("is not called")
          }),
      ]
    ) { $0.isReloading = true }
    app.answer(Respond.self)
    app.answer(\LoadStore.reply, with: .success(model)) { $0 = model }
    app.finish()
  }

  @Test func untilTheStoreIsReadAgainNothingChangesAndReadingGoesOn() throws {
    var reloading = model
    reloading.isReloading = true
    let test = StepTest(serverProgram(reloading))
    let refusal = Response(
      503, ["errors": ["server": ["cannot save: the store is read again after a failure"]]])
    test.send(try received(1, DeleteArticle.self), commands: [Respond(1, refusal)])
    test.send(
      try received(2, ReadArticle.self),
      commands: [Respond(2, .ok(["article": model.view(model[article: 1], for: 1)]))])
    test.send(Loaded(store: .success(model))) { $0 = model }
    test.send(
      try received(3, DeleteArticle.self),
      commands: [saved([.articleDeleted(1)], Respond(3, .noContent))]
    ) { $0.apply(.articleDeleted(1)) }
  }

  @Test func ofSeveralFailuresOneReadsTheStoreAgain() {
    let test = StepTest(serverProgram(model), exhaustive: [.model])
    #expect(test.send(Saved(requests: [1], failure: full)) { $0.isReloading = true }.count == 2)
    let second = test.send(Saved(requests: [2], failure: full))
    #expect(second.count == 1 && (second.first as? Respond)?.response.status == 503)
    #expect(test.send(Saved(requests: [3], failure: nil)).isEmpty)
  }

  @Test func aStoreThatCannotBeReadIsTriedAgainAfterASecond() throws {
    let app = AppTest(serverProgram(model), exhaustive: [])
    app.send(try received(1, SetMark<Mark.Favorites>.self))
    app.answer(\Save.reply, with: full)
    for _ in 1...3 {
      app.answer(\LoadStore.reply, with: .failure(full))
      app.advance(by: .milliseconds(999))
      #expect(app.pending.contains { $0 is LoadStore } == false)
      app.advance(by: .milliseconds(1))
    }
    app.answer(\LoadStore.reply, with: .success(model))
    #expect(app.model == model)
    app.finish(ignoringPending: [Respond.self])
  }

  @Test func whatOthersPublishGoesOnAfterTheStoreWasReadAgain() {
    var watched = model
    watched.samples.interval = .seconds(15)
    let test = StepTest(serverProgram(watched), exhaustive: [])
    test.send(Loaded(store: .success(model)))
    #expect(test.model.samples.interval == .seconds(15))
  }

  /// The changes of a step are all that a copy of the store needs.
  @Test func theSavedChangesAreTheStore() async throws {
    let copy = Copy()
    let server = try Server(
      model,
      storage: [
        .command(Save.self) { command, dispatch in
          copy.apply(command.changes)
          dispatch.answer(command.reply, with: nil)
        },
        .command(LoadStore.self) { _, _ in },
      ], now: { noon })
    copy.model = model
    for (line, body) in [
      (
        "POST /articles", #"{"article":{"title":"T","description":"D","body":"B","tagList":["x"]}}"#
      ),
      ("PUT /articles/t-2", #"{"article":{"title":"U"}}"#), ("POST /articles/u/favorite", ""),
      ("POST /articles/t/comments", #"{"comment":{"body":"C"}}"#), ("DELETE /articles/t", ""),
      ("POST /articles/u/comments", #"{"comment":{"body":"C"}}"#),
      ("DELETE /articles/u/comments/2", ""), ("DELETE /articles/u/favorite", ""),
      ("POST /users", #"{"user":{"username":"b","email":"b@c","password":"analytical"}}"#),
      ("POST /profiles/b/follow", ""), ("PUT /user", #"{"user":{"bio":"x","username":"c"}}"#),
      ("DELETE /profiles/b/follow", ""),
    ] {
      let parts = line.split(separator: " ")
      let head = RequestHead(
        String(parts[0]), "/api\(parts[1])", authorization: Secret("Token t0k3n"))
      let answer = await server.answer(head) { Data(body.utf8) }
      #expect(200..<300 ~= answer.status, "\(line)")
      #expect(copy.model == server.model, "\(line)")
    }
    await server.stop()
  }
}

/// A copy of the store, as a database is one.
private final class Copy: Sendable {
  private let state = Mutex(ServerModel())

  var model: ServerModel {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func apply(_ changes: [Change]) {
    state.withLock { model in for change in changes { model.apply(change) } }
  }
}
