import KatanaRuntime
import KatanaTesting

/// An app whose commands are answered by the test, and whose subscriptions send when the test says so.
enum Travel {
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    let id: Int
    var count = 0
  }

  struct App: Model, Equatable {
    typealias Receives = AppMessage
    var log: [String] = []
    var rows: [Row] = []
    var sources: [String] = []
  }

  enum RowMessage: Message, Equatable { case counted, asked(String), queued(String) }

  enum AppMessage: Message {
    case add(String)
    case ask([any Command])
    case listen([String])
    case rows([Int])
  }

  /// A command that the test answers.
  struct Ask: Command, Equatable { var name: String }

  struct Source: Subscription, Equatable {
    let id: String
    init(_ id: String) { self.id = id }
  }

  static func program(_ model: App = App()) -> Program<App> {
    Program(
      model: model,
      CombinedUpdater<App>([
        .full(
          TypedFunctionUpdater { (model: inout App, message: AppMessage) in
            switch message {
            case .add(let text): model.log.append(text)
            case .ask(let commands): return commands
            case .listen(let sources): model.sources = sources
            case .rows(let ids): model.rows = ids.map { Row(id: $0) }
            }
            return []
          }),
        .each(
          \.rows,
          TypedFunctionUpdater { (row: inout Row, message: RowMessage) in
            switch message {
            case .counted: row.count += 1
            case .asked(let name): return [Ask(name: name)]
            case .queued(let name): return [Ask(name: name).queued(id: "q", .atMost(1))]
            }
            return []
          }),
        .full(FunctionSubscriptionProvider<App> { $0.sources.map(Source.init) }),
      ]))
  }

  /// What the interpreters keep for the test.
  final class World: Sendable {
    let asked = Locked<[String: Dispatcher]>([:])
    let cancelled = Locked<[String]>([])
    let sources = Locked<[String: SubscriptionDispatcher<Source>]>([:])
    private let log = Log()
    let clock = ManualClock()

    /// What was started and stopped, in order.
    var events: [String] { log.all }
    func note(_ event: String) { log(event) }

    /// Waits until something was started or stopped.
    func reached(_ event: String) async { await log.reached(event) }

    var running: [String] { sources.withLock { $0.keys.sorted() } }

    /// Sends an answer of a command that was started.
    func answer(_ name: String, _ text: String) {
      let dispatch = asked.withLock { $0[name] }
      dispatch?(AppMessage.add(text))
    }

    /// The command has ended.
    func end(_ name: String) { _ = asked.withLock { $0.removeValue(forKey: name) } }

    func emit(_ source: String, _ text: String) {
      let dispatch = sources.withLock { $0[source] }
      dispatch?(AppMessage.add(text))
    }

    func runtime(
      _ model: App = App(), eventHandlers: [EventHandler] = [], execution: Execution = .caller
    ) throws -> Runtime<App> {
      let runtime = try Runtime(
        program(model),
        interpreters: [
          .command(Ask.self) { [self] command, dispatch in
            dispatch.onCancel { [self] in cancelled.withLock { $0.append(command.name) } }
            _ = asked.withLock { $0.updateValue(dispatch, forKey: command.name) }
            note("ask \(command.name)")
          },
          .subscription { Listening($0, $1, self) },
        ],
        options: RuntimeOptions(
          eventHandlers: eventHandlers, clock: clock, execution: execution,
          issues: IssueRecorder().handler))
      runtime.start()
      return runtime
    }
  }

  final class Listening: SubscriptionInterpreter {
    typealias Sub = Source
    private let source: Source
    private let dispatch: SubscriptionDispatcher<Source>
    private let world: World

    init(_ source: Source, _ dispatch: SubscriptionDispatcher<Source>, _ world: World) {
      (self.source, self.dispatch, self.world) = (source, dispatch, world)
    }

    func start() {
      _ = world.sources.withLock { $0.updateValue(dispatch, forKey: source.id) }
      world.note("+\(source.id)")
    }

    func stop() {
      _ = world.sources.withLock { $0.removeValue(forKey: source.id) }
      world.note("-\(source.id)")
    }
  }
}
