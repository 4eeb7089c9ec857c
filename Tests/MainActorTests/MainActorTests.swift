import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

// This target isolates everything to the main actor unless it says otherwise. What an app writes
// must compile all the same.

struct Screen: Model, Equatable {
  typealias Receives = ScreenMessage
  var title = "start"
  var ticks = 0
  var isTicking = false
}

enum ScreenMessage: Message, Equatable {
  case titleChanged(String)
  case tickingChanged(Bool)
  case ticked
}

struct Save: Command, Equatable { var title: String }

struct ScreenUpdater: TypedUpdater {
  func update(model: inout Screen, message: ScreenMessage) -> [any Command] {
    switch message {
    case .titleChanged(let title):
      model.title = title
      return [Save(title: title)]
    case .tickingChanged(let isTicking): model.isTicking = isTicking
    case .ticked: model.ticks += 1
    }
    return []
  }
}

struct ScreenSubscriptions: SubscriptionProvider {
  func subscriptions(model: Screen) -> [any Subscription] {
    model.isTicking ? [Every(.seconds(1), Reply(ScreenMessage.ticked))] : []
  }
}

struct SaveInterpreter: AsyncCommandInterpreter {
  @concurrent func interpret(_ command: Save, dispatch: Dispatcher) async throws {
    dispatch(ScreenMessage.titleChanged("saved"))
  }
}

/// A view model as an app has it: an object on the main actor.
final class ScreenViewModel {
  private(set) var title = ""
  private var observation: ObservationToken?

  init(_ runtime: Runtime<Screen>) {
    observation = runtime.observe(\.title) { [weak self] title in
      MainActor.assumeIsolated { self?.title = title }
    }
  }
}

@Suite struct MainActorTests {
  @Test func anAppOnTheMainActor() throws {
    let clock = ManualClock()
    let runtime = try Runtime(
      Program(
        model: Screen(),
        CombinedUpdater([
          .full(CombinedUpdater<Screen>([.full(ScreenUpdater())])), .full(ScreenSubscriptions()),
        ])), interpreters: [.time()],
      options: RuntimeOptions(clock: clock, execution: .main, issues: IssueHandler { _ in }))
    runtime.start()
    let viewModel = ScreenViewModel(runtime)
    #expect(viewModel.title == "start")
    runtime.dispatch(ScreenMessage.titleChanged("new"))
    #expect(viewModel.title == "new")
    runtime.dispatch(ScreenMessage.tickingChanged(true))
    clock.advance(by: .seconds(3))
    #expect(runtime.model.ticks == 3)
    let store = ObservableStore(runtime)
    #expect(store.title == "new")
    runtime.requestShutdown()
  }

  @Test func commandsAreAssertedAsEverywhere() {
    let (model, commands) = ScreenUpdater().update(model: Screen(), message: .titleChanged("x"))
    #expect(model.title == "x")
    #expect(difference(commands, [Save(title: "x")]) == nil)
  }
}
