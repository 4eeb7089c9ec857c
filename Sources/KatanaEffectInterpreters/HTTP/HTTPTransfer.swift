import Dispatch
import Foundation
import Katana
import KatanaEffects
import KatanaRuntime
import Synchronization

/// The transfer of one request, from the command to the outcome, including its redirects.
///
/// The callbacks of the transport may run on a thread that all requests of the process share. So
/// they only record the event and pass the body to the sink. Encoding, completing a file, decoding
/// and sending messages happen on other queues.
final class HTTPTransfer: @unchecked Sendable {
  // Sendable, because all variables except the atomic one are accessed only while the lock is held.
  typealias Completion = @Sendable (Outcome<HTTPResponse, HTTPError>) -> Void

  private let request: HTTPRequest
  private let client: HTTPClient
  private let clock: any RuntimeClock
  private let isGone = Atomic<Bool>(false)
  private let lock = Lock()

  private var state: HTTPTransferState?
  private var sink: any HTTPSink
  private var completion: Completion?
  private var task: HTTPTransportTask?
  private var timeLimit: ScheduledAction?
  private var silenceLimit: ScheduledAction?
  private var lastEvent: Duration
  private var isOver = false
  /// The number of the current exchange. Events of earlier exchanges are ignored.
  private var hop = 0
  private let isStream: Bool
  private let report: HTTPProgressHub.Report?

  /// Creates a transfer, and starts its time limits.
  ///
  /// - Parameters:
  ///   - request: The request, completed.
  ///   - sink: The sink that receives the body of the response.
  ///   - isStream: Whether the response may never end. Then the time limit ends with its headers,
  ///     and its size has no limit.
  ///   - client: The client whose transport and queues are used.
  ///   - clock: The clock for the time limits.
  ///   - completion: Called once with the outcome, on a queue of the client; never after
  ///     ``cancel()``.
  init(
    _ request: HTTPRequest, to sink: any HTTPSink, isStream: Bool = false, by client: HTTPClient,
    clock: any RuntimeClock, _ completion: @escaping Completion
  ) {
    (self.request, self.sink, self.isStream, self.client) = (request, sink, isStream, client)
    (self.clock, self.completion) = (clock, completion)
    lastEvent = clock.now
    report = request.transfer.map { client.progress.report(for: $0, clock: clock) }
    startTimers()
  }

  /// Encodes the request and sends it. Called once, on a queue on which encoding may take time.
  func start() {
    if isGone.load(ordering: .acquiring) { return }
    do throws(HTTPError) {
      guard let request = try prepared() else { return }
      let exchange = try HTTPExchange(request, boundary: "katana-\(UUID().uuidString)")
      let limit = sink is MemorySink ? HTTPRequest.defaultSizeLimit : nil
      lock.withLock {
        state = HTTPTransferState(
          request, exchange, limit: isStream ? nil : request.sizeLimit ?? limit)
      }
      send(exchange)
    } catch {
      finish(.failure(error))
    }
  }

  /// Returns the request as the sink completes it; `nil` if the transfer is over.
  private func prepared() throws(HTTPError) -> HTTPRequest? {
    var request = request
    return try lock.withLock { () -> Outcome<HTTPRequest?, HTTPError> in
      if isOver { return .success(nil) }
      do throws(HTTPError) {
        try sink.prepare(&request)
        return .success(request)
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Ends the transfer without an outcome. Returns at once, and can be called on any thread.
  func cancel() {
    isGone.store(true, ordering: .releasing)
    client.queue.async { self.dropAll() }
  }

  private func dropAll() {
    let parts = lock.withLock { takeParts() }
    for timer in parts?.timers ?? [] { timer.cancel() }
    parts?.task?.cancel()
    parts?.sink.abandon()
    report?.abandon()
  }

  private func send(_ exchange: HTTPExchange) {
    let (hop, last) = lock.withLock {
      self.hop += 1
      defer { self.task = nil }
      return (self.hop, self.task)
    }
    // The body of a redirect may never end.
    last?.cancel()
    let task = client.transport.start(exchange) { [self] in receive($0, hop) }
    let isTooLate = lock.withLock {
      // The response may have arrived and led to the next exchange before this point.
      if isOver || hop != self.hop { return true }
      self.task = task
      return false
    }
    if isTooLate { task.cancel() }
  }
}

// The events of the transport.
extension HTTPTransfer {
  private enum Next {
    case wait
    case follow(HTTPExchange)
    case finish(Outcome<HTTPHead, HTTPError>)
  }

  private func receive(_ event: HTTPTransportEvent, _ hop: Int) {
    if isGone.load(ordering: .acquiring) { return }
    let now = clock.now
    let (next, counts, limit) = lock.withLock {
      () -> (Next, HTTPCounts?, timeLimit: ScheduledAction?) in
      guard hop == self.hop, !isOver else { return (.wait, nil, nil) }
      lastEvent = now
      let next = handle(event)
      guard isStream, state?.use == .deliver else { return (next, state?.counts, nil) }
      defer { timeLimit = nil }
      return (next, state?.counts, timeLimit)
    }
    // Without the lock, because a clock and an id may be code of the app.
    limit?.cancel()
    if let counts { report?.update(counts) }
    switch next {
    case .wait: break
    case .follow(let exchange): send(exchange)
    case .finish(let outcome): finish(outcome)
    }
  }

  /// Called while the lock is held.
  private func handle(_ event: HTTPTransportEvent) -> Next {
    switch event {
    case .sent(let count, let total): state?.sent(count, of: total)
    case .head(let head): return began(head)
    case .body(let data): return took(data)
    case .ended(let error): return ended(error)
    }
    return .wait
  }

  private func began(_ head: HTTPHead) -> Next {
    if let error = state?.received(head) { return .finish(.failure(error)) }
    let host = state?.exchange.host ?? ""
    do throws(HTTPError) {
      switch state?.use {
      case .deliver:
        let kept = try sink.begin(head, from: host)
        if let error = state?.kept(kept) { return .finish(.failure(error)) }
      case .explain where !(sink is MemorySink):
        try sink.refuse(head, from: host)
        sink = MemorySink(limit: HTTPTransferState.explanationLimit)
      default: break
      }
      return .wait
    } catch {
      return .finish(.failure(error))
    }
  }

  private func took(_ data: Data) -> Next {
    if let error = state?.received(data.count) { return .finish(.failure(error)) }
    do throws(HTTPError) {
      if [.deliver, .explain].contains(state?.use) { try sink.write(data) }
    } catch {
      return .finish(.failure(error))
    }
    return state?.hasEnough == true ? ended(nil) : .wait
  }

  private func ended(_ error: HTTPError?) -> Next {
    switch state?.ended(error) {
    case .follow(let exchange): return .follow(exchange)
    case .succeed(let head): return .finish(.success(head))
    case .fail(let error): return .finish(.failure(error))
    case nil: return .wait
    }
  }
}

// The end of the transfer.
extension HTTPTransfer {
  private typealias Parts = (
    task: HTTPTransportTask?, timers: [ScheduledAction], sink: any HTTPSink,
    completion: Completion?, url: String, head: HTTPHead?, counts: HTTPCounts
  )

  /// Returns all that the end needs, but only the first time. Called while the lock is held.
  private func takeParts() -> Parts? {
    guard !isOver else { return nil }
    isOver = true
    let timers = [timeLimit, silenceLimit].compactMap(\.self)
    defer { (task, completion, timeLimit, silenceLimit) = (nil, nil, nil, nil) }
    let url = state?.exchange.url.absoluteString ?? request.url.revealed
    return (task, timers, sink, completion, url, state?.answer, state?.counts ?? HTTPCounts())
  }

  private func finish(_ outcome: Outcome<HTTPHead, HTTPError>) {
    guard let parts = lock.withLock({ takeParts() }) else { return }
    for timer in parts.timers { timer.cancel() }
    // Closes the connection if the response is not complete. Otherwise the transport ignores this.
    parts.task?.cancel()
    client.finishing.async { [self] in
      let result = HTTPSecrets(of: request).hidden(in: result(of: outcome, parts))
      guard let report else { return complete(result, parts.completion) }
      report.end { [self] in
        client.finishing.async { [self] in complete(result, parts.completion) }
      }
    }
  }

  private func complete(_ result: Outcome<HTTPResponse, HTTPError>, _ completion: Completion?) {
    if !isGone.load(ordering: .acquiring) { completion?(result) }
  }

  private func result(
    of outcome: Outcome<HTTPHead, HTTPError>, _ parts: Parts
  ) -> Outcome<HTTPResponse, HTTPError> {
    do throws(HTTPError) {
      if isGone.load(ordering: .acquiring) { throw .connectionLost("") }
      let head = try outcome.get()
      let body = try parts.sink.finish()
      var response = HTTPResponse(head, url: parts.url, size: parts.counts.received)
      response.body = body
      response.isCut = parts.sink is MemorySink && body.count < response.size
      guard request.accepted.contains(head.status) else { throw .statusUnexpected(response) }
      return .success(response)
    } catch {
      if case .partUnexpected = error { parts.sink.discard() } else { parts.sink.abandon() }
      return .failure(
        error.adding(
          parts.head.map {
            HTTPResponse($0, url: parts.url, size: parts.counts.received)
          }))
    }
  }
}

// The time limits.
extension HTTPTransfer {
  private func startTimers() {
    if let limit = request.timeLimit {
      let timer = clock.schedule(after: limit) { [weak self] in
        guard let self else { return }
        finish(.failure(.timeLimitReached(host, limit)))
      }
      lock.withLock { timeLimit = timer }
    }
    if let limit = request.silenceLimit { watchSilence(limit, after: limit) }
  }

  /// Schedules one timer for the rest of the limit, because events come too often for a timer each.
  private func watchSilence(_ limit: Duration, after delay: Duration) {
    let timer = clock.schedule(after: delay) { [weak self] in
      guard let self else { return }
      let rest = lock.withLock { lastEvent }.adding(limit).subtracting(clock.now)
      if rest > .zero {
        watchSilence(limit, after: rest)
      } else {
        finish(.failure(.silenceLimitReached(host, limit)))
      }
    }
    let isTooLate = lock.withLock {
      silenceLimit = timer
      return isOver
    }
    if isTooLate { timer.cancel() }
  }

  private var host: String {
    lock.withLock { state?.exchange.host } ?? request.host
  }
}

extension HTTPResponse {
  fileprivate init(_ head: HTTPHead, url: String, size: Int) {
    self.init(status: head.status, headers: head.headers, url: url, size: size)
  }
}
