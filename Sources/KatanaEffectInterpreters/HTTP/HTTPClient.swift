import Dispatch
import Katana
public import KatanaEffects
public import KatanaRuntime

/// Sends requests over a transport, and handles redirects, limits, files and progress.
///
/// `.http()` creates a client. Create one yourself if interpreters of the app send requests too,
/// for instance because one command needs several requests:
///
/// ```swift
/// let client = HTTPClient()
/// try Runtime(program, interpreters: [.http(client), .command(LogInInterpreter(client: client))])
/// ```
public final class HTTPClient: Sendable {
  let transport: any HTTPTransport
  /// The queue on which transfers start and are cancelled, in the order of the commands.
  let queue = DispatchQueue(label: "katana.http")
  /// The concurrent queue on which files are completed, bodies are decoded and messages are sent.
  let finishing = DispatchQueue(label: "katana.http.finishing", attributes: .concurrent)
  let progress = HTTPProgressHub()
  let webSockets: any WebSocketTransport
  let sockets = WebSocketRegistry()
  /// Completes each request before it is sent.
  let prepare: @Sendable (HTTPRequest) -> HTTPRequest

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - transport: The transport that carries the requests.
  ///   - webSockets: The transport that carries WebSockets.
  ///   - prepare: Completes each request before it is sent, for instance with an address and a
  ///     token.
  public init(
    transport: any HTTPTransport = URLSessionTransport.shared,
    webSockets: any WebSocketTransport = URLSessionWebSockets.shared,
    preparing prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) {
    (self.transport, self.webSockets, self.prepare) = (transport, webSockets, prepare)
  }

  /// Sends a request as `Fetch` does, and returns the response.
  ///
  /// - Parameters:
  ///   - request: The request to send. It is completed before this function suspends.
  ///   - clock: The clock for the time limits: `dispatch.clock`.
  /// - Returns: The response, whose status code the request accepts.
  /// - Throws: `HTTPError`; or `CancellationError` as soon as the task is cancelled, which closes
  ///   the connection.
  public func response(
    to request: HTTPRequest, by clock: any RuntimeClock
  ) async throws -> HTTPResponse {
    let (outcomes, sender) = AsyncStream.makeStream(of: Outcome<HTTPResponse, HTTPError>.self)
    let request = prepare(request)
    let sink = MemorySink(for: request)
    let transfer = HTTPTransfer(request, to: sink, by: self, clock: clock) { sender.yield($0) }
    queue.async { transfer.start() }
    for await outcome in outcomes { return try outcome.get() }
    // The sequence ends without an outcome only if the task is cancelled.
    transfer.cancel()
    // The transfer may be starting at this moment. Wait until the queue has cancelled what it
    // started.
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    throw CancellationError()
  }
}
