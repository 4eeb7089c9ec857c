import KatanaRuntime
import KatanaTesting
import Observation
import Testing

// The code of Docs/observing.md, in its order.

struct Board: Model, Equatable {
  typealias Receives = BoardMessage

  var title = "Today"
  var tasks: IdentifiedArray<BoardTask> = []

  var taskIDs: [Int] { tasks.ids }
}

enum BoardMessage: Message, Equatable {
  case renamed(String)
  case added(BoardTask)
  case removed(id: Int)
}

struct BoardTask: Model, Equatable, Identifiable {
  typealias Receives = BoardTaskMessage

  var id: Int
  var text: String
  var isDone = false
}

enum BoardTaskMessage: Message, Equatable { case doneChanged(Bool) }

struct BoardUpdater: TypedUpdater {
  func update(model: inout Board, message: BoardMessage) -> [any Command] {
    switch message {
    case .renamed(let title): model.title = title
    case .added(let task): model.tasks.append(task)
    case .removed(let id): model.tasks.removeAll { $0.id == id }
    }
    return []
  }
}

struct BoardTaskUpdater: TypedUpdater {
  func update(model: inout BoardTask, message: BoardTaskMessage) -> [any Command] {
    switch message {
    case .doneChanged(let isDone): model.isDone = isDone
    }
    return []
  }
}

let boardFeature = CombinedUpdater<Board>([
  .full(BoardUpdater()), .each(\.tasks, BoardTaskUpdater()),
])

@Suite struct ObservingGuideTests {
  let tea = BoardTask(id: 7, text: "tea")

  // MARK: The shortest example

  @Test func aTitleIsShownNowAndWhenItChanges() throws {
    let shown = Locked<[String]>([])
    let runtime = try Runtime(Program(model: Board(), boardFeature))
    let observation = runtime.observe(\.title) { title in shown.withLock { $0.append(title) } }

    runtime.start()
    runtime.dispatch(BoardMessage.added(tea))
    runtime.dispatch(BoardMessage.renamed("Tomorrow"))
    #expect(shown.withLock { $0 } == ["Today", "Tomorrow"])

    observation.cancel()
    runtime.dispatch(BoardMessage.renamed("Some day"))
    #expect(shown.withLock { $0 } == ["Today", "Tomorrow"])
    runtime.requestShutdown()
  }

  // MARK: How long an observation lasts

  @Test func theFunctionIsReleasedWithItsToken() throws {
    final class Screen: Sendable {}
    let runtime = try Runtime(Program(model: Board(), boardFeature))
    runtime.start()
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

  // MARK: A loop over models

  @Test func aTaskWaitsForAModel() async throws {
    let runtime = try Runtime(Program(model: Board(), boardFeature))
    runtime.start()
    async let added: Void = runtime.deliver(BoardMessage.added(tea))
    for await model in runtime.models where !model.tasks.isEmpty { break }
    await added
    #expect(runtime.model.tasks == [tea])
    await runtime.shutdown()
  }

  // MARK: A store

  /// Why the view reads `taskIDs`.
  @MainActor @Test func askingForTheStoreOfAChildIsNotTracked() throws {
    let runtime = try Runtime(
      Program(model: Board(tasks: [tea]), boardFeature), options: RuntimeOptions(execution: .main))
    runtime.start()
    let store = ObservableStore(runtime)
    let (children, ids) = (Locked(0), Locked(0))
    withObservationTracking {
      _ = store[Board.at.tasks[7]]
    } onChange: {
      children.withLock { $0 += 1 }
    }
    withObservationTracking {
      _ = store.taskIDs
    } onChange: {
      ids.withLock { $0 += 1 }
    }
    store.dispatch(.removed(id: 7))
    #expect(children.withLock { $0 } == 0)
    #expect(ids.withLock { $0 } == 1)
    runtime.requestShutdown()
  }
}
