import KatanaRuntime
import KatanaTesting
import Testing

// Analytics: Docs/cookbook/whole-app.md.

enum BasketMessage: Message, Equatable {
  case added(String)
  case couponChanged(Secret<String>)
  case pageChanged(BasketPage)
}

enum BasketPage: String, Sendable { case basket, payment }

enum BasketItemMessage: Message, Equatable { case moreTapped }

struct Basket: Model, Equatable {
  typealias Receives = BasketMessage

  var items: [BasketItem] = []
  var coupon = Secret("")
  var page = BasketPage.basket
}

struct BasketItem: Model, Equatable, Identifiable {
  typealias Receives = BasketItemMessage

  var id: String
  var count = 1
}

struct BasketUpdater: TypedUpdater {
  func update(model: inout Basket, message: BasketMessage) -> [any Command] {
    switch message {
    case .added(let item): model.items.append(BasketItem(id: item))
    case .couponChanged(let coupon): model.coupon = coupon
    case .pageChanged(let page): model.page = page
    }
    return []
  }
}

struct BasketItemUpdater: TypedUpdater {
  func update(model: inout BasketItem, message: BasketItemMessage) -> [any Command] {
    model.count += 1
    return []
  }
}

let basketFeature = BasketUpdater().with(.each(\.items, BasketItemUpdater()))

struct Track: Command, Equatable {
  var event: String
  var properties: [String: String] = [:]
}

func event(for incoming: IncomingMessage) -> Track? {
  switch incoming.message {
  case BasketMessage.added(let item): Track(event: "added", properties: ["item": item])
  case BasketItemMessage.moreTapped:
    Track(event: "more", properties: ["at": incoming.address.shape])
  default: nil  // What is not named here is not sent.
  }
}

let trackedBasketFeature =
  basketFeature
  .logged { incoming in event(for: incoming).map { [$0] } ?? [] }
  .onChange(of: \.page) { basket, _ in
    [Track(event: "screen", properties: ["name": basket.page.rawValue])]
  }

@Test func theNamedEventsAreTrackedAndNothingElse() {
  let test = StepTest(trackedBasketFeature, model: Basket())
  test.send(.added("tea"), commands: [Track(event: "added", properties: ["item": "tea"])]) {
    $0.items = [BasketItem(id: "tea")]
  }
  test.send(
    .moreTapped, to: Basket.at.items["tea"],
    commands: [Track(event: "more", properties: ["at": "Basket.at.items[…]"])]
  ) { $0.items[0].count = 2 }
  test.send(.couponChanged(Secret("HALF"))) { $0.coupon = Secret("HALF") }
  test.send(
    .pageChanged(.payment), commands: [Track(event: "screen", properties: ["name": "payment"])]
  ) {
    $0.page = .payment
  }
}

@Test func otherTestsIgnoreTheEvents() {
  let app = AppTest(Program(model: Basket(), trackedBasketFeature), ignoring: [Track.self])
  app.send(.added("tea")) { $0.items = [BasketItem(id: "tea")] }
  app.finish()
}
