import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

// A notice that vanishes: Docs/cookbook/time-and-rate.md.

struct Notices: Model, Equatable {
  typealias Receives = NoticesMessage
  var text: String?
  var count = 0  // of all that were shown
}

enum NoticesMessage: Message, Equatable {
  case saved(title: String)
  case closeTapped, expired
}

struct NoticesFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Notices, message: NoticesMessage) -> [any Command] {
    switch message {
    case .saved(let title):
      model.text = "\(title) is saved."
      model.count += 1
    case .closeTapped, .expired: model.text = nil
    }
    return []
  }

  func subscriptions(model: Notices) -> [any Subscription] {
    model.text == nil ? [] : [After(.seconds(4), id: model.count, reply(.expired))]
  }
}

@Suite struct NoticeTests {
  let app = AppTest(
    Program(model: Notices(), NoticesFeature()), interpreters: [.time()], exhaustive: .model)

  @Test func aNewerNoticeHasItsWholeTime() {
    app.send(.saved(title: "Tea")) { ($0.text, $0.count) = ("Tea is saved.", 1) }
    app.advance(by: .seconds(3))
    app.send(.saved(title: "Tea")) { $0.count = 2 }
    app.advance(by: .seconds(3))
    app.advance(by: .seconds(1)) { $0.text = nil }
  }

  @Test func aNoticeThatWasClosedDoesNotCloseTheNextOne() {
    app.send(.saved(title: "Tea")) { ($0.text, $0.count) = ("Tea is saved.", 1) }
    app.advance(by: .seconds(3))
    app.send(.closeTapped) { $0.text = nil }
    app.send(.saved(title: "Rice")) { ($0.text, $0.count) = ("Rice is saved.", 2) }
    app.advance(by: .seconds(3))
    app.advance(by: .seconds(1)) { $0.text = nil }
  }
}
