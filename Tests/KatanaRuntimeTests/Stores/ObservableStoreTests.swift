import KatanaRuntime
import KatanaTesting
import Observation
import Testing

@MainActor @Suite struct ObservableStoreTests {
  struct Session: Sendable, Equatable { var name = "guest"; var visits = 0 }
  struct App: Model {
    var session = Session()
    var counter = 0
    var title = "title"
    var opaque = Opaque()
  }
  struct Opaque: Sendable { var value = 0 }
  enum Change: Message { case name(String), counter, title(String), visits }

  struct AppUpdater: TypedUpdater {
    func update(model: inout App, message: Change) -> [any Command] {
      switch message {
      case .name(let name): model.session.name = name
      case .counter: model.counter += 1
      case .title(let title): model.title = title
      case .visits: model.session.visits += 1
      }
      return []
    }
  }

  /// An object that draws what it reads, as a SwiftUI view does.
  @MainActor final class View {
    let store: ObservableStore<App>
    private(set) var drawings: [String] = []
    private(set) var isStale = true

    init(_ store: ObservableStore<App>) { self.store = store }

    func drawIfStale() {
      guard isStale else { return }
      isStale = false
      let text = withObservationTracking {
        "\(store.counter) \(store.session.name)"
      } onChange: { [weak self] in
        MainActor.assumeIsolated { self?.isStale = true }
      }
      drawings.append(text)
    }
  }

  private func makeStore() throws -> ObservableStore<App> {
    let runtime = try Runtime(
      Program(model: App(), AppUpdater()), options: RuntimeOptions(execution: .main))
    runtime.start()
    return ObservableStore(runtime)
  }

  @Test func aChangeOfAThirdPropertyDoesNotWakeAnObjectThatReadsTwo() throws {
    let store = try makeStore()
    let view = View(store)
    view.drawIfStale()
    store.dispatch(Change.title("other"))
    #expect(!view.isStale)
    store.dispatch(Change.counter)
    #expect(view.isStale)
    view.drawIfStale()
    store.dispatch(Change.name("ann"))
    #expect(view.isStale)
    view.drawIfStale()
    store.dispatch(Change.name("ann"))
    #expect(!view.isStale, "the same value again is no change")
    #expect(view.drawings == ["0 guest", "1 guest", "1 ann"])
    #expect(store.title == "other")
  }

  @Test func aPropertyThatCannotBeComparedChangesWithEveryMessage() throws {
    let store = try makeStore()
    let woken = changes {
      _ = store.opaque.value
    } during: {
      store.dispatch(Change.counter)
    }
    #expect(woken == 1)
  }

  @Test func changesFromOtherThreadsArriveOnTheMainActor() async throws {
    let runtime = try Runtime(Program(model: App(), AppUpdater()))
    runtime.start()
    let store = ObservableStore(runtime)
    let changes = AsyncStream<Void>.makeStream()
    _ = withObservationTracking {
      store.counter
    } onChange: {
      changes.continuation.yield()
    }
    await Task.detached { runtime.dispatch(Change.counter) }.value
    for await _ in changes.stream { break }
    #expect(store.counter == 1)
  }

  @Test func aValueThatHasGoneBackIsToldToThoseWhoHaveReadTheOther() async throws {
    let runtime = try makeRuntime()
    runtime.start()
    let store = ObservableStore(runtime)
    #expect(store.wanted.isEmpty)
    let told = AsyncStream<Void>.makeStream()
    // Changes from other threads, which the store compares only when the main actor is free.
    func change(_ sources: [Source]) {
      runAndWait { runtime.dispatch(Note.want(sources)) }
    }
    change([Source(name: "x")])
    _ = withObservationTracking {
      store.wanted
    } onChange: {
      told.continuation.yield()
    }
    change([])
    for await _ in told.stream { break }
    #expect(store.wanted.isEmpty)
    runtime.requestShutdown()
  }
}
