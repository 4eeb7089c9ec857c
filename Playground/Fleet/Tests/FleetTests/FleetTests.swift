import FleetInterface
import FleetServer
import Katana
import KatanaFleet
import KatanaRuntime
import Logging
import ServiceLifecycle
import Synchronization
import Testing

/// An app whose command is performed elsewhere.
struct Counts: Model, Equatable {
  typealias Receives = CountsMessage
  var lengths: [String: Int] = [:]
  var failures: [String: String] = [:]
}

enum CountsMessage: Message, Equatable {
  case asked([String])
  case counted(String, Int)
  case failed(String, String)
  case cancelled(String)
}

/// Counts the letters of a text.
struct CountLetters: Command, Codable {
  var text: String
  var reply = Reply<Int> { CountsMessage.counted("", $0) }

  private enum CodingKeys: CodingKey { case text }
}

struct CountsUpdater: TypedUpdater {
  func update(model: inout Counts, message: CountsMessage) -> [any Command] {
    switch message {
    case .asked(let texts):
      return texts.map { text in
        CountLetters(text: text, reply: Reply { CountsMessage.counted(text, $0) })
          .onFailure(Reply { CountsMessage.failed(text, "\($0)") })
          .cancellable(id: text)
      }
    case .counted(let text, let length): model.lengths[text] = length
    case .failed(let text, let reason): model.failures[text] = reason
    case .cancelled(let text): return [Cancel(id: text)]
    }
    return []
  }
}

/// A server has no clock that a test could set, so some tests of interruptions wait for parts of a second.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct FleetTests {
  let server: FleetServer

  init() throws { server = try FleetServer() }

  private func app(_ options: FleetOptions) throws -> Runtime<Counts> {
    let runtime = try Runtime(
      Program(model: Counts(), CountsUpdater()),
      interpreters: [
        .fleet(CountLetters.self, reply: \.reply, on: try FleetConnection(options))
      ])
    runtime.start()
    return runtime
  }

  /// A worker that runs until its task is cancelled.
  private func worker(
    _ options: FleetOptions, form: Int = 1,
    _ count: @escaping @Sendable (CountLetters) async throws -> Int = { $0.text.count }
  ) throws -> Task<Void, any Error> {
    let worker = FleetWorker(
      performing: [.job(CountLetters.self, form: form, reply: \.reply)],
      interpreters: [Interpreter.command(CountLetters.self, reply: \.reply, count)],
      on: try FleetConnection(options), atOnce: 2)
    return Task { try await worker.run() }
  }

  private func end(_ app: Runtime<Counts>, _ worker: Task<Void, any Error>) async throws {
    worker.cancel()
    try await worker.value
    await app.shutdown()
  }

  @Test func commandsThatAWorkerPerformsAreAnsweredAtHome() async throws {
    let app = try app(server.options)
    let worker = try worker(server.options)
    let texts = (0..<50).map { String(repeating: "a", count: $0) }
    try await app.settle(CountsMessage.asked(texts))
    #expect(app.model.lengths == Dictionary(uniqueKeysWithValues: texts.map { ($0, $0.count) }))
    #expect(app.model.failures == [:])
    try await end(app, worker)
  }

  @Test func failuresOfTheWorkerFailTheCommandAtHome() async throws {
    let app = try app(server.options)
    let worker = try worker(server.options) { _ in throw Broken() }
    try await app.settle(CountsMessage.asked(["a"]))
    #expect(app.model.lengths == [:])
    #expect(app.model.failures["a"]?.contains("CountLetters has failed on its worker") == true)
    #expect(app.model.failures["a"]?.contains("the disk is full") == true)
    try await end(app, worker)
  }

  private struct Broken: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
  }

  @Test func commandsWaitForAWorkerThatStartsLater() async throws {
    let app = try app(server.options)
    async let settled = app.settle(CountsMessage.asked(["abc"]))
    let worker = try worker(server.options)
    _ = try await settled
    #expect(app.model.lengths == ["abc": 3])
    try await end(app, worker)
  }

  @Test func aCommandThatNoWorkerTakesIsReported() async throws {
    var options = server.options
    (options.takingLimit, options.lease) = (.milliseconds(200), .milliseconds(60))
    let app = try app(options)
    try await app.settle(CountsMessage.asked(["abc"]))
    #expect(app.model.failures["abc"]?.contains("No worker has taken CountLetters") == true)
    // It never begins later.
    let begun = Mutex(0)
    let worker = try worker(server.options) {
      begun.withLock { $0 += 1 }
      return $0.text.count
    }
    try await app.settle(CountsMessage.asked(["d"]))
    #expect(begun.withLock { $0 } == 1)
    try await end(app, worker)
  }

  @Test func theServerIsAwayAndComesBack() async throws {
    let app = try app(server.options)
    let worker = try worker(server.options)
    try await app.settle(CountsMessage.asked(["a"]))
    server.kill()
    async let settled = app.settle(CountsMessage.asked(["bc", "def"]))
    try server.start()
    _ = try await settled
    #expect(app.model.lengths == ["a": 1, "bc": 2, "def": 3])
    try await end(app, worker)
  }

  /// While no server is there, no worker can take it.
  @Test func anInterruptionIsNotBlamedOnWorkers() async throws {
    var options = server.options
    (options.takingLimit, options.lease) = (.milliseconds(1_000), .milliseconds(300))
    let app = try app(options)
    let worker = try worker(options) { command in
      // It ends after the interruption, which is longer than the limit.
      if command.text == "long" { try await Task.sleep(for: .milliseconds(2_200)) }
      return 4
    }
    try await app.settle(CountsMessage.asked(["a"]))
    async let settled = app.settle(CountsMessage.asked(["long"]))
    try await Task.sleep(for: .milliseconds(200))
    server.kill()
    try await Task.sleep(for: .milliseconds(1_800))
    try server.start()
    _ = try await settled
    #expect(app.model.lengths["long"] == 4)
    #expect(app.model.failures == [:])
    try await end(app, worker)
  }

  @Test func commandsThatWaitForAServerThatDoesNotComeBackFail() async throws {
    var options = server.options
    options.sendingLimit = .milliseconds(500)
    let app = try app(options)
    app.dispatch(CountsMessage.asked(["stored"]))
    let connection = try FleetConnection(server.options)
    // It is on the server when this answers.
    _ = try await connection.givenUp()
    server.kill()
    try await app.settle(CountsMessage.asked(["sent"]))
    let (models, sender) = AsyncStream.makeStream(of: Counts.self)
    let token = app.observe { sender.yield($0) }
    sender.yield(app.model)
    for await model in models where model.failures.count == 2 { break }
    token.cancel()
    #expect(app.model.failures["stored"]?.contains("start nats-server with -js") == true)
    await app.shutdown()
  }

  @Test func aServerThatStaysAwayIsAFailureThatSaysWhatToDo() async throws {
    var options = server.options
    options.sendingLimit = .milliseconds(300)
    let app = try app(options)
    server.kill()
    try await app.settle(CountsMessage.asked(["a"]))
    #expect(app.model.failures["a"]?.contains("start nats-server with -js") == true)
    await app.shutdown()
  }

  @Test func theServerStartsAfterAppAndWorker() async throws {
    let options = server.options
    server.kill()
    let app = try app(options)
    let worker = try worker(options)
    async let settled = app.settle(CountsMessage.asked(["abc"]))
    try server.start()
    _ = try await settled
    #expect(app.model.lengths == ["abc": 3])
    try await end(app, worker)
  }

  @Test func aWorkerThatEndsLeavesTheQueueToOthers() async throws {
    let app = try app(server.options)
    let (first, second) = (try worker(server.options), try worker(server.options))
    try await app.settle(CountsMessage.asked(["a", "b", "c", "d", "e"]))
    first.cancel()
    try await first.value
    try await app.settle(CountsMessage.asked(["abc", "abcd"]))
    #expect(app.model.lengths.count == 7)
    second.cancel()
    try await second.value
    await app.shutdown()
  }

  @Test func aServiceGroupThatEndsLetsItsWorkerEndWhatItHasBegun() async throws {
    let app = try app(server.options)
    let begun = AsyncStream<Void>.makeStream()
    let worker = FleetWorker(
      performing: [.job(CountLetters.self, reply: \.reply)],
      interpreters: [
        .command(CountLetters.self, reply: \.reply) { command in
          begun.continuation.yield()
          try await Task.sleep(for: .milliseconds(300))
          return command.text.count
        }
      ], on: try FleetConnection(server.options), atOnce: 1)
    let group = ServiceGroup(services: [worker], logger: Logger(label: "test"))
    let running = Task { try await group.run() }
    async let settled = app.settle(CountsMessage.asked(["abc"]))
    for await _ in begun.stream { break }
    await group.triggerGracefulShutdown()
    _ = try await settled
    try await running.value
    #expect(app.model.lengths == ["abc": 3])
    await app.shutdown()
  }

  /// Also if the worker begins while its connection is opened.
  @Test func noMoreThanSaidRunAtTheSameTime() async throws {
    let app = try app(server.options)
    let running = Mutex((now: 0, most: 0))
    for round in 0..<5 {
      let worker = FleetWorker(
        performing: [.job(CountLetters.self, reply: \.reply)],
        interpreters: [
          .command(CountLetters.self, reply: \.reply) { command in
            running.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            try await Task.sleep(for: .milliseconds(2))
            running.withLock { $0.now -= 1 }
            return command.text.count
          }
        ], on: try FleetConnection(server.options), atOnce: 1)
      let work = Task { try await worker.run() }
      try await app.settle(CountsMessage.asked((0..<20).map { "\(round) \($0)" }))
      work.cancel()
      try await work.value
    }
    #expect(running.withLock { $0.most } == 1)
    await app.shutdown()
  }

  @Test func aWorkerWithoutTheInterpreterOfAJobDoesNotStart() async throws {
    let worker = FleetWorker(
      performing: [.job(CountLetters.self, reply: \.reply)], interpreters: [],
      on: try FleetConnection(server.options))
    await #expect(throws: WiringError.self) { try await worker.run() }
  }

  /// The connection is closed right after the failure, as at the end of a process.
  @Test func whatHasFailedBeforeItBeganNeverBegins() async throws {
    var options = server.options
    (options.takingLimit, options.lease) = (.milliseconds(100), .milliseconds(30))
    for how in ["late", "cancelled"] {
      let connection = try FleetConnection(options)
      let app = try Runtime(
        Program(model: Counts(), CountsUpdater()),
        interpreters: [.fleet(CountLetters.self, reply: \.reply, on: connection)])
      app.start()
      if how == "late" {
        try await app.settle(CountsMessage.asked([how]))
      } else {
        app.dispatch(CountsMessage.asked([how]))
        // It is on the server when this answers.
        _ = try await connection.givenUp()
      }
      await app.shutdown()
      await connection.close()
    }
    let begun = Mutex<[String]>([])
    let worker = try worker(server.options) { command in
      begun.withLock { $0.append(command.text) }
      return 0
    }
    let other = try app(server.options)
    try await other.settle(CountsMessage.asked(["other"]))
    #expect(begun.withLock { $0 } == ["other"])
    try await end(other, worker)
  }

  /// Unlike one whose service group ends, it does not end what it has begun.
  @Test func aWorkerThatIsCancelledLeavesWhatItPerforms() async throws {
    let app = try app(server.options)
    let begun = AsyncStream<Void>.makeStream()
    let first = try worker(server.options) { _ in
      begun.continuation.yield()
      try await Task.sleep(for: .seconds(3_600))
      return 0
    }
    async let settled = app.settle(CountsMessage.asked(["abc"]))
    for await _ in begun.stream { break }
    first.cancel()
    try await first.value
    let second = try worker(server.options)
    _ = try await settled
    #expect(app.model.lengths == ["abc": 3])
    try await end(app, second)
  }

  @Test func aCancelledCommandThatHasNotBegunNeverBegins() async throws {
    let app = try app(server.options)
    app.dispatch(CountsMessage.asked(["first"]))
    try await app.settle(CountsMessage.cancelled("first"))
    let begun = Mutex<[String]>([])
    let worker = try worker(server.options) { command in
      begun.withLock { $0.append(command.text) }
      return command.text.count
    }
    try await app.settle(CountsMessage.asked(["second"]))
    #expect(begun.withLock { $0 } == ["second"])
    #expect(app.model.lengths == ["second": 6])
    try await end(app, worker)
  }

  @Test func aWorkerIsToldOfACommandThatIsCancelled() async throws {
    let app = try app(server.options)
    let (begun, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Bool>.makeStream())
    let worker = try worker(server.options) { _ in
      begun.continuation.yield()
      do { try await Task.sleep(for: .seconds(3_600)) } catch {
        ended.continuation.yield(Task.isCancelled)
        throw error
      }
      return 0
    }
    app.dispatch(CountsMessage.asked(["a"]))
    for await _ in begun.stream { break }
    app.dispatch(CountsMessage.cancelled("a"))
    for await isCancelled in ended.stream {
      #expect(isCancelled)
      break
    }
    worker.cancel()
    try await worker.value
    #expect(app.model == Counts())
    await app.shutdown()
  }

  /// A cancellation may come to a worker before its command does.
  @Test func noCancellationIsLost() async throws {
    let app = try app(server.options)
    let worker = try worker(server.options) { command in
      if command.text != "last" { try await Task.sleep(for: .seconds(3_600)) }
      return 4
    }
    let texts = (0..<300).map { "\($0)" }
    app.dispatch(CountsMessage.asked(texts))
    for text in texts { app.dispatch(CountsMessage.cancelled(text)) }
    try await app.settle(CountsMessage.asked(["last"]))
    #expect(app.model.lengths == ["last": 4])
    try await end(app, worker)
  }

  /// A worker of an older form leaves what it would not understand.
  @Test func aWorkerOfAnotherFormLeavesACommandForOthers() async throws {
    let runtime = try Runtime(
      Program(model: Counts(), CountsUpdater()),
      interpreters: [
        .fleet(CountLetters.self, form: 2, reply: \.reply, on: try FleetConnection(server.options))
      ])
    runtime.start()
    let older = try worker(server.options) { _ in -1 }
    async let settled = runtime.settle(CountsMessage.asked(["abc"]))
    let newer = try worker(server.options, form: 2)
    _ = try await settled
    #expect(runtime.model.lengths == ["abc": 3])
    for worker in [older, newer] {
      worker.cancel()
      try await worker.value
    }
    await runtime.shutdown()
  }

  @Test func tooManyThatWaitAreRefused() async throws {
    var options = server.options
    options.waitingLimit = 2
    let app = try app(options)
    app.dispatch(CountsMessage.asked(["a", "b"]))
    try await app.settle(CountsMessage.asked(["c"]))
    #expect(
      app.model.failures["c"]?.contains("start more workers, or raise `waitingLimit`") == true)
    // What was refused takes no place, and those that wait are answered.
    let (models, sender) = AsyncStream.makeStream(of: Counts.self)
    let token = app.observe { sender.yield($0) }
    sender.yield(app.model)
    let worker = try worker(options)
    for await model in models where model.lengths.count + model.failures.count > 2 { break }
    token.cancel()
    #expect(app.model.lengths == ["a": 1, "b": 1] && app.model.failures.count == 1)
    try await end(app, worker)
  }

  @Test func longCommandsKeepTheirLease() async throws {
    let app = try app(server.options)
    let begun = Mutex(0)
    let worker = try worker(server.options) { _ in
      begun.withLock { $0 += 1 }
      // Longer than two leases of a second.
      try await Task.sleep(for: .milliseconds(2_500))
      return 7
    }
    try await app.settle(CountsMessage.asked(["a"]))
    #expect(app.model.lengths == ["a": 7])
    #expect(begun.withLock { $0 } == 1)
    try await end(app, worker)
  }

  /// Whether a server has refused it, or was there.
  @Test(arguments: [false, true]) func aConnectionThatNobodyHoldsEnds(isThere: Bool) async throws {
    if !isThere { server.kill() }
    weak var held: FleetConnection?
    do {
      var options = server.options
      options.sendingLimit = .milliseconds(200)
      (options.takingLimit, options.lease) = (.milliseconds(200), .milliseconds(60))
      let connection = try FleetConnection(options)
      held = connection
      let app = try Runtime(
        Program(model: Counts(), CountsUpdater()),
        interpreters: [.fleet(CountLetters.self, reply: \.reply, on: connection)])
      app.start()
      try await app.settle(CountsMessage.asked(["a"]))
      await app.shutdown()
    }
    // So does that of a worker.
    weak var ofWorker: FleetConnection?
    do {
      let connection = try FleetConnection(server.options)
      ofWorker = connection
      let worker = FleetWorker(
        performing: [.job(CountLetters.self, reply: \.reply)],
        interpreters: [.command(CountLetters.self, reply: \.reply) { $0.text.count }],
        on: connection)
      let work = Task { try await worker.run() }
      // The connection is set up.
      if isThere { _ = try await connection.givenUp() }
      work.cancel()
      try await work.value
    }
    // What they still do on their own threads ends, too.
    while held != nil || ofWorker != nil { try await Task.sleep(for: .milliseconds(10)) }
  }
}
