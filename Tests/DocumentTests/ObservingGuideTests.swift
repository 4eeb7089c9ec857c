import KatanaRuntime
import KatanaTesting
import Observation
import Testing

// The code of Docs/observing.md, in its order.

struct Board: Model, Equatable {
  typealias Receives = BoardMessage

  var title = "Today"
  var tasks: IdentifiedArray<BoardTask> = []
}

struct BoardTask: Model, Equatable, Identifiable {
  var id: Int
  var text: String
}

enum BoardMessage: Message, Equatable { case renamed(String), added(BoardTask), cleared }

struct BoardUpdater: TypedUpdater {
  func update(model: inout Board, message: BoardMessage) -> [any Command] {
    switch message {
    case .renamed(let title): model.title = title
    case .added(let task): model.tasks.append(task)
    case .cleared: model.tasks = []
    }
    return []
  }
}

@Suite struct ObservingGuideTests {
  let tea = BoardTask(id: 7, text: "tea")

  @Test func aTitleIsShownNowAndWhenItChanges() async throws {
    let shown = Locked<[String]>([])
    let runtime = try Runtime(Program(model: Board(), BoardUpdater()))
    let observation = runtime.observe(\.title) { title in shown.withLock { $0.append(title) } }

    runtime.start()
    runtime.dispatch(BoardMessage.added(tea))
    runtime.dispatch(BoardMessage.renamed("Tomorrow"))
    #expect(shown.withLock { $0 } == ["Today", "Tomorrow"])

    observation.cancel()
    runtime.dispatch(BoardMessage.renamed("Some day"))
    #expect(shown.withLock { $0 } == ["Today", "Tomorrow"])
    runtime.dispatch(BoardMessage.cleared)
    async let added: Void = runtime.deliver(BoardMessage.added(tea))
    for await model in runtime.models where !model.tasks.isEmpty { break }
    await added
    await runtime.shutdown()
  }

  @Test func theFunctionIsReleasedWithItsToken() throws {
    final class Screen: Sendable {}
    let runtime = try Runtime(Program(model: Board(), BoardUpdater()))
    var screen: Screen? = Screen()
    weak let kept = screen
    var observation: ObservationToken? = runtime.observe { [screen] (_: Board) in _ = screen }
    screen = nil
    #expect(kept != nil)
    withExtendedLifetime(observation) {}
    observation = nil
    #expect(kept == nil)
    runtime.requestShutdown()
  }

  /// Why a view reads the ids of its rows.
  @MainActor @Test func askingForTheStoreOfAChildIsNotTracked() throws {
    let runtime = try Runtime(
      Program(model: Board(tasks: [tea]), BoardUpdater()),
      options: RuntimeOptions(execution: .main))
    runtime.start()
    let store = ObservableStore(runtime)
    let changes = Locked(0)
    let task = withObservationTracking {
      store[Board.at.tasks[7]]
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    #expect(task?.isThere == true)
    store.dispatch(.cleared)
    #expect(task?.isThere == false)
    #expect(changes.withLock { $0 } == 0)
    runtime.requestShutdown()
  }
}
