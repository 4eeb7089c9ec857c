import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// An offline queue: Docs/cookbook/network.md.

struct OutboxItem: Codable, Equatable, Identifiable, Sendable {
  var id: UUID
  var text: String
  var isRejected = false  // The server refuses it for good.
}

enum OutboxMessage: Message, Equatable {
  case loaded(Outcome<[OutboxItem]?, StoreError>)
  case sendTapped(String)
  case added(OutboxItem)
  case discardTapped(OutboxItem.ID)
  case sent(OutboxItem, Outcome<HTTPResponse, HTTPError>)
  case retryDue
  case notSaved(StoreError)
}

struct Outbox: Model, Equatable {
  typealias Receives = OutboxMessage

  var items: [OutboxItem] = []
  var isLoaded = false
  var problem: String?  // Of the file.
  var sendProblem: String?  // Of the last attempt.
  var isSending = false  // Not saved: after a restart, nothing is being sent.
}

struct OutboxFeature: TypedUpdater {
  func update(model: inout Outbox, message: OutboxMessage) -> [any Command] {
    switch message {
    case .loaded(.success(let saved)):
      (model.isLoaded, model.items) = (true, (saved ?? []) + model.items)
    case .loaded(.failure(let error)):
      model.problem = error.text
      if case .file = error { return [] }  // It is still there, and must not be replaced.
      model.isLoaded = true
    case .sendTapped(let text):
      return [NewID(reply { .added(OutboxItem(id: $0, text: text)) })]
    case .added(let item): model.items.append(item)
    case .discardTapped(let id): model.items.removeAll { $0.id == id && $0.isRejected }
    case .sent(let item, let result):
      guard model.takeOver(result, of: item) else { return [] }  // `Every` tries again.
    case .notSaved(let error): model.problem = error.text
    case .retryDue: break
    }
    guard model.isLoaded, !model.isSending, let item = model.next else { return [] }
    model.isSending = true
    let put = HTTPRequest.put("https://example.com/notes/\(item.id)", body: .json(item.text))
    return [Fetch(put, reply { .sent(item, $0) })]
  }
}

extension Outbox {
  var next: OutboxItem? { items.first { !$0.isRejected } }

  /// Returns whether the next item can be sent.
  mutating func takeOver(_ result: Outcome<HTTPResponse, HTTPError>, of item: OutboxItem) -> Bool {
    (isSending, sendProblem) = (false, nil)
    switch result {
    case .success: items.removeAll { $0.id == item.id }
    case .failure(let error) where error.isRefusalOfTheItem:
      for index in items.indices where items[index].id == item.id { items[index].isRejected = true }
    case .failure(let error): sendProblem = error.text
    }
    return sendProblem == nil
  }
}

extension HTTPError {
  /// Whether the item is at fault. The end of a login, or a certificate, concerns all items.
  var isRefusalOfTheItem: Bool {
    guard case .statusUnexpected(let response) = self, !isTemporary else { return false }
    return (400..<500).contains(response.status) && response.status != 401
  }
}

extension OutboxFeature: SubscriptionProvider {
  func subscriptions(model: Outbox) -> [any Subscription] {
    guard model.isLoaded else { return [] }
    let saved = Persisted(model.items, to: "outbox.json", reply { .notSaved($0) })
    guard model.next != nil, !model.isSending else { return [saved] }
    return [saved, Every(.seconds(30), reply(.retryDue))]
  }
}

let outboxProgram = Program(
  model: Outbox(), OutboxFeature(),
  commands: [LoadPersisted("outbox.json", Reply(OutboxMessage.loaded))])

@Test func itemsThatWereWrittenOfflineAreSentAfterARestart() {
  let store = VirtualStore()
  let sent = Mutex<[HTTPBody]>([])
  for isOnline in [false, true] {
    let server = VirtualServer { request in
      if !isOnline { return .offline }
      sent.withLock { $0.append(request.body) }
      return .status(201)
    }
    let app = AppTest(
      outboxProgram, interpreters: [.http(server), .random(seed: 1), .store(store), .time()],
      exhaustive: false)
    app.start()
    if !isOnline {
      app.send(.sendTapped("a"))
      app.send(.sendTapped("b"))
    }
    app.advance(by: .seconds(1))
    #expect(app.model.items.count == (isOnline ? 0 : 2))
  }
  #expect(sent.withLock { $0 } == [.json("a"), .json("b")])
}

@Test func aDamagedFileIsReportedAndTheQueueGoesOn() {
  let app = AppTest(outboxProgram, exhaustive: .model)
  let error = StoreError.damaged(path: "outbox.json", copy: "outbox.json.damaged")
  app.start()
  app.answer(\LoadPersisted<[OutboxItem]>.reply, with: .failure(error)) {
    ($0.isLoaded, $0.problem) = (true, error.text)
  }
  app.send(.added(OutboxItem(id: .numbered(1), text: "a"))) {
    $0.items = [OutboxItem(id: .numbered(1), text: "a")]
    $0.isSending = true
  }
  app.finish(ignoringPending: [Fetch.self])
}

@Test func aFileThatIsStillThereIsNotReplaced() {
  let app = AppTest(outboxProgram, exhaustive: .model)
  app.start()
  let error = StoreError.file(.permissionDenied(path: "outbox.json"))
  app.answer(\LoadPersisted<[OutboxItem]>.reply, with: .failure(error)) {
    $0.problem = error.text
  }
  let item = OutboxItem(id: .numbered(1), text: "a")
  app.send(.added(item)) { $0.items = [item] }
  #expect(app.running.isEmpty && app.pending.isEmpty)
}

@Test func aRejectedItemDoesNotBlockTheQueue() {
  let store = VirtualStore()
  let server = VirtualServer { $0.body == .json("a") ? .status(422) : .status(201) }
  let app = AppTest(
    outboxProgram, interpreters: [.http(server), .random(seed: 1), .store(store), .time()],
    exhaustive: false)
  app.start()
  app.send(.sendTapped("a"))
  app.send(.sendTapped("b"))
  #expect(app.model.items == [OutboxItem(id: .numbered(1), text: "a", isRejected: true)])
  #expect(server.requests.count == 2)
}

@Test func aRejectedItemIsThereAfterARestartUntilItIsDiscarded() {
  let store = VirtualStore()
  let server = VirtualServer { _ in .status(422) }
  let item = OutboxItem(id: .numbered(1), text: "a", isRejected: true)
  for kept in [[], [item], []] {
    let app = AppTest(
      outboxProgram, interpreters: [.http(server), .random(seed: 1), .store(store), .time()],
      exhaustive: false)
    app.start()
    #expect(app.model.items == kept)
    if server.requests.isEmpty {
      app.send(.sendTapped("a"))
    } else {
      app.send(.discardTapped(item.id))
    }
    app.advance(by: .seconds(60))
  }
  #expect(server.requests.count == 1)
}

@Test func everyItemArrivesOnceAndInOrderOverABadNetwork() {
  let texts = ["a", "b", "c"]
  let seen = explore(
    seeds: 200, sending: texts.map { OutboxMessage.sendTapped($0) }, until: .seconds(36_000)
  ) { simulation in
    let stored = Mutex<[String]>([])  // The paths of what has arrived.
    let server = VirtualServer(conditions: .chosen(by: simulation, failing: false)) { request in
      if simulation.choose(1...3) == 1 { return .offline }
      stored.withLock { if !$0.contains(request.path) { $0.append(request.path) } }
      // What has arrived may still look like a failure.
      return simulation.choose(1...3) == 1 ? .status(503) : .status(201)
    }
    return Simulated(
      outboxProgram,
      interpreters: [.http(server), .random(seed: 1), .store(VirtualStore()), .time()]
    )
    .eventually("all three have arrived, once and in order") { outbox in
      outbox.items.isEmpty
        && stored.withLock { $0 } == (1...3).map { "/notes/\(UUID.numbered($0))" }
    }
  }
  #expect(seen.orders > 50)
}

@Test(arguments: [
  HTTPAnswer.status(401), .failure(.certificateInvalid("example.com", reason: "expired")),
])
func anItemWaitsWhileTheLoginOrTheConnectionIsRefused(answer: HTTPAnswer) {
  let isRefused = Mutex(true)
  let server = VirtualServer { _ in isRefused.withLock { $0 } ? answer : .status(201) }
  let app = AppTest(
    outboxProgram,
    interpreters: [.http(server), .random(seed: 1), .store(VirtualStore()), .time()],
    exhaustive: false)
  app.start()
  app.send(.sendTapped("a"))
  #expect(app.model.items == [OutboxItem(id: .numbered(1), text: "a")])
  #expect(app.model.sendProblem != nil)
  isRefused.withLock { $0 = false }
  app.advance(by: .seconds(30))
  #expect(app.model.items.isEmpty && app.model.sendProblem == nil)
}
