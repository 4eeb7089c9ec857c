import KatanaRuntime
import Synchronization

/// Sends the order with the number in the subscription, so that each run of the example has the
/// same course.
final class OrderSource: PlainSubscriptionInterpreter {
  private var number: Int
  private let dispatch: SubscriptionDispatcher<Orders>

  init(subscription: Orders, dispatch: SubscriptionDispatcher<Orders>) {
    number = subscription.number
    self.dispatch = dispatch
  }

  func start() {
    dispatch(OrderMessage.placed(Order(number: number, card: "4000 0000 0000 000\(number)")))
  }

  func update(to subscription: Orders) -> Bool {
    number = subscription.number
    start()
    return true
  }

  func stop() {}
}

/// A bank that does not answer every third call, and declines the fourth order.
final class Bank: Sendable {
  private let calls = Mutex(0)

  func charge(_ order: Order) throws {
    let call = calls.withLock {
      $0 += 1
      return $0
    }
    if order.number == 4 { throw PaymentError.declined(card: order.card) }
    if call.isMultiple(of: 3) { throw PaymentError.noAnswer }
  }
}

func orderInterpreters(
  bank: Bank = Bank(), close: @escaping @Sendable () -> Void
) -> [Interpreter] {
  [
    .subscription(OrderSource.self),
    .command(Charge.self) { command, dispatch in
      try await dispatch.clock.sleep(for: .milliseconds(12))
      try bank.charge(command.order)
      dispatch(OrderMessage.charged(command.order))
    },
    .command(Ship.self) { (_, dispatch: Dispatcher) async throws in
      try await dispatch.clock.sleep(for: .milliseconds(40))
    },
    .command(Close.self) { (_, _: Dispatcher) in close() },
  ]
}
