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
}

enum OutboxMessage: Message, Equatable {
  case loaded(Result<[OutboxItem]?, StoreError>)
  case sendTapped(String)
  case added(OutboxItem)
  case sent(OutboxItem, Result<HTTPResponse, HTTPError>)
  case retryDue
  case notSaved(StoreError)
}

struct Outbox: Model, Equatable {
  typealias Receives = OutboxMessage

  var items: [OutboxItem] = []
  var rejected: [OutboxItem] = []
  var isLoaded = false
  var problem: String?
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
      return [NewID(Reply { OutboxMessage.added(OutboxItem(id: $0, text: text)) })]
    case .added(let item): model.items.append(item)
    case .sent(let item, let result):
      model.isSending = false
      if case .failure(let error) = result {
        guard !error.isTemporary else { return [] }  // `Every` tries again.
        model.rejected.append(item)
      }
      model.items.removeAll { $0.id == item.id }
    case .notSaved(let error): model.problem = error.text
    case .retryDue: break
    }
    guard model.isLoaded, !model.isSending, let item = model.items.first else { return [] }
    model.isSending = true
    let put = HTTPRequest.put("https://example.com/notes/\(item.id)", body: .json(item.text))
    return [Fetch(put, Reply { OutboxMessage.sent(item, $0) })]
  }
}

extension OutboxFeature: SubscriptionProvider {
  func subscriptions(model: Outbox) -> [any Subscription] {
    guard model.isLoaded else { return [] }
    let saved = Persisted(model.items, to: "outbox.json", Reply(OutboxMessage.notSaved))
    guard !model.items.isEmpty, !model.isSending else { return [saved] }
    return [saved, Every(.seconds(30), Reply(OutboxMessage.retryDue))]
  }
}

let outboxProgram = Program(
  model: Outbox(), OutboxFeature(),
  commands: [LoadPersisted("outbox.json", Reply(OutboxMessage.loaded))])

@Test func whatIsWrittenOfflineIsSentAfterARestart() {
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
  #expect(app.model.rejected.map(\.text) == ["a"])
  #expect(app.model.items.isEmpty)
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
