import KatanaRuntime
import KatanaTesting
import Testing

enum CheckoutPage: Int { case address, delivery, summary }

struct Order: Equatable {
  var street = ""
  var isExpress = false
  var gift = ""

  /// What is wrong on a page; `nil` if nothing is.
  func problem(on page: CheckoutPage) -> String? {
    switch page {
    case .address: street.isEmpty ? "Where do you live?" : nil
    case .delivery, .summary: nil
    }
  }
}

struct OrderRejection: Error, Equatable {
  var page: CheckoutPage
  var text: String
}

struct Checkout: Model, Equatable {
  typealias Receives = CheckoutMessage
  var page = CheckoutPage.address
  var order = Order()
  var problem: String?
  var isSending = false
}

enum CheckoutMessage: Message {
  case edited(Order)
  case backTapped, nextTapped
  case placed(Outcome<Int, OrderRejection>)
}

struct PlaceOrder: Command, Equatable {
  var order: Order
  var reply = Reply(CheckoutMessage.placed)
}

struct CheckoutUpdater: TypedUpdater {
  func update(model: inout Checkout, message: CheckoutMessage) -> [any Command] {
    switch message {
    case .placed(.success): return [Dismiss()]
    case .placed(.failure(let rejection)):
      model.isSending = false
      (model.page, model.problem) = (rejection.page, rejection.text)
    case _ where model.isSending: break  // The order is on its way, and stays as it is.
    case .edited(let order): (model.order, model.problem) = (order, nil)
    case .backTapped:
      model.problem = nil
      model.page = CheckoutPage(rawValue: model.page.rawValue - 1) ?? model.page
    case .nextTapped:
      model.problem = model.order.problem(on: model.page)
      guard model.problem == nil else { return [] }
      if let next = CheckoutPage(rawValue: model.page.rawValue + 1) {
        model.page = next
      } else {
        model.isSending = true
        return [PlaceOrder(order: model.order)]
      }
    }
    return []
  }
}

struct WebShop: Model, Equatable {
  var checkout: Checkout?
}

@Suite struct WizardTests {
  let checkout = WebShop.at.checkout
  let app = AppTest(
    Program(
      model: WebShop(checkout: Checkout()),
      CombinedUpdater<WebShop>([.optional(\.checkout, CheckoutUpdater())])))

  /// Fills in all pages and sends the order.
  func fill() {
    app.send(.edited(Order(street: "1 Elm Street")), to: checkout) {
      $0.checkout?.order.street = "1 Elm Street"
    }
    app.send(.nextTapped, to: checkout) { $0.checkout?.page = .delivery }
    app.send(.nextTapped, to: checkout) { $0.checkout?.page = .summary }
    app.send(
      .nextTapped, to: checkout,
      commands: [PlaceOrder(order: Order(street: "1 Elm Street")).in(checkout)]
    ) { $0.checkout?.isSending = true }
  }

  @Test func aPageWithAProblemIsNotLeft() {
    app.send(.nextTapped, to: checkout) { $0.checkout?.problem = "Where do you live?" }
    app.finish()
  }

  @Test func goingBackKeepsWhatWasEntered() {
    app.send(.edited(Order(street: "1 Elm Street")), to: checkout) {
      $0.checkout?.order.street = "1 Elm Street"
    }
    app.send(.nextTapped, to: checkout) { $0.checkout?.page = .delivery }
    app.send(.backTapped, to: checkout) { $0.checkout?.page = .address }
    app.send(.backTapped, to: checkout)
    #expect(app.model.checkout?.order.street == "1 Elm Street")
    app.finish()
  }

  @Test func aRejectionShowsThePageThatMustBeCorrected() {
    fill()
    app.send(.nextTapped, to: checkout)  // Sent once.
    app.answer(
      \PlaceOrder.reply, with: .failure(OrderRejection(page: .address, text: "No such street"))
    ) {
      $0.checkout?.isSending = false
      $0.checkout?.page = .address
      $0.checkout?.problem = "No such street"
    }
    app.finish()
  }

  @Test func anOrderThatIsOnItsWayStaysAsItIs() {
    fill()
    app.send(.edited(Order(street: "2 Elm Street")), to: checkout)
    app.send(.backTapped, to: checkout)
    app.finish(ignoringPending: [PlaceOrder.self])
  }

  @Test func theWizardClosesWithTheOrder() {
    fill()
    app.answer(\PlaceOrder.reply, with: .success(7), commands: [Dismiss().in(checkout)]) {
      $0.checkout = nil
    }
    app.finish()
  }
}
