import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// Background refresh: Docs/cookbook/network.md.

enum InboxMessage: Message, Equatable {
  case refreshWanted
  case refreshWantedAt(Date)
  case loaded(Date, Outcome<[String], HTTPError>)
}

struct Inbox: Model, Equatable {
  typealias Receives = InboxMessage

  /// On iOS, `UIApplication.willEnterForegroundNotification`.
  static let foreground = Notification.Name("the app is in the foreground")

  var letters: [String] = []
  var loadedAt = Date.distantPast
  var isLoading = false
}

struct InboxFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case load }

  func update(model: inout Inbox, message: InboxMessage) -> [any Command] {
    switch message {
    case .refreshWanted: return [Now(reply { .refreshWantedAt($0) })]
    case .refreshWantedAt(let now):
      // Negative if the clock was set back.
      guard abs(now.timeIntervalSince(model.loadedAt)) >= 300 else { return [] }
      model.isLoading = true
      let request = HTTPRequest.get("https://example.com/inbox")
      let load = FetchJSON(request, reply { .loaded(now, $0) })
      return [load.queued(id: ID.load, .latestWins)]
    case .loaded(let date, let result):
      model.isLoading = false
      guard case .success(let letters) = result else { return [] }  // The old letters stay.
      (model.letters, model.loadedAt) = (letters, date)
      return []
    }
  }

  func subscriptions(model: Inbox) -> [any Subscription] {
    [NotificationPosted(Inbox.foreground, reply(.refreshWanted))]
  }
}

/// What the system's task for a background refresh calls.
func refreshInBackground(_ runtime: Runtime<Inbox>) async -> Bool {
  let outcome = try? await runtime.settle(.refreshWanted, timeout: .seconds(25))
  return outcome?.isSuccess ?? false
}

let inboxProgram = Program(model: Inbox(), InboxFeature())

@Test func theInboxIsLoadedAgainAfterFiveMinutes() {
  let server = VirtualServer { _ in .json(["tea"]) }
  let app = AppTest(
    inboxProgram, interpreters: [.http(server), .time()], exhaustive: .model)
  app.start()
  app.emit(NotificationPosted.self, with: InboxMessage.refreshWanted) {
    $0.letters = ["tea"]
    $0.loadedAt = Date(timeIntervalSinceReferenceDate: 0)
  }
  app.advance(by: .seconds(299))
  app.emit(NotificationPosted.self, with: InboxMessage.refreshWanted)
  #expect(server.requests.count == 1)
  app.advance(by: .seconds(1))
  app.emit(NotificationPosted.self, with: InboxMessage.refreshWanted) {
    $0.loadedAt = Date(timeIntervalSinceReferenceDate: 300)
  }
  #expect(server.requests.count == 2)
}

@Test func aClockThatWasSetBackDoesNotKeepOldLetters() {
  let loadedAt = Date(timeIntervalSinceReferenceDate: 86_400)
  let app = AppTest(
    Program(model: Inbox(loadedAt: loadedAt), InboxFeature()), exhaustive: .model)
  app.send(.refreshWantedAt(loadedAt.addingTimeInterval(-3_600))) { $0.isLoading = true }
  app.finish(ignoringPending: [FetchJSON<[String]>.self])
}

/// The caller of a second refresh, such as the task of the system, waits for its own request.
@Test func aRefreshDuringARefreshTakesItsPlace() {
  let app = AppTest(inboxProgram, exhaustive: false)
  let now = Date(timeIntervalSinceReferenceDate: 0)
  app.send(.refreshWantedAt(now))
  app.send(.refreshWantedAt(now.addingTimeInterval(1)))
  #expect(app.pending.count == 1)
  app.respond(to: .get, "/inbox", .json(["tea"]))
  #expect(app.model.loadedAt == now.addingTimeInterval(1))
}

@Test(arguments: [true, false])
func theSystemIsToldWhetherTheRefreshHasSucceeded(isOnline: Bool) async throws {
  let server = VirtualServer { _ in isOnline ? .json(["tea"]) : .offline }
  let runtime = try Runtime(
    inboxProgram,
    interpreters: [.http(server), .time(), .notifications(from: NotificationCenter())],
    options: RuntimeOptions(clock: ManualClock()))
  runtime.start()
  #expect(await refreshInBackground(runtime) == isOnline)
  #expect(runtime.model.letters == (isOnline ? ["tea"] : []))
  await runtime.shutdown()
}
