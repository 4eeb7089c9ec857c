import Katana

// A queue of orders. Each order is charged, and then the next one is taken. Two packers ship the
// charged orders.

struct Order: Equatable {
  var number: Int
  var card: String
}

struct OrderQueue: Model, Equatable {
  /// The number of the expected order.
  var next = 1
  var last: Int

  var isOpen: Bool { next <= last }
}

enum OrderMessage: Message {
  case placed(Order)
  case charged(Order)
  case declined(Order)
}

struct Charge: Command {
  var order: Order
}

struct Ship: Command {
  var order: Order
}

struct Close: Command {}

enum PaymentError: Error, Hashable {
  case noAnswer
  case declined(card: String)
}

/// The source of orders. It sends the order with this number.
struct Orders: Subscription {
  var number: Int
  var id: String { "orders" }
}

struct OrderQueueFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] { [Charge.self, Ship.self, Close.self, Orders.self] }

  func update(model: inout OrderQueue, message: OrderMessage) -> [any Command] {
    switch message {
    case .placed(let order):
      let retry = Retry(1, after: .constant(.milliseconds(4)), on: .only(PaymentError.noAnswer))
      return [Charge(order: order).retried(retry).onFailure(OrderMessage.declined(order))]
    case .charged(let order):
      let ship = Ship(order: order).queued(id: "packers", .atMost(2))
      return [ship] + takeNext(&model)
    case .declined:
      return takeNext(&model)
    }
  }

  private func takeNext(_ model: inout OrderQueue) -> [any Command] {
    model.next += 1
    return model.isOpen ? [] : [Close()]
  }

  func subscriptions(model: OrderQueue) -> [any Subscription] {
    model.isOpen ? [Orders(number: model.next)] : []
  }
}

func orderQueueProgram(orders: Int) -> Program<OrderQueue> {
  Program(model: OrderQueue(last: orders), OrderQueueFeature())
}
