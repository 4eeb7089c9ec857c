import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct EventTraceTests {
  /// One entry of a trace, as a reader that is not ours sees it.
  private struct Entry: Decodable, Equatable {
    var ph: String
    var name: String
    var tid: Int?
    var ts: Double?
    var dur: Double?
    var id: Int?
    var args: [String: Argument]?

    enum Argument: Decodable, Equatable {
      case text(String)
      case number(Int)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
  }

  private struct File: Decodable {
    var traceEvents: [Entry]
    var otherData: [String: String]?
  }

  struct App: Model {
    var listens = false
    var count = 0
  }

  enum AppMessage: Message {
    case load
    case loaded
    case listen(Bool)
    case later
    case loadAgain
  }

  struct Load: Command {}
  struct Fail: Command {}
  struct Failure: Error { var text = "secret" }
  struct Source: Subscription { var id: Int { 1 } }

  static let program = Program(
    model: App(),
    TypedFunctionUpdater { (model: inout App, message: AppMessage) in
      switch message {
      case .load: return [Load()]
      case .loaded: model.count += 1
      case .listen(let listens): model.listens = listens
      case .later: return [Load().delayed(by: .seconds(1))]
      case .loadAgain: return [Cancel(id: "load"), Load().cancellable(id: "load"), Fail()]
      }
      return []
    }, FunctionSubscriptionProvider<App> { $0.listens ? [Source()] : [] })

  private let clock = ManualClock()
  private let held = Locked<[Dispatcher]>([])

  private func start(_ trace: EventTrace) throws -> Runtime<App> {
    let held = held
    let runtime = try Runtime(
      Self.program,
      interpreters: [
        .command(Load.self) { (_, dispatch: Dispatcher) in held.withLock { $0.append(dispatch) } },
        .command(Fail.self) { _, dispatch in dispatch.task { throw Failure() } },
        .subscription { (_: Source, _) in IdleInterpreter<Source>() },
      ],
      options: RuntimeOptions(
        eventHandlers: [trace.eventHandler], clock: clock, issues: IssueHandler { _ in }))
    runtime.start()
    return runtime
  }

  private func entries(_ trace: EventTrace) throws -> File {
    try JSONDecoder().decode(File.self, from: Data(trace.json().utf8))
  }

  @Test func updatesAndRunsAreSpansWithArrowsFromCauseToEffect() throws {
    let trace = EventTrace(name: "a \"name\"\n")
    let runtime = try start(trace)
    clock.advance(by: .microseconds(2))
    runtime.dispatch(AppMessage.load, file: "A.swift", line: 7)
    clock.advance(by: .milliseconds(3))
    held.withLock { $0[0] }(AppMessage.loaded)
    clock.advance(by: .milliseconds(1))
    held.withLock { $0 = [] }
    let file = try entries(trace)
    let spans = file.traceEvents.filter { $0.ph == "X" }
    #expect(spans.map(\.name) == ["AppMessage.load", "Load", "AppMessage.loaded"])
    #expect(spans.map(\.ts) == [2, 2, 3_002])
    #expect(spans[1].dur == 4_000)
    #expect(spans[1].args?["end"] == .text("finished"))
    #expect(spans[0].args?["place"] == .text("A.swift:7"))
    #expect(spans[2].args?["cause"] == .text("1"))
    let arrows = file.traceEvents.filter { $0.ph == "s" || $0.ph == "f" }
    #expect(arrows.map(\.ph) == ["s", "f", "s", "f"])
    #expect(arrows.map(\.tid) == [2, 3, 3, 2])
    #expect(arrows.map(\.ts) == [2, 2, 3_002, 3_002])
    #expect(file.traceEvents.first?.args?["name"] == .text("a \"name\"\n"))
    withExtendedLifetime(runtime) {}
  }

  @Test func runsAtTheSameTimeHaveLanesOfTheirOwn() throws {
    let trace = EventTrace(name: "app")
    let runtime = try start(trace)
    runtime.dispatch(AppMessage.load)
    runtime.dispatch(AppMessage.load)
    held.withLock { _ = $0.removeFirst() }
    runtime.dispatch(AppMessage.load)
    let lanes = try entries(trace).traceEvents.filter { $0.ph == "X" && $0.name == "Load" }
      .compactMap(\.tid)
    #expect(lanes == [3, 4, 3])
    withExtendedLifetime(runtime) {}
  }

  @Test func subscriptionsAreSpansAndWaitingIsACounter() throws {
    let trace = EventTrace(name: "app")
    let runtime = try start(trace)
    runtime.dispatch(AppMessage.listen(true))
    runtime.dispatch(AppMessage.later)
    clock.advance(by: .seconds(1))
    runtime.dispatch(AppMessage.listen(false))
    let all = try entries(trace).traceEvents
    let source = all.first { $0.name == "Source" }
    #expect(source?.dur == 1_000_000)
    #expect(source?.args?["stopped by"] == .text("3"))
    let counts = all.filter { $0.ph == "C" }
    #expect(counts.map { $0.args?["commands"] } == [.number(1), .number(0)])
    #expect(counts.map(\.ts) == [0, 1_000_000])
    withExtendedLifetime(runtime) {}
  }

  @Test func threadsAreNamedInTheOrderInWhichTheyAreShown() throws {
    let trace = EventTrace(name: "app")
    let runtime = try start(trace)
    runtime.dispatch(AppMessage.listen(true))
    runtime.dispatch(AppMessage.load)
    runtime.dispatch(AppMessage.load)
    runtime.requestShutdown()
    runtime.dispatch(AppMessage.load)
    let threads = try entries(trace).traceEvents.filter { $0.name == "thread_name" }
    #expect(threads.map(\.tid) == [2, 3, 4, 5, 6])
    #expect(
      threads.map { $0.args?["name"] }
        == ["updates", "commands", "commands", "subscriptions", "issues"].map { .text($0) })
  }

  @Test func theNameOfARunSaysThatItFailedOrWasCancelled() async throws {
    let trace = EventTrace(name: "app")
    let runtime = try start(trace)
    runtime.dispatch(AppMessage.loadAgain)
    runtime.dispatch(AppMessage.loadAgain)
    held.withLock { $0 = [] }
    await runtime.finish()
    let file = try entries(trace)
    let spans = file.traceEvents.filter { $0.ph == "X" }
    #expect(spans.first?.args?["commands"] == .text("Cancel, Load, Fail"))
    let ends = spans.compactMap { span in span.args?["end"].map { (span.name, $0) } }
    #expect(
      ends.map(\.0).sorted() == ["Fail (failed)", "Fail (failed)", "Load", "Load (cancelled)"])
    #expect(ends.first { $0.0 == "Fail (failed)" }?.1 == .text("failed: Failure"))
    #expect(ends.first { $0.0 == "Load (cancelled)" }?.1 == .text("cancelled by 2"))
    #expect(!trace.json().contains("secret"))
    withExtendedLifetime(runtime) {}
  }

  @Test func issuesAndMessagesThatAreNotHandledHaveALane() async throws {
    let trace = EventTrace(name: "app")
    let runtime = try start(trace)
    await runtime.shutdown()
    runtime.dispatch(AppMessage.load)
    let issues = try entries(trace).traceEvents.filter { $0.ph == "i" }
    #expect(issues.map(\.name) == ["AppMessage.load not handled: lost", "dispatchAfterShutdown"])
    #expect(issues.map(\.tid) == [3, 3])
  }

  @Test func whatHasBegunBeforeTheLimitEnds() throws {
    let trace = EventTrace(name: "app", limit: 4)
    let runtime = try start(trace)
    runtime.dispatch(AppMessage.listen(true))
    runtime.dispatch(AppMessage.load)
    clock.advance(by: .seconds(1))
    held.withLock { $0 = [] }
    runtime.dispatch(AppMessage.listen(false))
    clock.advance(by: .seconds(1))
    runtime.dispatch(AppMessage.load)
    let spans = try entries(trace).traceEvents.filter { $0.ph == "X" }
    #expect(spans.map(\.name) == ["AppMessage.listen", "Source", "AppMessage.load", "Load"])
    #expect(spans.map(\.dur) == [0, 1_000_000, 0, 1_000_000])
  }

  @Test func whatComesAfterTheLimitIsCounted() throws {
    let trace = EventTrace(name: "app", limit: 2)
    let runtime = try start(trace)
    for _ in 0..<5 { runtime.dispatch(AppMessage.loaded) }
    let file = try entries(trace)
    #expect(file.traceEvents.filter { $0.ph == "X" }.count == 2)
    #expect(file.otherData?["left out"] == "3 events, over the limit")
  }

  @Test func whatStillRunsEndsAtTheEndOfTheTrace() throws {
    let trace = EventTrace(name: "app")
    let runtime = try start(trace)
    runtime.dispatch(AppMessage.load)
    clock.advance(by: .seconds(2))
    runtime.dispatch(AppMessage.loaded)
    let run = try entries(trace).traceEvents.first { $0.name == "Load" }
    #expect(run?.dur == 2_000_000)
    #expect(run?.args?["end"] == .text("still runs"))
    withExtendedLifetime(runtime) {}
  }
}
