import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime

extension HTTPTransport {
  /// Sends an exchange and waits for the whole answer; redirects are not followed.
  ///
  /// - Parameters:
  ///   - limit: How long that may take, by the clock.
  /// - Throws: `HTTPError`, or `CancellationError` as soon as the task is cancelled.
  func answer(
    to exchange: HTTPExchange, within limit: Duration, by clock: any RuntimeClock
  ) async throws -> HTTPResponse {
    let (events, sender) = AsyncStream.makeStream(of: HTTPTransportEvent.self)
    let timer = clock.schedule(after: limit) {
      sender.yield(.ended(.timeLimitReached(exchange.url.host() ?? "", limit)))
    }
    let task = start(exchange) { sender.yield($0) }
    defer {
      timer.cancel()
      task.cancel()
    }
    var response = HTTPResponse(status: 0)
    for await event in events {
      if try response.take(event) { return response }
    }
    // Only a cancellation ends the events before their last one.
    throw CancellationError()
  }
}

extension HTTPResponse {
  /// Adds what has come; returns whether that was the end.
  mutating func take(_ event: HTTPTransportEvent) throws(HTTPError) -> Bool {
    switch event {
    case .sent: return false
    case .head(let head):
      (status, headers) = (head.status, head.headers)
      return false
    case .body(let data):
      let limit = HTTPRequest.defaultSizeLimit
      if body.count + data.count > limit { throw .tooLarge("the server", limit: limit) }
      body += data
      return false
    case .ended(let error):
      if let error { throw error }
      return true
    }
  }
}
