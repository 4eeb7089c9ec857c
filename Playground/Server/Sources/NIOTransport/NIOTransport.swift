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
/// Its three files have 290 lines, because two faults of the client are handled: it drops an answer that
/// comes before the end of the request's body (`PiecewiseUpload`), and what has come before a connection
/// broke (the queue of `OngoingExchange`).
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
    let ongoing = OngoingExchange(exchange, receive)
    do {
      let task = client.execute(request: try request(for: exchange), delegate: ongoing)
      task.futureResult.whenFailure { ongoing.endUntold($0) }
      return HTTPTransportTask { if ongoing.leave() { task.cancel() } }
    } catch {
      ongoing.end(error)
      return HTTPTransportTask { _ = ongoing.leave() }
    }
  }

  private func request(for exchange: HTTPExchange) throws -> NIOClient.Request {
    var headers = HTTPHeaders(exchange.headers.fields.map { ($0.name, $0.value.revealed) })
    // The client does not decode bodies.
    if headers["Accept-Encoding"].isEmpty {
      headers.add(name: "Accept-Encoding", value: "identity")
    }
    return try NIOClient.Request(
      url: exchange.url, method: NIOHTTP1.HTTPMethod(rawValue: exchange.method.name),
      headers: headers, body: try PiecewiseUpload(exchange.body)?.body(on: client.eventLoopGroup))
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
  private let isGone = Atomic(false)
  private let hasHead = Atomic(false)
  private let sent = Atomic(0)
  /// The number of bytes that have come and were not handled.
  private let waiting = Atomic(0)

  init(_ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void) {
    host = exchange.host
    size =
      switch exchange.body {
      case .none: nil
      case .bytes(let data): data.count
      case .file(let path):
        (try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]))?.fileSize
      }
    self.receive = receive
  }

  /// Ends the exchange. Returns whether it had not ended.
  func leave() -> Bool { !isGone.exchange(true, ordering: .acquiringAndReleasing) }

  func didSendRequestPart(task: NIOClient.Task<Void>, _ part: IOData) {
    let count = sent.add(part.readableBytes, ordering: .relaxed).newValue
    _ = tell(.sent(count, of: size), task)
  }

  func didReceiveHead(
    task: NIOClient.Task<Void>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    hasHead.store(true, ordering: .releasing)
    return tell(.head(HTTPHead(head)), task)
  }

  func didReceiveBodyPart(
    task: NIOClient.Task<Void>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    tell(.body(Data(buffer.readableBytesView)), task)
  }

  func didFinishRequest(task: NIOClient.Task<Void>) {
    queue.async { [self] in if leave() { receive(.ended(nil)) } }
  }

  func didReceiveError(task: NIOClient.Task<Void>, _ error: any Error) { end(error) }

  /// Called after each failure, when the client has told its own. Of one it says nothing: the answer
  /// is complete, and the rest of the request's body is not sent any more.
  func endUntold(_ error: any Error) {
    guard error as? HTTPClientError == .requestStreamCancelled else { return end(error) }
    queue.async { [self] in if leave() { receive(.ended(nil)) } }
  }

  func end(_ error: any Error) {
    queue.async { [self] in
      guard leave() else { return }
      let hasHead = hasHead.load(ordering: .acquiring)
      receive(
        .ended(error as? HTTPError ?? httpError(of: error, from: host, hasHead: hasHead)))
    }
  }

  private func tell(
    _ event: HTTPTransportEvent, _ task: NIOClient.Task<Void>
  ) -> EventLoopFuture<Void> {
    let size = if case .body(let data) = event { data.count } else { 0 }
    let isFull = waiting.add(size, ordering: .relaxed).newValue > Self.limit
    let handled = isFull ? task.eventLoop.makePromise(of: Void.self) : nil
    queue.async { [self] in
      if !isGone.load(ordering: .acquiring) { receive(event) }
      waiting.subtract(size, ordering: .relaxed)
      handled?.succeed()
    }
    return handled?.futureResult ?? task.eventLoop.makeSucceededVoidFuture()
  }
}

extension HTTPHead {
  fileprivate init(_ head: HTTPResponseHead) {
    let length = head.headers["Content-Length"].first.flatMap { Int($0) }
    let fields = head.headers.map { HTTPField($0.name, .plain($0.value)) }
    self.init(status: Int(head.status.code), headers: HTTPFields(fields), length: length)
  }
}
