import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// Token refresh and the end of a login: Docs/cookbook/network.md.

enum AccountPage: String, Sendable { case orders, profile, wishes }

enum AccountMessage: Message, Equatable {
  case opened(AccountPage)
  case answered(AccountPage, Secret<String>, isRepeated: Bool, Outcome<String, HTTPError>)
  case refreshed(Outcome<Secret<String>, HTTPError>)
}

struct Account: Model, Equatable {
  typealias Receives = AccountMessage

  var token: Secret<String>?
  var waiting: [AccountPage] = []  // Refused with 401; they wait for a new token.
  var pages: [AccountPage: String] = [:]
}

struct AccountUpdater: TypedUpdater {
  enum ID { case account }

  func update(model: inout Account, message: AccountMessage) -> [any Command] {
    guard let current = model.token else { return [] }
    switch message {
    case .opened(let page): return [load(page, current)]
    case .answered(let page, _, _, .success(let text)): model.pages[page] = text
    case .answered(let page, let token, let isRepeated, .failure(let error))
    where error.response?.status == 401:
      // Refreshed meanwhile.
      guard token == current else { return [load(page, current, isRepeated: true)] }
      guard !isRepeated else { return logOut(&model) }
      model.waiting.append(page)
      guard model.waiting.count == 1 else { return [] }  // A refresh is on its way.
      let refresh = HTTPRequest.post("https://example.com/token", body: .form(["old": current]))
      return [FetchJSON(refresh, reply { .refreshed($0) }).cancellable(id: ID.account)]
    case .refreshed(.success(let token)):
      model.token = token
      defer { model.waiting = [] }
      return model.waiting.map { load($0, token, isRepeated: true) }
    case .refreshed(.failure(let error)):
      guard error.isTemporary else { return logOut(&model) }
      model.waiting = []  // The network has failed. The login stays; the next request tries again.
    case .answered: break
    }
    return []
  }
}

extension AccountUpdater {
  /// - Parameter isRepeated: Whether the page was refused before the last refresh.
  func load(
    _ page: AccountPage, _ token: Secret<String>, isRepeated: Bool = false
  ) -> any Command {
    FetchJSON(
      .get("https://example.com/\(page.rawValue)", headers: ["Authorization": token]),
      reply { .answered(page, token, isRepeated: isRepeated, $0) }
    ).cancellable(id: ID.account)
  }

  func logOut(_ model: inout Account) -> [any Command] {
    model = Account()
    return [Cancel(id: ID.account)]
  }
}

/// A server that accepts its newest token only, and exchanges each token once. Token 0 has expired.
final class RotatingTokens: Sendable {
  let last = Mutex(0)

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    last.withLock { last in
      if request.path == "/token" {
        guard request.body == .form(["old": Secret("\(last)")]) else { return .status(403) }
        last += 1
        return .json("\"\(last)\"")
      }
      let token = request.headers["Authorization"]?.revealed
      return last > 0 && token == "\(last)" ? .json("\"\(request.path)\"") : .status(401)
    }
  }
}

@Test func threeRequestsThatAreRefusedLeadToOneRefresh() {
  let app = AppTest(Program(model: Account(token: Secret("0")), AccountUpdater()))
  let load = AccountUpdater().load
  app.send(.opened(.orders), commands: [load(.orders, Secret("0"), false)])
  app.send(.opened(.profile), commands: [load(.profile, Secret("0"), false)])
  app.send(.opened(.wishes), commands: [load(.wishes, Secret("0"), false)])
  let refresh = FetchJSON(
    .post("https://example.com/token", body: .form(["old": Secret("0")])),
    Reply(AccountMessage.refreshed)
  ).cancellable(id: AccountUpdater.ID.account)
  app.respond(to: .get, "/orders", .status(401), commands: [refresh]) { $0.waiting = [.orders] }
  app.respond(to: .get, "/profile", .status(401)) { $0.waiting = [.orders, .profile] }
  app.respond(
    to: .post, "/token", .json(#""1""#),
    commands: [load(.orders, Secret("1"), true), load(.profile, Secret("1"), true)]
  ) { $0 = Account(token: Secret("1")) }
  // The last one is refused after the refresh.
  app.respond(
    to: .get, "/wishes", .status(401), commands: [load(.wishes, Secret("1"), true)])
  #expect(app.pending.count == 3)
  app.finish(ignoringPending: [FetchJSON<String>.self])
}

@Test func theLoginEndsIfTheNewTokenIsRefusedToo() {
  let app = AppTest(
    Program(model: Account(token: Secret("0")), AccountUpdater()), exhaustive: .model)
  app.send(.opened(.orders))
  app.respond(to: .get, "/orders", .status(401)) { $0.waiting = [.orders] }
  app.respond(to: .post, "/token", .json(#""1""#)) { $0 = Account(token: Secret("1")) }
  app.respond(to: .get, "/orders", .status(401)) { $0 = Account() }
}

@Test func aTokenThatExpiresIsRefreshedAgainIfTheNetworkHadFailedAfterTheLastRefresh() {
  let app = AppTest(
    Program(model: Account(token: Secret("0")), AccountUpdater()), exhaustive: false)
  app.send(.opened(.orders))
  app.respond(to: .get, "/orders", .status(401))
  app.respond(to: .post, "/token", .json(#""1""#))
  app.respond(to: .get, "/orders", .offline)
  app.send(.opened(.orders))  // An hour later.
  app.respond(to: .get, "/orders", .status(401))
  app.respond(to: .post, "/token", .json(#""2""#))
  #expect(app.model.token == Secret("2"))
  app.finish(ignoringPending: [FetchJSON<String>.self])
}

@Test func theLoginEndsIfTheRefreshIsRefused() {
  let app = AppTest(
    Program(model: Account(token: Secret("0"), waiting: [.orders]), AccountUpdater()))
  app.send(
    .refreshed(.failure(.statusUnexpected(HTTPResponse(status: 403)))),
    commands: [Cancel(id: AccountUpdater.ID.account)]
  ) { $0 = Account() }
}

@Test func theLoginStaysIfTheNetworkFails() {
  let test = StepTest(AccountUpdater(), model: Account(token: Secret("0"), waiting: [.orders]))
  test.send(.refreshed(.failure(.unknownHost("example.com")))) { $0.waiting = [] }
}

@Test func noAnswerOfTheLastUserReachesTheNextOne() {
  let app = AppTest(
    Program(model: Account(token: Secret("0")), AccountUpdater()), exhaustive: .model)
  app.send(.opened(.orders))
  app.respond(to: .get, "/orders", .status(401)) { $0.waiting = [.orders] }
  app.respond(to: .post, "/token", .json(#""1""#)) { $0 = Account(token: Secret("1")) }
  app.send(.opened(.profile))
  app.respond(to: .get, "/orders", .status(401)) { $0 = Account() }
  #expect(app.pending.isEmpty)
}

@Test func everyPageIsLoadedAndTheTokenIsRefreshedOnce() {
  let pages: [AccountPage] = [.orders, .profile, .wishes]
  let seen = explore(seeds: 300, sending: pages.map { AccountMessage.opened($0) }) { simulation in
    let tokens = RotatingTokens()
    let server = VirtualServer(conditions: .chosen(by: simulation, failing: false)) {
      tokens.answer($0)
    }
    return Simulated(
      Program(model: Account(token: Secret("0")), AccountUpdater()), interpreters: [.http(server)]
    )
    .eventually("every page is there") { $0.pages.count == 3 && $0.waiting.isEmpty }
    .eventually("the token was refreshed once") { $0.token == Secret("1") }
  }
  #expect(seen.orders > 50)
}
