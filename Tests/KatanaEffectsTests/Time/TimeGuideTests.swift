import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/effects-time.md.

struct Kitchen: Model, Equatable {
  typealias Receives = KitchenMessage

  var seconds = 0
  var isCooking = false
  var recipe: UUID?
  var cookedOn: [CalendarDate] = []
  var isAsleep = false
}

enum KitchenMessage: Message, Equatable {
  case startTapped, stopTapped
  case ticked(Tick)
  case cooked(CalendarDate)
  case named(UUID)
  case wentToBackground
}

struct KitchenFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] { [Today.self, NewID.self, Every.self, NotificationPosted.self] }

  func update(model: inout Kitchen, message: KitchenMessage) -> [any Command] {
    switch message {
    case .startTapped:
      model.isCooking = true
      return [NewID(reply { .named($0) })]
    case .stopTapped:
      model.isCooking = false
      return [Today(reply { .cooked($0) })]
    case .ticked(let tick): model.seconds += tick.intervals
    case .cooked(let date): model.cookedOn.append(date)
    case .named(let id): model.recipe = id
    case .wentToBackground: model.isAsleep = true
    }
    return []
  }

  func subscriptions(model: Kitchen) -> [any Subscription] {
    let sleep = NotificationPosted(Kitchen.sleeps, reply(.wentToBackground))
    return model.isCooking ? [sleep, Every(.seconds(1), reply { .ticked($0) })] : [sleep]
  }
}

extension Kitchen {
  static let sleeps = Notification.Name("sleeps")
}

let kitchenProgram = Program(model: Kitchen(), KitchenFeature())

func makeKitchen() throws -> Runtime<Kitchen> {
  try Runtime(kitchenProgram, interpreters: [.time(), .random(), .notifications()])
}

@Test func theKitchenCountsSeconds() {
  let clock = ManualClock()
  let wallClock = ManualWallClock(clock, at: "2026-11-22T23:59:58Z")
  let app = AppTest(
    kitchenProgram, interpreters: [.time(wallClock), .random(seed: 1)], clock: clock)
  app.start(exhaustive: .model)
  app.send(.startTapped, exhaustive: .model) {
    $0.isCooking = true
    $0.recipe = .numbered(1)
  }
  app.advance(by: .seconds(3), exhaustive: .model) { $0.seconds = 3 }
  app.send(.stopTapped, exhaustive: .model) {
    $0.isCooking = false
    $0.cookedOn = [CalendarDate(2026, 11, 23)].compactMap(\.self)
  }
  app.finish()
}

@Test func theKitchenIsMade() throws {
  let kitchen = try makeKitchen()
  kitchen.start()
  NotificationCenter.default.post(name: Kitchen.sleeps, object: nil)
  #expect(kitchen.model.isAsleep)
  kitchen.requestShutdown()
}

struct Share: Subscription {
  var name: String
  var reply: Reply<ElementEvent<Int>>
}

struct BuildIndex: Command, Equatable {
  var words: [String]
  var reply: Reply<Int>
}

func ownInterpreters(
  prices: @escaping @Sendable (String) -> AsyncStream<Int>,
  build: @escaping @Sendable ([String]) async throws -> Int
) -> [Interpreter] {
  [
    .command(BuildIndex.self, reply: \.reply) { command in try await build(command.words) },
    .subscription(Share.self, reply: \.reply) { share in prices(share.name) },
    .functions(),
  ]
}
