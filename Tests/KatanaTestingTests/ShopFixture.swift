import KatanaRuntime
import KatanaTesting

/// A small shop: a session, a cart of items, a sheet, and a timer while something is bought.
struct Shop: Model, Equatable {
  typealias Receives = ShopMessage
  var session: Session?
  var isBusy = false
  var seconds = 0
  var items: [Item] = []
  var sheet: Sheet?

  struct Session: Equatable, Sendable {
    var name: String
    var token: Secret<String>
  }
}

struct Item: Model, Equatable, Identifiable {
  typealias Receives = ItemMessage
  var id: Int
  var title: String
  var count = 1
}

struct Sheet: Model, Equatable {
  typealias Receives = SheetMessage
  var text = ""
}

struct ShopFailure: Error, Equatable {
  var code: Int
}

enum ShopMessage: Message, Equatable {
  case logInTapped(name: String, password: Secret<String>)
  case logInFinished(Outcome<Shop.Session, ShopFailure>)
  case logOutTapped
  case parcelTapped
  case parcelProgressed(Double)
  case ticked
  case sheetClosed
  case nothing
}

enum ItemMessage: Message, Equatable {
  case loadTapped
  case loaded(String)
}

enum SheetMessage: Message, Equatable {
  case saveTapped
  case saved(String)
}

struct SignIn: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply = Reply(ShopMessage.logInFinished)
}

struct Forget: Command, Equatable {
  var name: String
}

/// A command that sends its progress, and ends without a further message.
struct Parcel: Command, Equatable {
  var done: Reply<Double> = Reply(ShopMessage.parcelProgressed)
}

struct LoadItem: Command, Equatable {
  var id: Int
  var reply = Reply(ItemMessage.loaded)
}

struct SaveSheet: Command, Equatable {
  var reply = Reply(SheetMessage.saved)
}

struct Ticks: Subscription {
  var seconds: Int
  var reply = Reply(ShopMessage.ticked)
}

struct AccountNews: Subscription {
  var token: Secret<String>?
  var id: String { "account" }
}

struct ShopUpdater: TypedUpdater {
  func update(model: inout Shop, message: ShopMessage) -> [any Command] {
    switch message {
    case .logInTapped(let name, let password):
      model.isBusy = true
      return [SignIn(name: name, password: password)]
    case .logInFinished(let result):
      model.isBusy = false
      model.session = try? result.get()
    case .logOutTapped:
      defer { model.session = nil }
      return model.session.map { [Forget(name: $0.name)] } ?? []
    case .parcelTapped: return [Parcel()]
    case .parcelProgressed(let part): model.seconds = Int(part * 100)
    case .ticked: model.seconds += 1
    case .sheetClosed: model.sheet = nil
    case .nothing: break
    }
    return []
  }
}

struct ItemUpdater: TypedUpdater {
  func update(model: inout Item, message: ItemMessage) -> [any Command] {
    switch message {
    case .loadTapped: return [LoadItem(id: model.id)]
    case .loaded(let title): model.title = title
    }
    return []
  }
}

struct SheetUpdater: TypedUpdater {
  func update(model: inout Sheet, message: SheetMessage) -> [any Command] {
    switch message {
    case .saveTapped: return [SaveSheet()]
    case .saved(let text): model.text = text
    }
    return []
  }
}

let shopUpdater = CombinedUpdater<Shop>([
  .full(ShopUpdater()),
  .each(\.items, ItemUpdater()),
  .optional(\.sheet, SheetUpdater()),
])

let shopSubscriptions = FunctionSubscriptionProvider<Shop> { model in
  let account = AccountNews(token: model.session?.token)
  return model.isBusy ? [account, Ticks(seconds: 1)] : [account]
}

let ada = Shop.Session(name: "ada", token: Secret("t0k3n"))

/// The text of a single failure, or a list of the failures if there is not exactly one.
func text(of failures: [TestFailure]) -> String {
  failures.count == 1 ? failures[0].text : "\(failures.count) failures: \(failures.map(\.text))"
}

/// Ticks by the clock of the runtime.
final class TicksInterpreter: PlainSubscriptionInterpreter {
  private let interval: Duration
  private let dispatch: SubscriptionDispatcher<Ticks>
  private var next: ScheduledAction?

  init(subscription: Ticks, dispatch: SubscriptionDispatcher<Ticks>) {
    self.interval = .seconds(subscription.seconds)
    self.dispatch = dispatch
  }

  func start() { next = Self.schedule(interval, dispatch) }
  func stop() { next?.cancel() }

  /// Each tick schedules the next one, which `stop()` cannot cancel. That is enough for a test.
  private static func schedule(
    _ interval: Duration, _ dispatch: SubscriptionDispatcher<Ticks>
  ) -> ScheduledAction {
    dispatch.clock.schedule(after: interval) {
      dispatch { $0.reply() }
      _ = schedule(interval, dispatch)
    }
  }
}
