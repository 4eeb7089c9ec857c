import Katana
import KatanaConsole
import KatanaEffects
import KatanaRecording

// A shop with mistakes on purpose, each behind a flag: what the guide "Find it with the monitor" looks for.

struct Basket: Model, Equatable, Codable {
  typealias Receives = BasketMessage

  /// A mistake that is made on purpose.
  enum Bug: String, CaseIterable, Codable {
    /// The answer to an order never arrives.
    case lost
    /// A subscription starts a second time.
    case twice
    /// An update is slow.
    case slow
    /// Something empties the basket.
    case emptied
  }

  var bug: Bug?
  var items: [Item] = []
  var prices = ["tea": 3, "rice": 2, "jam": 4]
  var isOrdering = false
  var receipt: String?
  /// How often the prices have changed.
  var changes = 0
  var session = Session()

  struct Item: Equatable, Codable, Identifiable {
    var id: Int
    var name: String
  }

  struct Session: Model, Equatable, Codable {
    typealias Receives = SessionMessage
    var name: String? = "ada"
    var seconds = 0
  }

  var total: Int { items.reduce(0) { $0 + prices[$1.name, default: 0] } }
}

enum BasketMessage: Message, Equatable, Codable {
  case added(String), removed(Int), orderTapped, ordered(String)
  case pricesTicked(Tick), pricesLoaded([String: Int])
  case quitTapped
}

enum SessionMessage: Message, Equatable, Codable { case ticked(Tick) }

/// The user has left, or somebody else has come. Each feature forgets what was the other's.
struct UserLeft: GlobalMessage, Equatable, Codable {}

struct PlaceOrder: Command, Equatable {
  var total: Int
  var reply: Reply<String>

  init(total: Int, _ reply: Reply<String>) { (self.total, self.reply) = (total, reply) }
}

struct LoadPrices: Command, Equatable {
  var reply: Reply<[String: Int]>

  init(_ reply: Reply<[String: Int]>) { self.reply = reply }
}

enum BasketID: Hashable { case order, prices }

struct BasketFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Basket, message: BasketMessage) -> [any Command] {
    switch message {
    case .added(let name):
      model.items.append(.init(id: (model.items.last?.id ?? 0) + 1, name: name))
      model.receipt = nil
    case .removed(let id): model.items.removeAll { $0.id == id }
    case .orderTapped:
      model.isOrdering = true
      return [
        PlaceOrder(total: model.total, reply { .ordered($0) })
          .cancellable(id: BasketID.order, cancelInFlight: true)
      ]
    case .ordered(let receipt):
      (model.items, model.isOrdering, model.receipt) = ([], false, receipt)
    case .pricesTicked:
      // The mistake: the prices take the id of the order, which is cancelled.
      let id = model.bug == .lost ? BasketID.order : .prices
      return [
        LoadPrices(reply { .pricesLoaded($0) })
          .cancellable(id: id, cancelInFlight: true)
      ]
    case .pricesLoaded(let prices):
      model.prices = prices
      model.changes += 1
      // The mistake: work that belongs into a command.
      if model.bug == .slow, model.changes % 3 == 0 { model.changes += Self.wasted() }
    case .quitTapped: return [ExitProcess(0)]
    }
    return []
  }

  func subscriptions(model: Basket) -> [any Subscription] {
    let prices = Every(.seconds(1), reply { .pricesTicked($0) })
    // The mistake: while something is ordered, the same timer is declared in another form.
    guard model.bug == .twice, model.isOrdering else { return [prices] }
    return [prices, Every(.seconds(1), alignedTo: .wallClock, reply { .pricesTicked($0) })]
  }

  /// Takes some time; 0.
  private static func wasted() -> Int {
    var sum = 0
    for number in 0..<30_000_000 { sum = (sum &+ number) & 0xFFFF }
    return sum & 0
  }
}

struct SessionFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Basket.Session, message: SessionMessage) -> [any Command] {
    model.seconds += 1
    guard model.seconds == 5 else { return [] }
    model.name = nil
    return [Send(UserLeft())]
  }

  func subscriptions(model: Basket.Session) -> [any Subscription] {
    model.name == nil ? [] : [Every(.seconds(2), reply { .ticked($0) })]
  }
}

struct ForgetBasket: TypedUpdater {
  func update(model: inout Basket, message: UserLeft) -> [any Command] {
    // The mistake: who was not logged in at all loses the basket, too.
    model.items = []
    return []
  }
}

func basketProgram(_ bug: Basket.Bug?) -> Program<Basket> {
  let session: [FeaturePart<Basket>] =
    bug == .emptied ? [.child(\.session, SessionFeature()), .full(ForgetBasket())] : []
  return Program(model: Basket(bug: bug), CombinedUpdater([.full(BasketFeature())] + session))
}

func basketFormat(_ bug: Basket.Bug?) -> RecordingFormat<Basket> {
  RecordingFormat(everyPayloadOf: basketProgram(bug))
}
