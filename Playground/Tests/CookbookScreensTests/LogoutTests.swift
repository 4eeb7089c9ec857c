import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

enum AccountMessage: Message {
  case refreshDue
  case loaded(Outcome<Int, HTTPError>)
}

struct AccountFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Account, message: AccountMessage) -> [any Command] {
    switch message {
    case .refreshDue:
      let headers: HTTPFields = ["Authorization": model.token]
      return [
        FetchJSON(
          .get("https://bank.example.com/balance", headers: headers), reply { .loaded($0) })
      ]
    case .loaded(let result): model.balance = (try? result.get()) ?? model.balance
    }
    return []
  }

  func subscriptions(model: Account) -> [any Subscription] {
    [Every(.seconds(60), reply(.refreshDue))]
  }
}

struct Bank: Model, Equatable {
  typealias Receives = BankMessage
  var account: Account?
  var logins = 0
}

enum BankMessage: Message { case loggedIn(token: Secret<String>) }

struct LoginUpdater: TypedUpdater {
  func update(model: inout Bank, message: BankMessage) -> [any Command] {
    switch message {
    case .loggedIn(let token):
      model.logins += 1
      model.account = Account(id: model.logins, token: token)
    }
    return []
  }
}

struct RevokeToken: Command, Equatable { var token: Secret<String> }

struct Account: Model, Equatable, Identifiable {
  typealias Receives = AccountMessage
  let id: Int  // Of the login, not of the user: who logs in again has another account here.
  var token: Secret<String>
  var balance: Int?
}

struct LoggedOut: GlobalMessage {}

struct LogoutUpdater: TypedUpdater {
  func update(model: inout Bank, message: LoggedOut) -> [any Command] {
    guard let account = model.account else { return [] }
    model.account = nil
    return [RevokeToken(token: account.token)]
  }
}

let bankFeature = LoginUpdater().with(
  .full(LogoutUpdater()),
  .optional(\.account, AccountFeature(), onLeave: .cancel))

@Suite struct LogoutTests {
  let app = AppTest(
    Program(model: Bank(), bankFeature), interpreters: [.time()], exhaustive: .model,
    ignoringPending: [RevokeToken.self])

  let refresh = Every(.seconds(60), Reply(AccountMessage.refreshDue))

  func logIn(_ token: String, number: Int) {
    app.send(.loggedIn(token: Secret(token))) {
      ($0.logins, $0.account) = (number, Account(id: number, token: Secret(token)))
    }
  }

  @Test func nothingOfTheAccountGoesOn() {
    logIn("a", number: 1)
    app.advance(by: .seconds(60))  // The balance is asked for.
    app.send(
      LoggedOut(), commands: [RevokeToken(token: Secret("a"))],
      subscriptions: [.stopped(refresh.in(Bank.at.account[1]))]
    ) { $0.account = nil }
    #expect(difference(app.pending, [RevokeToken(token: Secret("a"))]) == nil)
  }

  @Test func theNextUserSeesNothingOfTheOneBefore() {
    logIn("a", number: 1)
    app.advance(by: .seconds(60))
    // Without a logout in between, as when one account is exchanged for another.
    logIn("b", number: 2)
    #expect(app.pending.isEmpty)
    app.advance(by: .seconds(59))
    #expect(app.pending.isEmpty, "the timer begins anew")
  }
}
