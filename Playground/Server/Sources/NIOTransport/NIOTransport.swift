public import AsyncHTTPClient
import Dispatch
import Foundation
public import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import NIOHTTP1
import Synchronization

/// The client of AsyncHTTPClient. Katana has another one of this name.
public typealias NIOClient = AsyncHTTPClient.HTTPClient

/// A transport on `AsyncHTTPClient`, for servers and for Linux. The answers that end a process in which
/// `URLSession` receives them do not end it here. Copy this folder.
///
/// ```swift
/// .http(transport: NIOTransport.shared)
/// ```
///
/// It ignores `http_proxy` and `no_proxy`. To use a proxy, set `proxy` of the configuration.
public final class NIOTransport: HTTPTransport {
  /// The transport of the process. It is never shut down.
  public static let shared = NIOTransport()

  private let client: NIOClient

  /// Creates a transport that uses the threads of the process. Its release ends the exchanges that are
  /// open.
  ///
  /// - Parameter configure: Changes the configuration of the client, such as its certificates.
  public init(configure: (inout NIOClient.Configuration) -> Void = { _ in }) {
    var configuration = NIOClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.httpVersion = .http1Only
    // A refused connection fails at once. One that is being opened is not cancelled with its request,
    // so the client's own limit of 10 s stays for it.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    configure(&configuration)
    client = NIOClient(
      eventLoopGroup: NIOClient.defaultEventLoopGroup, configuration: configuration)
  }

  deinit { client.shutdown { _ in } }

  /// Starts an exchange, and returns at once.
  public func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    var headers = HTTPHeaders(exchange.headers.fields.map { ($0.name, $0.value.revealed) })
    // The client does not decode bodies.
    if headers["Accept-Encoding"].isEmpty {
      headers.add(name: "Accept-Encoding", value: "identity")
    }
    do {
      let upload = try PiecewiseUpload(exchange.body)
      let request = try NIOClient.Request(
        url: exchange.url, method: NIOHTTP1.HTTPMethod(rawValue: exchange.method.name),
        headers: headers, body: upload?.body(on: client.eventLoopGroup))
      let ongoing = OngoingExchange(exchange.host, upload?.length, receive)
      let task = client.execute(request: request, delegate: ongoing)
      task.futureResult.whenComplete(ongoing.end)
      return HTTPTransportTask { task.cancel() }
    } catch {
      OngoingExchange(exchange.host, nil, receive).end(.failure(error))
      return HTTPTransportTask {}
    }
  }
}

/// An exchange that was started. Its events are handled on a queue of its own, one at a time. The
/// connection waits while many bytes have not been handled.
private final class OngoingExchange: HTTPClientResponseDelegate {
  /// If the connection waited for each event, the client would drop what has come before it broke.
  private static let limit = 262_144

  private let host: String
  private let size: Int?
  private let receive: @Sendable (HTTPTransportEvent) -> Void
  private let queue = DispatchQueue(label: "katana.nio.exchange")
  private let hasHead = Atomic(false)
  private let sent = Atomic(0)
  /// The number of bytes that have come and were not handled.
  private let waiting = Atomic(0)

  /// - Parameter size: The number of bytes of the request's body.
  init(_ host: String, _ size: Int?, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void) {
    (self.host, self.size, self.receive) = (host, size, receive)
  }

  func didSendRequestPart(task: NIOClient.Task<Void>, _ part: IOData) {
    let count = sent.add(part.readableBytes, ordering: .relaxed).newValue
    _ = tell(.sent(count, of: size), task)
  }

  func didReceiveHead(
    task: NIOClient.Task<Void>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    hasHead.store(true, ordering: .releasing)
    let fields = head.headers.map { HTTPField($0.name, .plain($0.value)) }
    let length = head.headers["Content-Length"].first.flatMap { Int($0) }
    let told = HTTPHead(
      status: Int(head.status.code), headers: HTTPFields(fields), length: length)
    return tell(.head(told), task)
  }

  func didReceiveBodyPart(
    task: NIOClient.Task<Void>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    tell(.body(Data(buffer.readableBytesView)), task)
  }

  func didFinishRequest(task: NIOClient.Task<Void>) {}

  /// Called with the result of the task, because the delegate is not told of each failure.
  func end(_ result: Result<Void, any Error>) {
    queue.async { [self] in
      switch result {
      case .success: receive(.ended(nil))
      // The answer is complete, and the rest of the request's body is not sent any more.
      case .failure(let error) where error as? HTTPClientError == .requestStreamCancelled:
        receive(.ended(nil))
      case .failure(let error):
        let hasHead = hasHead.load(ordering: .acquiring)
        receive(.ended(httpError(of: error, from: host, hasHead: hasHead)))
      }
    }
  }

  private func tell(
    _ event: HTTPTransportEvent, _ task: NIOClient.Task<Void>
  ) -> EventLoopFuture<Void> {
    let size = if case .body(let data) = event { data.count } else { 0 }
    let isFull = waiting.add(size, ordering: .relaxed).newValue > Self.limit
    let handled = isFull ? task.eventLoop.makePromise(of: Void.self) : nil
    queue.async { [self] in
      receive(event)
      waiting.subtract(size, ordering: .relaxed)
      handled?.succeed()
    }
    return handled?.futureResult ?? task.eventLoop.makeSucceededVoidFuture()
  }
}
