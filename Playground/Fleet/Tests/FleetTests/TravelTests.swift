import FleetInterface
import FleetServer
import Foundation
import Katana
import KatanaFleet
import KatanaRuntime
import Testing

/// What travels, and by which connections.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct TravelTests {
  private struct Answers: Model, Equatable {
    typealias Receives = AnswersMessage
    var open: Set<String> = []
    var answers: [String] = []
  }

  private enum AnswersMessage: Message {
    case logIn(Secret<String>), asked, sent(String), expected(String), answered(FleetAnswer<Int>),
      got(
        Int), failed(String)
  }

  private struct LogIn: Command, Codable {
    var password: Secret<String>
    var reply: Reply<Int> = .atHome
    private enum CodingKeys: CodingKey { case password }
  }

  private struct Count: Command, Codable {
    var tag: String
    var text = "abc"
    var reply: Reply<Int> = .atHome
    private enum CodingKeys: CodingKey { case tag, text }
  }

  private struct AnswersUpdater: TypedUpdater, SubscriptionProvider {
    func update(model: inout Answers, message: AnswersMessage) -> [any Command] {
      switch message {
      case .logIn(let password):
        return [
          LogIn(password: password, reply: reply { .got($0) })
            .onFailure(reply { .failed("\($0)") })
        ]
      case .asked:
        return [Large(reply: reply { .failed($0) }).onFailure(reply { .failed("\($0)") })]
      case .sent(let tag):
        model.open.insert(tag)
        return [Count(tag: tag)]
      case .expected(let tag): model.open.insert(tag)
      case .got(let count): model.answers.append("\(count)")
      case .failed(let reason): model.answers.append(reason)
      case .answered(let answer):
        if model.open.remove(answer.tag) != nil { model.answers.append("\(answer.result)") }
        return [AcknowledgeAnswer(of: Count.self, answer.tag)]
      }
      return []
    }

    func subscriptions(model: Answers) -> [any Subscription] {
      [FleetAnswers(of: Count.self, reply { .answered($0) })]
    }
  }

  private func app(
    _ connection: FleetConnection, secrets: SecretEncoding? = nil
  ) throws -> Runtime<Answers> {
    let runtime = try Runtime(
      Program(model: Answers(), AnswersUpdater()),
      interpreters: [
        .fleet(LogIn.self, reply: \.reply, secrets: secrets, on: connection),
        .fleet(Count.self, reply: \.reply, tag: \.tag, app: "my app", on: connection),
      ])
    runtime.start()
    return runtime
  }

  private func worker(_ options: FleetOptions) throws -> Task<Void, any Error> {
    let worker = FleetWorker(
      performing: [.job(LogIn.self, reply: \.reply), .job(Count.self, reply: \.reply)],
      interpreters: [
        .command(LogIn.self, reply: \.reply) { $0.password.revealed.count },
        .command(Count.self, reply: \.reply) { $0.text.count },
      ], on: try FleetConnection(options))
    return Task { try await worker.run() }
  }

  /// The first model with this number of answers.
  private func answers(_ count: Int, of runtime: Runtime<Answers>) async -> [String] {
    let (models, sender) = AsyncStream.makeStream(of: Answers.self)
    let token = runtime.observe { sender.yield($0) }
    sender.yield(runtime.model)
    defer { token.cancel() }
    for await model in models where model.answers.count >= count { return model.answers }
    return []
  }

  @Test func secretsTravelOnlyIfTheAppSaysHow() async throws {
    let server = try FleetServer()
    let worker = try worker(server.options)
    let closed = try app(try FleetConnection(server.options))
    try await closed.settle(AnswersMessage.logIn(Secret("hunter2")))
    let error = try #require(closed.model.answers.first)
    #expect(error.contains("LogIn was not sent") && error.contains("secrets: .revealed"))
    #expect(!error.contains("hunter2"))
    await closed.shutdown()
    let open = try app(try FleetConnection(server.options), secrets: .revealed)
    try await open.settle(AnswersMessage.logIn(Secret("hunter2")))
    #expect(open.model.answers == ["7"])
    await open.shutdown()
    worker.cancel()
    try await worker.value
  }

  @Test func aCommandThatIsTooLargeIsRefused() async throws {
    let server = try FleetServer()
    let app = try app(try FleetConnection(server.options), secrets: .revealed)
    try await app.settle(AnswersMessage.logIn(Secret(String(repeating: "a", count: 2_000_000))))
    #expect(app.model.answers.first?.contains("The fleet has refused it") == true)
    await app.shutdown()
  }

  /// Two apps and a worker of a user with a right password, and one with a wrong one.
  @Test func namesAndPasswords() async throws {
    let server = try FleetServer("authorization { user: katana, password: secret }")
    var options = server.options
    options.user = ("katana", Secret("secret"))
    try await expectAnswer(options)
    options.user = ("katana", Secret("wrong"))
    options.sendingLimit = .milliseconds(500)
    let app = try app(try FleetConnection(options), secrets: .revealed)
    try await app.settle(AnswersMessage.logIn(Secret("a")))
    let error = try #require(app.model.answers.first)
    #expect(error.contains("refused") && error.lowercased().contains("authorization"))
    #expect(!"\(options)".contains("wrong"))
    await app.shutdown()
  }

  /// The pair of keys of the documentation of NATS.
  @Test func nkeys() async throws {
    let key = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
    let server = try FleetServer("authorization { users: [{ nkey: \(key) }] }")
    let seed = try file("SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY")
    defer { try? FileManager.default.removeItem(at: seed) }
    var options = server.options
    options.nkey = (key, seed)
    try await expectAnswer(options)
  }

  @Test func encryptedConnections() async throws {
    let (certificate, key) = (try file(""), try file(""))
    defer { for file in [certificate, key] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
      key.path(), "-out", certificate.path(),
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let server = try FleetServer(
      "tls { cert_file: \"\(certificate.path())\", key_file: \"\(key.path())\" }")
    var options = server.options
    (options.isSecure, options.certificates) = (true, certificate)
    try await expectAnswer(options)
    // A server that nobody has vouched for gets nothing.
    options.certificates = nil
    options.sendingLimit = .milliseconds(500)
    let app = try app(try FleetConnection(options), secrets: .revealed)
    try await app.settle(AnswersMessage.logIn(Secret("a")))
    #expect(app.model.answers.first?.contains("can be reached") == true)
    await app.shutdown()
  }

  @Test func filesThatAreMissingAreAnErrorAtOnce() throws {
    var options = FleetOptions()
    (options.isSecure, options.certificates) = (true, URL(filePath: "/nowhere"))
    #expect(throws: FleetError.self) { _ = try FleetConnection(options) }
  }

  private func file(_ text: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "katana-fleet-\(UUID().uuidString)")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private func expectAnswer(_ options: FleetOptions) async throws {
    let worker = try worker(options)
    let app = try app(try FleetConnection(options), secrets: .revealed)
    try await app.settle(AnswersMessage.logIn(Secret("abcd")))
    #expect(app.model.answers == ["4"])
    await app.shutdown()
    worker.cancel()
    try await worker.value
  }

  // MARK: Tags

  @Test func anAnswerToATagComesWithItsSubscription() async throws {
    let server = try FleetServer()
    let app = try app(try FleetConnection(server.options))
    app.dispatch(AnswersMessage.sent("räksmörgås / 1"))
    let worker = try worker(server.options)
    #expect(await answers(1, of: app) == ["success(3)"])
    await app.shutdown()
    worker.cancel()
    try await worker.value
  }

  @Test func aTagThatNoWorkerTakesIsReported() async throws {
    let server = try FleetServer()
    var options = server.options
    (options.takingLimit, options.lease) = (.milliseconds(200), .milliseconds(60))
    let app = try app(try FleetConnection(options))
    app.dispatch(AnswersMessage.sent("a"))
    let answers = await answers(1, of: app)
    #expect(answers.first?.contains("No worker has taken Count") == true)
    await app.shutdown()
  }

  /// Of two that run at the same time, the second one waits longer than the limit.
  @Test func aQueueThatIsPerformedIsNoFailure() async throws {
    let server = try FleetServer()
    var options = server.options
    (options.takingLimit, options.lease) = (.milliseconds(600), .milliseconds(200))
    let worker = FleetWorker(
      performing: [.job(Count.self, reply: \.reply)],
      interpreters: [
        .command(Count.self, reply: \.reply) { command in
          try await Task.sleep(for: .milliseconds(1_500))
          return command.text.count
        }
      ], on: try FleetConnection(options), atOnce: 1)
    let work = Task { try await worker.run() }
    let app = try app(try FleetConnection(options))
    for tag in ["a", "b"] { app.dispatch(AnswersMessage.sent(tag)) }
    #expect(await answers(2, of: app) == ["success(3)", "success(3)"])
    await app.shutdown()
    work.cancel()
    try await work.value
  }

  @Test func aCommandThatWasGivenUpIsSentAgainByAPerson() async throws {
    let server = try FleetServer()
    var options = server.options
    // This worker gives up at once.
    options.deliveries = 0
    let connection = try FleetConnection(options)
    let app = try app(connection)
    app.dispatch(AnswersMessage.sent("a"))
    let first = try worker(options)
    let givenUp = try #require(await answers(1, of: app).first)
    #expect(givenUp.contains("Count was begun 0 times without an answer"))
    first.cancel()
    try await first.value
    let command = try #require(try await connection.givenUp().first)
    #expect(command.type == "Count" && command.tag == "a")
    #expect(String(decoding: command.payload, as: UTF8.self).contains("abc"))
    app.dispatch(AnswersMessage.expected("a"))
    try await connection.sendAgain(command)
    let second = try worker(server.options)
    #expect(await answers(2, of: app).last == "success(3)")
    #expect(try await connection.givenUp().isEmpty)
    await app.shutdown()
    second.cancel()
    try await second.value
  }

  /// After a failure, the app sends it again with its tag.
  @Test func aTagThatWasNotSentIsSentAgain() async throws {
    let server = try FleetServer()
    var options = server.options
    options.sendingLimit = .milliseconds(300)
    let app = try app(try FleetConnection(options))
    let connection = try FleetConnection(server.options)
    _ = try await connection.givenUp()
    server.kill()
    try await app.settle(AnswersMessage.sent("a"))
    try server.start()
    let worker = try worker(server.options)
    app.dispatch(AnswersMessage.sent("a"))
    #expect(await answers(1, of: app) == ["success(3)"])
    await app.shutdown()
    worker.cancel()
    try await worker.value
  }

  @Test func anAnswerThatIsTooLargeIsAFailure() async throws {
    let server = try FleetServer()
    let app = try Runtime(
      Program(model: Answers(), AnswersUpdater()),
      interpreters: [
        .fleet(
          LogIn.self, reply: \.reply, secrets: .revealed, on: try FleetConnection(server.options)),
        .fleet(Large.self, reply: \.reply, on: try FleetConnection(server.options)),
        .fleetAtHome(Count.self, reply: \.reply), .command(Count.self, reply: \.reply) { _ in 0 },
      ])
    app.start()
    let worker = FleetWorker(
      performing: [.job(Large.self, reply: \.reply)],
      interpreters: [
        .command(Large.self, reply: \.reply) { _ in String(repeating: "a", count: 2_000_000) }
      ], on: try FleetConnection(server.options))
    let work = Task { try await worker.run() }
    try await app.settle(AnswersMessage.asked)
    #expect(app.model.answers.first?.contains("The fleet has refused it") == true)
    await app.shutdown()
    work.cancel()
    try await work.value
  }

  private struct Large: Command, Codable {
    var reply: Reply<String> = .atHome
    private enum CodingKeys: CodingKey {}
  }
}
