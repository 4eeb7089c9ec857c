public import AsyncHTTPClient
import Dispatch
import Foundation
public import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A transport on `AsyncHTTPClient`, for servers and for Linux: it survives each answer that ends a
/// process with `URLSession` there. Copy this file.
///
/// ```swift
/// .http(transport: NIOTransport.shared)
/// ```
///
/// It does not ask the variables of the environment for a proxy: set the one of the `configuration`.
public final class NIOTransport: HTTPTransport {
  /// The transport of the process. It is never shut down.
  public static let shared = NIOTransport()

  private let client: AsyncHTTPClient.HTTPClient

  /// Creates a transport that uses the threads of the process.
  ///
  /// - Parameter configure: Changes the configuration of the client, such as its certificates.
  public init(configure: (inout AsyncHTTPClient.HTTPClient.Configuration) -> Void = { _ in }) {
    var configuration = AsyncHTTPClient.HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.httpVersion = .http1Only
    // The time limits are those of the caller. A refused connection is an answer, not a reason to wait.
    configuration.timeout.connect = .hours(24)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    configure(&configuration)
    client = AsyncHTTPClient.HTTPClient(
      eventLoopGroup: AsyncHTTPClient.HTTPClient.defaultEventLoopGroup, configuration: configuration
    )
  }

  /// Starts an exchange, and returns at once.
  public func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    let ongoing = OngoingExchange(exchange, receive)
    do {
      let request = try self.request(for: exchange)
      let task = client.execute(request: request, delegate: ongoing)
      return HTTPTransportTask {
        if ongoing.leave() { task.cancel() }
      }
    } catch {
      ongoing.end(error)
      return HTTPTransportTask { _ = ongoing.leave() }
    }
  }

  private func request(for exchange: HTTPExchange) throws -> AsyncHTTPClient.HTTPClient.Request {
    var headers = HTTPHeaders(exchange.headers.fields.map { ($0.name, $0.value.revealed) })
    // The client does not decode bodies.
    if headers["Accept-Encoding"].isEmpty {
      headers.add(name: "Accept-Encoding", value: "identity")
    }
    return try AsyncHTTPClient.HTTPClient.Request(
      url: exchange.url, method: NIOHTTP1.HTTPMethod(rawValue: exchange.method.name),
      headers: headers, body: try body(of: exchange))
  }

  private func body(of exchange: HTTPExchange) throws -> AsyncHTTPClient.HTTPClient.Body? {
    switch exchange.body {
    case .none: return nil
    case .bytes(let data): return .data(data)
    case .file(let path):
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      let size = try file.seekToEnd()
      try file.seek(toOffset: 0)
      let group = client.eventLoopGroup
      return .stream(contentLength: Int64(size)) { writer in
        FileUpload(file, writer, group.any().makePromise()).begin()
      }
    }
  }
}

/// An exchange that was started. Its events are handled on a queue of its own, one at a time, and the
/// connection waits for each of them.
private final class OngoingExchange: HTTPClientResponseDelegate {
  private let host: String
  private let size: Int?
  private let receive: @Sendable (HTTPTransportEvent) -> Void
  private let queue = DispatchQueue(label: "katana.nio.exchange")
  private let isGone = Atomic(false)
  private let hasHead = Atomic(false)
  private let sent = Atomic(0)

  init(_ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void) {
    var host = exchange.url.host() ?? ""
    if host.contains(":") { host = "[\(host)]" }
    self.host = exchange.url.port.map { "\(host):\($0)" } ?? host
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

  func didSendRequestPart(task: AsyncHTTPClient.HTTPClient.Task<Void>, _ part: IOData) {
    let count = sent.add(part.readableBytes, ordering: .relaxed).newValue
    _ = tell(.sent(count, of: size), task)
  }

  func didReceiveHead(
    task: AsyncHTTPClient.HTTPClient.Task<Void>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    hasHead.store(true, ordering: .releasing)
    return tell(.head(HTTPHead(head)), task)
  }

  func didReceiveBodyPart(
    task: AsyncHTTPClient.HTTPClient.Task<Void>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    tell(.body(Data(buffer.readableBytesView)), task)
  }

  func didFinishRequest(task: AsyncHTTPClient.HTTPClient.Task<Void>) {
    queue.async { [self] in if leave() { receive(.ended(nil)) } }
  }

  func didReceiveError(task: AsyncHTTPClient.HTTPClient.Task<Void>, _ error: any Error) {
    end(error)
  }

  func end(_ error: any Error) {
    queue.async { [self] in
      if leave() {
        receive(
          .ended(httpError(of: error, from: host, hasHead: hasHead.load(ordering: .acquiring))))
      }
    }
  }

  private func tell(
    _ event: HTTPTransportEvent, _ task: AsyncHTTPClient.HTTPClient.Task<Void>
  ) -> EventLoopFuture<Void> {
    let promise = task.eventLoop.makePromise(of: Void.self)
    queue.async { [self] in
      if !isGone.load(ordering: .acquiring) { receive(event) }
      promise.succeed()
    }
    return promise.futureResult
  }
}

/// Sends a file piece by piece, each when the one before was taken.
private final class FileUpload: Sendable {
  private let file: FileHandle
  private let writer: AsyncHTTPClient.HTTPClient.Body.StreamWriter
  private let promise: EventLoopPromise<Void>
  private let queue = DispatchQueue(label: "katana.nio.upload")

  init(
    _ file: FileHandle, _ writer: AsyncHTTPClient.HTTPClient.Body.StreamWriter,
    _ promise: EventLoopPromise<Void>
  ) { (self.file, self.writer, self.promise) = (file, writer, promise) }

  func begin() -> EventLoopFuture<Void> {
    sendNext()
    return promise.futureResult
  }

  private func sendNext() {
    queue.async { [self] in
      do {
        guard let piece = try file.read(upToCount: 65_536), !piece.isEmpty else {
          return promise.succeed()
        }
        writer.write(.byteBuffer(ByteBuffer(bytes: piece))).whenComplete { [self] result in
          switch result {
          case .success: sendNext()
          case .failure(let error): promise.fail(error)
          }
        }
      } catch {
        promise.fail(error)
      }
    }
  }
}

extension HTTPHead {
  fileprivate init(_ head: HTTPResponseHead) {
    let length = head.headers["Content-Length"].first.flatMap { Int($0) }
    let fields = head.headers.map { HTTPField($0.name, .plain($0.value)) }
    self.init(status: Int(head.status.code), headers: HTTPFields(fields), length: length)
  }
}

/// Returns the `HTTPError` for an error of the client.
func httpError(of error: any Error, from host: String, hasHead: Bool) -> HTTPError {
  switch error {
  case let error as NIOConnectionError:
    return error.connectionErrors.isEmpty ? .unknownHost(host) : .connectionRefused(host)
  case let error as HTTPClientError where error == .remoteConnectionClosed:
    return hasHead ? .bodyCut(host) : .connectionLost(host)
  case let error as HTTPParserError:
    if error == .headerOverflow { return .tooLarge(host, limit: 80 << 10) }
    if error != .invalidEOFState { return .notHTTP(host) }
    return hasHead ? .bodyCut(host) : .connectionLost(host)
  case NIOSSLError.handshakeFailed(let reason): return tlsError("\(reason)", host)
  case let error as NIOSSLExtraError: return tlsError("\(error)", host)
  // After the handshake, such as an end without the goodbye of TLS.
  case is NIOSSLError: return hasHead ? .bodyCut(host) : .connectionLost(host)
  case let error as IOError where error.errnoCode == ECONNREFUSED: return .connectionRefused(host)
  case is IOError, is ChannelError: return hasHead ? .bodyCut(host) : .connectionLost(host)
  default: return .transportFailed(host, code: 0, reason: "\(error)")
  }
}

private func tlsError(_ text: String, _ host: String) -> HTTPError {
  ["certificate", "hostname"].contains { text.lowercased().contains($0) }
    ? .certificateInvalid(host, reason: text) : .encryptionFailed(host)
}
