import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// A clock in a header: Docs/cookbook/time-and-rate.md.

struct Header: Model, Equatable {
  typealias Receives = HeaderMessage
  var date: Date?
}

enum HeaderMessage: Message, Equatable {
  case dateKnown(Date)
  case minuteBegan(Tick)
}

struct HeaderFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Header, message: HeaderMessage) -> [any Command] {
    switch message {
    case .dateKnown(let date): model.date = date
    case .minuteBegan(let tick): model.date = tick.date
    }
    return []
  }

  func subscriptions(model: Header) -> [any Subscription] {
    [Every(.seconds(60), alignedTo: .wallClock, reply { .minuteBegan($0) })]
  }
}

let headerProgram = Program(
  model: Header(), HeaderFeature(), commands: [Now(Reply(HeaderMessage.dateKnown))])

@Test func theHeaderShowsEachMinuteWhenItBegins() {
  let clock = ManualClock()
  let wallClock = ManualWallClock(clock, at: "2026-11-22T09:30:40Z")
  let app = AppTest(
    headerProgram, interpreters: [.time(wallClock)], exhaustive: .model, clock: clock)
  let start = wallClock.date
  app.start { $0.date = start }
  app.advance(by: .seconds(20)) { $0.date = start.addingTimeInterval(20) }
  app.advance(by: .seconds(59))
  app.advance(by: .seconds(1)) { $0.date = start.addingTimeInterval(80) }
}
