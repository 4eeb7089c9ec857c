import FleetInterface
import FleetServer
import Katana
import KatanaFleet
import KatanaRuntime
import Logging
import ServiceLifecycle
import Synchronization
import Testing

/// What the guide of control says holds for commands that are performed elsewhere.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ControlTests {
  let server: FleetServer

  init() throws { server = try FleetServer() }

  private struct Log: Model, Equatable {
    typealias Receives = LogMessage
    var texts: [String] = []
  }

  private enum LogMessage: Message {
    case perform([any Command])
    case wrote(String)
  }

  private struct LogUpdater: TypedUpdater {
    func update(model: inout Log, message: LogMessage) -> [any Command] {
      switch message {
      case .perform(let commands): return commands
      case .wrote(let text): model.texts.append(text)
      }
      return []
    }
  }

  private func command(_ text: String) -> CountLetters {
    CountLetters(text: text, reply: Reply { LogMessage.wrote("\(text): \($0)") })
  }

  private func failed(_ text: String) -> Reply<any Error> {
    Reply { LogMessage.wrote("\(text): \(type(of: $0))") }
  }

  /// Performs commands on a worker, and returns what was written.
  private func texts(
    _ commands: [any Command], history: History? = nil,
    _ count: @escaping @Sendable (CountLetters) async throws -> Int
  ) async throws -> [String] {
    let runtime = try Runtime(
      Program(model: Log(), LogUpdater()),
      interpreters: [
        .fleet(CountLetters.self, reply: \.reply, on: try FleetConnection(server.options))
      ], options: RuntimeOptions(history: history))
    runtime.start()
    let worker = FleetWorker(
      performing: [.job(CountLetters.self, reply: \.reply)],
      interpreters: [Interpreter.command(CountLetters.self, reply: \.reply, count)],
      on: try FleetConnection(server.options), atOnce: 8)
    let group = ServiceGroup(services: [worker], logger: Logger(label: "test"))
    let work = Task { try await group.run() }
    try await runtime.settle(LogMessage.perform(commands))
    let texts = runtime.model.texts
    await runtime.shutdown()
    // The worker completes what it has begun, so this returns only if nothing runs on.
    await group.triggerGracefulShutdown()
    try await work.value
    return texts
  }

  @Test func commandsOfOneQueueFollowEachOther() async throws {
    let running = Mutex((now: 0, most: 0))
    let texts = try await texts(
      (1...6).map { command(String(repeating: "a", count: $0)).queued(id: "q", .atMost(1)) }
    ) { command in
      running.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
      // The longer it waits, the sooner it would end.
      try await Task.sleep(for: .milliseconds(20 / command.text.count))
      running.withLock { $0.now -= 1 }
      return command.text.count
    }
    #expect(texts.map { $0.last } == ["1", "2", "3", "4", "5", "6"])
    #expect(running.withLock { $0.most } == 1)
  }

  private struct Busy: RetryableError { var isTemporary: Bool }

  @Test func aRetriedCommandIsSentAgain() async throws {
    let tries = Mutex(0)
    let texts = try await texts([
      command("abc").retried(Retry(3)).onFailure(failed("abc"))
    ]) { command in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      if number < 3 { throw Busy(isTemporary: true) }
      return command.text.count
    }
    #expect(texts == ["abc: 3"])
    #expect(tries.withLock { $0 } == 3)
  }

  /// An error says on which side it is whether it may pass.
  @Test func anErrorThatDoesNotPassIsNotRetried() async throws {
    let tries = Mutex(0)
    let texts = try await texts([
      command("abc").retried(Retry(3)).onFailure(failed("abc"))
    ]) { _ in
      tries.withLock { $0 += 1 }
      throw Busy(isTemporary: false)
    }
    #expect(texts == ["abc: FleetError"])
    #expect(tries.withLock { $0 } == 1)
  }

  @Test func aCommandThatTakesTooLongIsCancelledOnItsWorker() async throws {
    let runs = Mutex((begun: 0, cancelled: 0))
    let slow = command("slow").timingOut(after: .seconds(1), LogMessage.wrote("too late"))
    // The worker takes commands when the first one is answered.
    let texts = try await texts([Sequential([command("abc"), slow])]) { command in
      if command.text == "abc" { return 3 }
      runs.withLock { $0.begun += 1 }
      do { try await Task.sleep(for: .seconds(3_600)) } catch {
        runs.withLock { $0.cancelled += 1 }
        throw error
      }
      return 0
    }
    #expect(texts == ["abc: 3", "too late"])
    #expect(runs.withLock { $0 == (1, 1) })
  }

  @Test func theHistoryNamesTheCommandAsTheCauseOfItsAnswer() async throws {
    let history = History()
    _ = try await texts([command("abc")], history: history) { $0.text.count }
    let chain = history.chain(of: history.latest)
    #expect(chain.contains("perform"))
    #expect(chain.contains("→ CountLetters → wrote (FleetTests/ControlTests.swift:"))
  }
}
