import KatanaRuntime
import KatanaTesting
import Terminal
import TerminalInterpreters
import Testing

/// The interpreters that need a real runtime: they wait for consequences, and read causes.
@Suite struct LinesInARuntimeTests {
  struct Log: Model {
    var entries: [String] = []
    var found: [[String]] = []
  }

  enum Step: Message, Equatable {
    case wanted, worked, done
    case found([Cause])
  }

  struct Work: Command {}
  struct WorkInterpreter: AsyncCommandInterpreter {
    @concurrent func interpret(_ command: Work, dispatch: Dispatcher) async throws {
      await Task.yield()
      dispatch(Step.worked)
    }
  }

  struct StepUpdater: TypedUpdater {
    func update(model: inout Log, message: Step) -> [any Command] {
      switch message {
      case .wanted: return [Work()]
      case .worked, .done: model.entries.append("\(message)")
      case .found(let causes): model.found.append(causes.map { "\($0.sender) \($0.message)" })
      }
      return []
    }
  }

  struct Begin: Message {}
  struct BeginUpdater: TypedUpdater {
    func update(model: inout Log, message: Begin) -> [any Command] {
      [Perform(Step.wanted, done: Reply(Step.done))]
    }
  }

  struct WhyUpdater: TypedUpdater {
    func update(model: inout Log, message: TerminalMessage) -> [any Command] {
      message == .causesRequested ? [FindCauses(Reply(Step.found))] : []
    }
  }

  func runtime() throws -> Runtime<Log> {
    let history = History()
    let runtime = try Runtime(
      Program(
        model: Log(),
        CombinedUpdater<Log>([
          .full(StepUpdater()), .full(BeginUpdater()), .full(WhyUpdater()),
        ])),
      interpreters: [
        .command(PerformInterpreter()), .command(WorkInterpreter()),
        .command(FindCausesInterpreter(history: history)),
      ], options: RuntimeOptions(history: history))
    runtime.start()
    return runtime
  }

  @Test func aPerformedMessageIsDoneAfterAllThatItCaused() async throws {
    let runtime = try runtime()
    try await runtime.settle(Begin())
    #expect(runtime.model.entries == ["worked", "done"])
    await runtime.shutdown()
  }

  @Test func causesAreThoseOfTheLastMessageThatIsNotTheTerminals() async throws {
    let runtime = try runtime()
    try await runtime.settle(Step.wanted)
    runtime.dispatch(TerminalMessage.performed)
    try await runtime.settle(TerminalMessage.causesRequested)
    #expect(runtime.model.found == [["outside wanted", "Work worked"]])
    await runtime.shutdown()
  }

  @Test func thereAreNoCausesBeforeAnythingHasHappened() async throws {
    let runtime = try runtime()
    runtime.dispatch(TerminalMessage.causesRequested)
    #expect(runtime.model.found == [[]])
    await runtime.shutdown()
  }
}
