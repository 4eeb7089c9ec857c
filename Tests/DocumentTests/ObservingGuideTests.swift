import KatanaRuntime
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

enum BoardMessage: Message, Equatable { case renamed(String), added(BoardTask) }

struct BoardUpdater: TypedUpdater {
  func update(model: inout Board, message: BoardMessage) -> [any Command] {
    switch message {
    case .renamed(let title): model.title = title
    case .added(let task): model.tasks.append(task)
    }
    return []
  }
}

@Test func aTitleIsShownNowAndWhenItChanges() async throws {
  let tea = BoardTask(id: 7, text: "tea")
  let shown = Locked<[String]>([])
  let runtime = try Runtime(Program(model: Board(), BoardUpdater()))
  let observation = runtime.observe(\.title) { title in shown.withLock { $0.append(title) } }

  runtime.start()
  runtime.dispatch(BoardMessage.added(tea))
  runtime.dispatch(BoardMessage.renamed("Tomorrow"))
  #expect(shown.withLock { $0 } == ["Today", "Tomorrow"])

  observation.cancel()
  async let renamed: Void = runtime.deliver(BoardMessage.renamed("Some day"))
  for await model in runtime.models where model.title == "Some day" { break }
  await renamed
  #expect(shown.withLock { $0 } == ["Today", "Tomorrow"])
  await runtime.shutdown()
}
