import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

enum EggTimerMessage: Message, Equatable {
  case startTapped, stopTapped, removeTapped
  case ticked(Tick)
}

struct EggTimer: Model, Equatable, Identifiable {
  typealias Receives = EggTimerMessage
  let id: Int
  var secondsLeft: Int
  var isRunning = false
}

struct EggTimerFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout EggTimer, message: EggTimerMessage) -> [any Command] {
    switch message {
    case .startTapped: model.isRunning = model.secondsLeft > 0
    case .stopTapped: model.isRunning = false
    case .removeTapped: return [Dismiss()]
    case .ticked(let tick):
      model.secondsLeft = max(0, model.secondsLeft - tick.intervals)
      if model.secondsLeft == 0 { model.isRunning = false }
    }
    return []
  }

  func subscriptions(model: EggTimer) -> [any Subscription] {
    model.isRunning ? [Every(.seconds(1), reply { .ticked($0) })] : []
  }
}

struct Kitchen: Model, Equatable {
  var timers: [EggTimer] = []
}

let kitchenFeature = CombinedUpdater<Kitchen>([.each(\.timers, EggTimerFeature())])

@Suite struct RowTimersTests {
  let app = AppTest(
    Program(
      model: Kitchen(timers: [EggTimer(id: 1, secondsLeft: 5), EggTimer(id: 2, secondsLeft: 240)]),
      kitchenFeature),
    interpreters: [.time()], exhaustive: .model)
  let one = Kitchen.at.timers[1]
  let two = Kitchen.at.timers[2]

  @Test func stoppingOneTimerDoesNotStopTheOthers() {
    app.send(.startTapped, to: one) { $0.timers[0].isRunning = true }
    app.send(.startTapped, to: two) { $0.timers[1].isRunning = true }
    app.advance(by: .seconds(3)) {
      ($0.timers[0].secondsLeft, $0.timers[1].secondsLeft) = (2, 237)
    }
    app.send(.stopTapped, to: one) { $0.timers[0].isRunning = false }
    app.advance(by: .seconds(2)) { $0.timers[1].secondsLeft = 235 }
  }

  @Test func aTimerStopsAtZero() {
    let timer = Every(.seconds(1), Reply(EggTimerMessage.ticked)).in(one)
    app.send(.startTapped, to: one) { $0.timers[0].isRunning = true }
    app.advance(by: .seconds(60), subscriptions: [.stopped(timer)]) {
      ($0.timers[0].secondsLeft, $0.timers[0].isRunning) = (0, false)
    }
    app.send(.startTapped, to: one)  // Nothing is left.
  }

  @Test func aTimerStopsWithItsRow() {
    app.send(.startTapped, to: one) { $0.timers[0].isRunning = true }
    app.send(.startTapped, to: two) { $0.timers[1].isRunning = true }
    app.send(
      .removeTapped, to: one, commands: [Dismiss().in(one)],
      subscriptions: [.stopped(Every(.seconds(1), Reply(EggTimerMessage.ticked)).in(one))]
    ) { $0.timers.remove(at: 0) }
    app.advance(by: .seconds(2)) { $0.timers[0].secondsLeft = 238 }
  }
}
