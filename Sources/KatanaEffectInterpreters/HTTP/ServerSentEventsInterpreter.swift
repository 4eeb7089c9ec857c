import Dispatch
import Foundation
import Katana
import KatanaEffects
import KatanaRuntime

/// Runs `ServerSentEvents`.
final class ServerSentEventsInterpreter: SubscriptionInterpreter {
  typealias Sub = ServerSentEvents

  private let stream: EventStream

  init(
    _ subscription: ServerSentEvents, _ dispatch: SubscriptionDispatcher<ServerSentEvents>,
    _ client: HTTPClient
  ) {
    stream = EventStream(subscription.request, client, clock: dispatch.clock) { update in
      dispatch.answer(\.reply, with: update)
    }
  }

  func start() { stream.connect() }
  func stop() { stream.stop() }
}

/// A connection to an event stream, which is opened again when it ends.
final class EventStream: @unchecked Sendable {
  // Sendable, because all variables are accessed only while the lock is held. No message is sent
  // while it is held: the message may be handled at once and stop the stream.
  private let request: HTTPRequest
  private let client: HTTPClient
  private let clock: any RuntimeClock
  private let lock = Lock()
  private let outlet: EventOutlet<ServerSentUpdate>
  private var state = EventStreamState()
  private var parser = ServerSentEventParser()
  private var transfer: HTTPTransfer?
  private var nextAttempt: ScheduledAction?
  private let queue = DispatchQueue(label: "katana.http.events")

  init(
    _ request: HTTPRequest, _ client: HTTPClient, clock: any RuntimeClock,
    _ send: @escaping @Sendable (ServerSentUpdate) -> Void
  ) {
    (self.request, self.client, self.clock) = (request, client, clock)
    outlet = EventOutlet(send)
  }

  func connect() {
    guard let request = lock.withLock({ outlet.isClosed ? nil : nextRequest() }) else { return }
    let transfer = HTTPTransfer(
      client.prepare(request), to: EventSink(self), isStream: true, by: client, clock: clock
    ) { [weak self] outcome in
      guard let self else { return }
      queue.async { self.ended(outcome) }
    }
    // The last one is released without the lock, because the deinitialiser of an id may run any code.
    let (last, isTooLate) = lock.withLock {
      defer { self.transfer = transfer }
      return (self.transfer, outlet.isClosed)
    }
    withExtendedLifetime(last) {}
    if isTooLate { return transfer.cancel() }
    client.queue.async { transfer.start() }
  }

  /// Ends the stream for good. Nothing is sent after this returns.
  func stop() {
    outlet.close()
    let (transfer, next) = lock.withLock {
      defer { (self.transfer, nextAttempt) = (nil, nil) }
      return (self.transfer, nextAttempt)
    }
    transfer?.cancel()
    next?.cancel()
  }

  /// Called while the lock is held.
  private func nextRequest() -> HTTPRequest {
    var request = request
    request.accepted = 200...200
    if request.headers["Accept"] == nil { request.headers["Accept"] = "text/event-stream" }
    request.headers["Cache-Control"] = "no-cache"
    parser = ServerSentEventParser(lastID: parser.lastID)
    let lastID = HTTPField("Last-Event-ID", .plain(parser.lastID))
    if !parser.lastID.isEmpty && lastID.isValidHeader {
      request.headers[lastID.name] = lastID.value
    }
    return request
  }

  fileprivate func opened() { post([.opened]) }

  /// Handles a piece of the body. Returns the number of bytes of the event that is not complete
  /// yet.
  fileprivate func take(_ data: Data) -> Int {
    let (events, waiting) = lock.withLock {
      let events = parser.feed(data)
      if !events.isEmpty { state.received() }
      if let retry = parser.retry { state.retry = retry }
      return (events, parser.waiting)
    }
    post(events.map(ServerSentUpdate.event))
    return waiting
  }

  fileprivate var eventLimit: Int { request.sizeLimit ?? HTTPRequest.defaultSizeLimit }

  private func post(_ updates: [ServerSentUpdate]) {
    if updates.isEmpty { return }
    queue.async { for update in updates { self.outlet.send(update) } }
  }

  /// Called on the queue, so that earlier events are sent first.
  private func ended(_ outcome: Outcome<HTTPResponse, HTTPError>) {
    let error: HTTPError? = if case .failure(let error) = outcome { error } else { nil }
    switch lock.withLock({ state.ended(error) }) {
    case .stop(let error): outlet.send(.ended(error))
    case .retry(let delay):
      // The attempt is scheduled before the message is sent, so that a test's clock has it when the
      // message arrives.
      scheduleAttempt(after: delay)
      outlet.send(.interrupted(error, retryIn: delay))
    }
  }

  private func scheduleAttempt(after delay: Duration) {
    let action = clock.schedule(after: delay) { [weak self] in self?.connect() }
    let isTooLate = lock.withLock {
      nextAttempt = action
      return outlet.isClosed
    }
    if isTooLate { action.cancel() }
  }
}

/// Passes the body to the parser.
private final class EventSink: HTTPSink, @unchecked Sendable {
  // Sendable as ``HTTPSink`` states.
  private weak var stream: EventStream?
  private var host = ""

  init(_ stream: EventStream) { self.stream = stream }

  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) -> Int {
    self.host = host
    let type = head.headers["Content-Type"]?.revealed ?? ""
    guard type.lowercased().hasPrefix("text/event-stream") else {
      throw .typeUnexpected(host, type: type)
    }
    stream?.opened()
    return 0
  }

  func write(_ data: Data) throws(HTTPError) {
    guard let stream else { return }
    let limit = stream.eventLimit
    if stream.take(data) > limit { throw .tooLarge(host, limit: limit) }
  }

  func finish() throws(HTTPError) -> Data { Data() }
  func abandon() {}
}
