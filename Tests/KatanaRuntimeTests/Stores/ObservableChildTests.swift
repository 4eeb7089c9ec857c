import KatanaRuntime
import KatanaTesting
import Observation
import Testing

/// A store of one child.
@MainActor @Suite struct ObservableChildTests {
  enum RowMessage: Message { case toggled, renamed(String) }
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var name = ""
    var isDone = false
  }
  struct App: Model {
    typealias Receives = AppMessage
    var rows: [Row] = [Row(id: 1), Row(id: 2)]
  }
  enum AppMessage: Message { case reversed, removed(Int) }

  private func start() throws -> (Runtime<App>, ObservableStore<App>) {
    let runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater([
          .full(
            TypedFunctionUpdater { (model: inout App, message: AppMessage) in
              switch message {
              case .reversed: model.rows.reverse()
              case .removed(let id): model.rows.removeAll { $0.id == id }
              }
              return []
            }),
          .each(
            \.rows,
            TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
              switch message {
              case .toggled: model.isDone.toggle()
              case .renamed(let name): model.name = name
              }
              return []
            }),
        ])), options: RuntimeOptions(execution: .main))
    runtime.start()
    return (runtime, ObservableStore(runtime))
  }

  /// How often what a view reads has changed.
  private final class View: Sendable {
    private let count = Locked(0)
    var changes: Int { count.withLock { $0 } }

    @MainActor func show(_ read: @MainActor () -> Void) {
      withObservationTracking {
        read()
      } onChange: {
        self.count.withLock { $0 += 1 }
      }
    }
  }

  @Test func aViewOfARowIsToldOfItsOwnPropertiesOnly() throws {
    let (runtime, store) = try start()
    let row = try #require(store[App.at.rows[2]])
    let view = View()
    view.show { _ = row.isDone }
    store.dispatch(.renamed("x"), to: App.at.rows[2])
    store.dispatch(.toggled, to: App.at.rows[1])
    store.dispatch(.reversed)
    #expect(view.changes == 0)
    row.dispatch(.toggled)
    #expect(view.changes == 1)
    #expect(row.isDone)
    #expect(row.name == "x")
    runtime.requestShutdown()
  }

  @Test func aRowThatIsGoneKeepsItsLastValues() throws {
    let (runtime, store) = try start()
    let row = try #require(store[App.at.rows[2]])
    row.dispatch(.renamed("last"))
    store.dispatch(.removed(2))
    #expect(row.name == "last")
    #expect(!row.isThere)
    row.dispatch(.toggled)
    #expect(runtime.statistics.gone == 1)
    #expect(store[App.at.rows[2]] == nil)
    runtime.requestShutdown()
  }

  @Test func aChildKeepsTheRuntimeNotAlive() throws {
    var (runtime, store): (Runtime<App>?, ObservableStore<App>?) = try start()
    let row = try #require(store?[App.at.rows[1]])
    weak let kept = runtime
    runtime?.requestShutdown()
    (runtime, store) = (nil, nil)
    #expect(kept == nil)
    #expect(row.name == "")
  }
}
