import Dispatch
public import KatanaEffects
public import KatanaRuntime

/// What sends requests: redirects, limits, files and progress, above a transport.
///
/// `.http()` makes one. Make one yourself if interpreters of the app send requests too, because a
/// request becomes several messages, or none:
///
/// ```swift
/// let client = HTTPClient()
/// try Runtime(program, interpreters: [.http(client), .command(LogInInterpreter(client: client))])
/// ```
public final class HTTPClient: Sendable {
  let transport: any HTTPTransport
  /// Starts and cancels, in the order of the commands.
  let queue = DispatchQueue(label: "katana.http")
  /// Completes files, decodes and sends the messages, of several requests at a time.
  let finishing = DispatchQueue(label: "katana.http.finishing", attributes: .concurrent)
  let progress = HTTPProgressHub()
  /// Completes a request before it is sent.
  let prepare: @Sendable (HTTPRequest) -> HTTPRequest

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - transport: What carries the requests.
  ///   - prepare: Completes a request before it is sent.
  public init(
    transport: any HTTPTransport = URLSessionTransport.shared,
    preparing prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) {
    (self.transport, self.prepare) = (transport, prepare)
  }

  /// Sends a request as `Fetch` does, and returns the response.
  ///
  /// - Parameters:
  ///   - request: What is sent. It is completed before this waits.
  ///   - clock: What the limits of time go by: `dispatch.clock`.
  /// - Throws: `HTTPError`; `CancellationError` as soon as the task is cancelled, which closes the
  ///   connection.
  public func response(
    to request: HTTPRequest, by clock: any RuntimeClock
  ) async throws -> HTTPResponse {
    let (outcomes, sender) = AsyncStream.makeStream(of: Result<HTTPResponse, HTTPError>.self)
    let transfer = HTTPTransfer(prepare(request), to: MemorySink(), by: self, clock: clock) {
      sender.yield($0)
    }
    queue.async { transfer.start() }
    for await outcome in outcomes { return try outcome.get() }
    // Only a cancellation ends the outcomes.
    transfer.cancel()
    // The start may be going on: after this it has taken back what it has begun.
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    throw CancellationError()
  }
}
