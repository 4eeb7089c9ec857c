import InMemoryLogging
import InMemoryTracing
import KatanaRuntime
import KatanaTesting
import Logging
import MetricsTestKit
import ServerEvents
import Synchronization

/// A server whose messages say what their updates return, with all three event handlers.
struct ServerTest: Sendable {
  struct Server: Model {
    var requests = IdentifiedArray<Request>()
    var listens = false
  }

  struct Request: Model, Identifiable {
    typealias Receives = Perform
    let id: String
  }

  struct Perform: Message {
    var commands: [any Command] = []
    var text = secret
    init(_ commands: any Command...) { self.commands = commands }
  }

  enum Change: Message {
    case requests([String])
    case listens(Bool, String)
  }

  struct Unknown: Message {}

  /// A command that goes on until the test ends it.
  struct Hold: Command {
    var text = secret
  }

  struct Fail: Command {
    var text = secret
  }

  /// A command that sends a message.
  struct Answer: Command {
    var text = secret
  }

  struct Failure: Error {
    var text = secret
  }

  struct Socket: Subscription {
    var text = secret
  }

  private final class OpenSocket: PlainSubscriptionInterpreter {
    private let dispatch: SubscriptionDispatcher<Socket>

    init(subscription: Socket, dispatch: SubscriptionDispatcher<Socket>) {
      self.dispatch = dispatch
    }

    func start() { dispatch(Perform()) }
    func stop() {}
  }

  private final class Held: Sendable {
    private let dispatchers = Mutex<[Dispatcher]>([])

    func keep(_ dispatch: Dispatcher) { dispatchers.withLock { $0.append(dispatch) } }

    func release() {
      // Released after the lock: the end of a run is told at once.
      let released = dispatchers.withLock { held in
        defer { held = [] }
        return held
      }
      withExtendedLifetime(released) {}
    }
  }

  /// What must not appear anywhere: all payloads and ids hold it.
  static let secret = "4000-1234"

  private static let program = Program(
    model: Server(),
    CombinedUpdater<Server>([
      .full(TypedFunctionUpdater { (_: inout Server, message: Perform) in message.commands }),
      .full(
        TypedFunctionUpdater { (model: inout Server, message: Change) in
          switch message {
          case .requests(let ids): model.requests = IdentifiedArray(ids.map { Request(id: $0) })
          case .listens(let listens, _): model.listens = listens
          }
          return []
        }),
      .each(
        \.requests,
        TypedFunctionUpdater { (_: inout Request, message: Perform) in message.commands }),
      .full(FunctionSubscriptionProvider<Server> { $0.listens ? [Socket()] : [] }),
    ]))

  let clock = ManualClock()
  private let held = Held()
  let log: InMemoryLogHandler
  let metrics = TestMetrics()
  let tracer = InMemoryTracer()
  let runtime: Runtime<Server>

  init(level: Logger.Level = .trace) throws {
    var log = InMemoryLogHandler()
    log.logLevel = level
    let handler = log
    self.log = log
    runtime = try Runtime(
      Self.program,
      interpreters: [
        .command(Hold.self) { [held] _, dispatch in held.keep(dispatch) },
        .command(Answer.self) { (_, dispatch: Dispatcher) in dispatch(Perform()) },
        .command(Fail.self) { _, dispatch in dispatch.task { throw Failure() } },
        .subscription(OpenSocket.self),
      ],
      options: RuntimeOptions(
        eventHandlers: [
          .swiftLog(Logger(label: "server") { _ in handler }), .swiftMetrics(metrics),
          .swiftTracing(tracer),
        ], clock: clock, issues: IssueHandler { _ in }))
    runtime.start()
  }

  /// Lets the held commands come to their end.
  func release() { held.release() }
}
