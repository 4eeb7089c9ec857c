import Katana
import KatanaTesting

/// A small shop: a session, a cart of rows, a sheet, and a timer while something is bought.
struct Shop: Model, Equatable {
  var session: Session?
  var isBusy = false
  var seconds = 0
  var rows: [Row] = []
  var sheet: Sheet?

  struct Session: Equatable, Sendable {
    var name: String
    var token: Secret<String>
  }
}

struct Row: Model, Equatable, Identifiable {
  var id: Int
  var title: String
  var count = 1
}

struct Sheet: Model, Equatable {
  var text = ""
}

struct ShopFailure: Error, Equatable {
  var code: Int
}

enum ShopMessage: Message, Equatable {
  case logInTapped(name: String, password: Secret<String>)
  case logInFinished(Result<Shop.Session, ShopFailure>)
  case logOutTapped
  case uploadTapped
  case uploadProgressed(Double)
  case ticked
  case sheetClosed
  case nothing
}

enum RowMessage: Message, Equatable {
  case loadTapped
  case loaded(String)
}

enum SheetMessage: Message, Equatable {
  case saveTapped
  case saved(String)
}

struct LogIn: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply = Reply(ShopMessage.logInFinished)
}

struct Forget: Command, Equatable {
  var name: String
}

/// Progress, then an end without a message.
struct Upload: Command, Equatable {
  var done: Reply<Double> = Reply(ShopMessage.uploadProgressed)
}

struct LoadRow: Command, Equatable {
  var id: Int
  var reply = Reply(RowMessage.loaded)
}

struct SaveSheet: Command, Equatable {
  var reply = Reply(SheetMessage.saved)
}

struct Ticks: Subscription {
  var seconds: Int
  var reply = Reply(ShopMessage.ticked)
}

struct Account: Subscription {
  var token: Secret<String>?
  var id: String { "account" }
}

struct ShopUpdater: TypedUpdater {
  func update(model: inout Shop, message: ShopMessage) -> [any Command] {
    switch message {
    case .logInTapped(let name, let password):
      model.isBusy = true
      return [LogIn(name: name, password: password)]
    case .logInFinished(let result):
      model.isBusy = false
      model.session = try? result.get()
    case .logOutTapped:
      defer { model.session = nil }
      return model.session.map { [Forget(name: $0.name)] } ?? []
    case .uploadTapped: return [Upload()]
    case .uploadProgressed(let part): model.seconds = Int(part * 100)
    case .ticked: model.seconds += 1
    case .sheetClosed: model.sheet = nil
    case .nothing: break
    }
    return []
  }
}

struct RowUpdater: TypedUpdater {
  func update(model: inout Row, message: RowMessage) -> [any Command] {
    switch message {
    case .loadTapped: return [LoadRow(id: model.id)]
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
  .each(\.rows, RowUpdater()),
  .optional(\.sheet, SheetUpdater()),
])

let shopSubscriptions = FunctionSubscriptionProvider<Shop> { model in
  let account = Account(token: model.session?.token)
  return model.isBusy ? [account, Ticks(seconds: 1)] : [account]
}

let ada = Shop.Session(name: "ada", token: Secret("t0k3n"))

/// What the one failure of a body says; the failures themselves if there is not one.
func text(of failures: [TestFailure]) -> String {
  failures.count == 1 ? failures[0].text : "\(failures.count) failures: \(failures.map(\.text))"
}
