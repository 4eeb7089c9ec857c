import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@testable import ConduitServer
@testable import ConduitServerInterpreters

/// The program without its effects: what each step leads to.
@Suite struct ProgramTests {
  private let request = Request(7, at: noon)
  private let hash = PasswordHash(salt: "s", rounds: 1, hash: "h")
  private let session = NewSession(token: Secret("t0k3n"))

  private func operation<Op: APIOperation>(
    _ body: String, path: [String: String] = [:], as type: Op.Type = Op.self
  ) throws -> Op {
    try Op(OperationInput(path: path, body: Data(body.utf8)))
  }

  @Test func aLoginWithoutAUserHashesAsMuchAsOneWithAWrongPassword() throws {
    var model = ServerModel()
    let ada = model.add(
      "ada", "ada@b.c", password: PasswordHash(Secret("analytical"), salt: "s"))
    _ = model.add("stranger", "s@b.c")
    for (email, user) in [("ada@b.c", ada), ("nobody@b.c", nil), ("s@b.c", 2)] {
      let test = StepTest(serverProgram(model))
      let logIn: LogIn = try operation(#"{"user":{"email":"\#(email)","password":"wrong"}}"#)
      let hash = model.users[id: user ?? 0]?.password ?? .ofNobody
      #expect(hash.rounds == PasswordHash.standardRounds)
      test.send(
        Received(request: request, operation: logIn),
        commands: [
          CheckPassword(
            Secret("wrong"), against: hash,
            Reply { (_: Bool) -> LogIn.Checked in fatalError("is not called") })
        ])
      // Also if the hash of nobody could be guessed.
      test.send(
        LogIn.Checked(request: request, user: user, isRight: user == nil, hash: hash),
        commands: [Respond(7, Refusal.credentials.response)])
    }
  }

  @Test func aLoginOfAUserWhoCouldNotBeSavedIsRefused() {
    let test = StepTest(serverProgram(ServerModel()))
    test.send(
      LogIn.Checked(request: request, user: 1, isRight: true, hash: hash),
      commands: [Respond(7, Refusal.credentials.response)])
    test.send(
      SessionOpened(request: request, user: 1, session: session),
      commands: [Respond(7, Refusal.credentials.response)])
  }

  @Test func whoRegistersIsAddedWhenThePasswordIsHashed() throws {
    let app = AppTest(serverProgram(ServerModel()))
    let register: RegisterUser = try operation(
      #"{"user":{"username":"ada","email":"ada@b.c","password":"analytical"}}"#)
    app.send(
      Received(request: request, operation: register),
      commands: [
        HashPassword(
          Secret("analytical"),
          Reply { (_: PasswordHash) -> RegisterUser.Hashed in fatalError("is not called") })
      ])
    app.answer(
      \HashPassword.reply, with: hash,
      commands: [NewToken(Reply { (_: NewSession) -> RegisterUser.Finished in fatalError() })])
    let user = User(id: 1, username: "ada", email: "ada@b.c", password: hash)
    let changes = [Change.user(user), .session(session.id, 1)]
    app.answer(
      \NewToken.reply, with: session,
      commands: [
        saved(
          changes, Respond(7, .created(["user": UserView(user, token: Secret("t0k3n"))])))
      ]
    ) { for change in changes { $0.apply(change) } }
    app.answer(\Save.reply, with: nil)
    app.answer(Respond.self)
    app.finish()
  }

  @Test func aNameThatIsTakenWhileThePasswordIsHashedIsAConflict() {
    var model = ServerModel()
    _ = model.add("ada", "x@y")
    let test = StepTest(serverProgram(model))
    let hashed = RegisterUser.Hashed(
      request: request, username: "ada", email: "ada@b.c", password: hash)
    test.send(
      RegisterUser.Finished(hashed: hashed, session: session),
      commands: [Respond(7, Response(409, ["errors": ["username": ["has already been taken"]]]))])
  }

  @Test func aPasswordThatIsReplacedWhileItIsComparedOpensNoSession() throws {
    var model = ServerModel()
    let ada = model.add("ada", "ada@b.c", password: hash)
    model.apply(.session(session.id, ada))
    let app = AppTest(serverProgram(model), exhaustive: [])
    let logIn: LogIn = try operation(#"{"user":{"email":"ada@b.c","password":"former"}}"#)
    app.send(Received(request: Request(8, at: noon), operation: logIn))
    let change: ChangeUser = try operation(#"{"user":{"password":"analytical"}}"#)
    app.send(Received(request: Request(9, at: noon, token: session.token), operation: change))
    app.answer(\HashPassword.reply, with: PasswordHash(salt: "t", rounds: 1, hash: "new"))

    app.answer(
      \CheckPassword.reply, with: true, commands: [Respond(8, Refusal.credentials.response)])
    #expect(app.model.sessions == [session.id: ada])
    app.finish(ignoringPending: [Respond.self, Save.self])
  }

  @Test func anArticleHasTheTimeOfItsRequest() throws {
    var model = ServerModel()
    let ada = model.add("ada", "a@b")
    model.apply(.session(session.id, ada))
    let request = Request(8, at: noon, token: session.token)
    let article = Article(
      id: 1, slug: "t", title: "T", description: "D", body: "B", tags: [], createdAt: noon,
      updatedAt: noon, author: ada)
    let publish: PublishArticle = try operation(
      #"{"article":{"title":"T","description":"D","body":"B"}}"#)
    let test = StepTest(serverProgram(model))
    test.send(
      Received(request: request, operation: publish),
      commands: [
        saved([.article(article)], Respond(8, .created(["article": model.view(article, for: ada)])))
      ]
    ) { $0.apply(.article(article)) }
  }

  @Test func aSessionThatHasEndedSinceTheHeadWasReadIsRefused() throws {
    let test = StepTest(serverProgram(.sample))
    let request = Request(9, at: noon, token: Secret("gone"))
    let publish: PublishArticle = try operation(#"{"article":{}}"#)
    test.send(
      Received(request: request, operation: publish),
      commands: [Respond(9, Response(401, ["errors": ["token": ["is invalid"]]]))])
  }

  @Test func samplesArePublishedWhileTheModelSaysSo() {
    var model = ServerModel.sample
    model.samples.interval = .seconds(15)
    let every = Every(.seconds(15), Reply { SampleDue(tick: $0) })
    let app = AppTest(serverProgram(model), exhaustive: [.subscriptions, .messages])
    app.start(subscriptions: [.started(every)])
    for number in 0..<SampleArticle.news.count + 1 {
      app.emit(\Every.reply, with: Tick(date: noon + Double(number)))
    }
    let newest = app.model.articles.suffix(5)
    #expect(
      newest.map(\.title) == [
        "A New Release", "Green at Last", "One Type Less", "The Second Log", "A New Release 2",
      ])
    #expect(newest.last?.createdAt == noon + 4)
    #expect(app.model.samples.count == 5)
    app.finish(ignoringPending: [Save.self])
  }

  @Test func withoutAnIntervalNothingIsPublished() {
    #expect(samplesFeature.subscriptions(model: .sample, message: nil).isEmpty)
  }

  @Test func eachCommandAndSubscriptionHasOneInterpreter() {
    expectWiring(
      of: serverProgram(), interpreters: serverInterpreters(WaitingResponses()) + savingNothing)
  }

  @Test(arguments: [
    "{}", #"{"title":null}"#, #"{"title":"T","tagList":[]}"#, #"{"tagList":null,"body":"B"}"#,
  ]) func whatIsLeftOutAndWhatIsNullStayApart(text: String) throws {
    let change = try JSONDecoder().decode(ChangeArticle.Input.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let copy = String(decoding: try encoder.encode(change), as: UTF8.self)
    #expect(try JSONDecoder().decode(ChangeArticle.Input.self, from: Data(copy.utf8)) == change)
    #expect(copy.count == text.count)
  }
}

/// Returns the command that saves changes and answers after that.
func saved(_ changes: [Change], _ response: Respond) -> any Command {
  Sequential([
    Save(changes, Reply { (_: StorageFailure?) -> Saved in fatalError("is not called") }), response,
  ])
}
