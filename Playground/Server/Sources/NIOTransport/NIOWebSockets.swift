import Dispatch
import Foundation
public import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import NIOHTTP1
import NIOPosix
public import NIOSSL
import NIOWebSocket
import Synchronization

/// A transport of WebSockets on SwiftNIO. `URLSession` has none on Linux. Copy this folder.
///
/// ```swift
/// .http(webSockets: NIOWebSockets.shared)
/// ```
public final class NIOWebSockets: WebSocketTransport {
  /// The transport of the process, with the certificates of the system.
  public static let shared = NIOWebSockets()

  /// Made once, because it reads the certificates of the system.
  private let security: Result<NIOSSLContext, any Error>

  /// Creates a transport that uses the threads of the process.
  ///
  /// - Parameter certificates: What `wss` trusts; by default, the certificates of the system.
  public init(certificates: TLSConfiguration = .makeClientConfiguration()) {
    security = Result { try NIOSSLContext(configuration: certificates) }
  }

  /// Opens a connection, and returns at once.
  public func open(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) -> any WebSocketConnection {
    let connection = NIOWebSocket(opening, receive)
    let isSecure = opening.url.scheme == "wss"
    let host = opening.url.host() ?? ""
    ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { [security] channel in
        channel.eventLoop.makeCompletedFuture {
          if isSecure {
            // A certificate cannot name an address in the field for the name.
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: security.get(), serverHostname: name))
          }
          try channel.pipeline.syncOperations.addUpgrade(of: connection, opening)
        }
      }
      .connect(host: host, port: opening.url.port ?? (isSecure ? 443 : 80))
      .whenComplete { connection.connected($0) }
    return connection
  }
}

extension ChannelPipeline.SynchronousOperations {
  /// Adds what sends the request, and what takes over when the server accepts it.
  fileprivate func addUpgrade(of connection: NIOWebSocket, _ opening: WebSocketOpening) throws {
    let request = OpeningHandler(connection, opening)
    let upgrader = NIOWebSocketClientUpgrader(
      maxFrameSize: opening.sizeLimit, automaticErrorHandling: false
    ) { channel, head in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers([
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: .max,
            maxAccumulatedFrameSize: opening.sizeLimit),
          FrameHandler(connection, limit: opening.sizeLimit),
        ])
        connection.opened(protocol: head.headers["Sec-WebSocket-Protocol"].first)
      }
    }
    try addHTTPClientHandlers(
      // The first messages may come with the answer.
      leftOverBytesStrategy: .forwardBytes,
      withClientUpgrade: (
        [upgrader], { $0.pipeline.removeHandler(name: OpeningHandler.name, promise: nil) }
      ))
    try addHandler(request, name: OpeningHandler.name)
  }
}

/// Sends the request that opens a socket, and tells if the server answers it in the usual way.
private final class OpeningHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  static let name = "katana.opening"

  private let connection: NIOWebSocket
  private let opening: WebSocketOpening

  init(_ connection: NIOWebSocket, _ opening: WebSocketOpening) {
    (self.connection, self.opening) = (connection, opening)
  }

  func channelActive(context: ChannelHandlerContext) {
    var path = opening.url.path(percentEncoded: true)
    if path.isEmpty { path = "/" }
    if let query = opening.url.query(percentEncoded: true) { path += "?\(query)" }
    var headers = HTTPHeaders(opening.headers.fields.map { ($0.name, $0.value.revealed) })
    if headers["Host"].isEmpty { headers.add(name: "Host", value: connection.host) }
    if !opening.protocols.isEmpty {
      headers.add(
        name: "Sec-WebSocket-Protocol", value: opening.protocols.joined(separator: ", "))
    }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    let fields = head.headers.map { HTTPField($0.name, .plain($0.value)) }
    let response = HTTPResponse(status: Int(head.status.code), headers: HTTPFields(fields))
    connection.end(.failed(.statusUnexpected(response)))
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.end(.failed(.connectionLost(connection.host)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    connection.end(.failed(httpError(of: error, from: connection.host, hasHead: false)))
    context.close(promise: nil)
  }
}

/// Turns frames into events, and answers pings and closes.
private final class FrameHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let connection: NIOWebSocket
  private let limit: Int

  init(_ connection: NIOWebSocket, limit: Int) {
    (self.connection, self.limit) = (connection, limit)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    var content = frame.unmaskedData
    switch frame.opcode {
    case .text:
      guard let text = String(validating: content.readableBytesView, as: UTF8.self) else {
        return fail("a text is not UTF-8", code: 1_007)
      }
      connection.tell(.received(.text(text)))
    case .binary: connection.tell(.received(.bytes(Data(content.readableBytesView))))
    case .ping: context.writeAndFlush(wrapOutboundOut(.masked(.pong, content)), promise: nil)
    case .pong: connection.tell(.pong)
    case .connectionClose:
      let code = content.readInteger(as: UInt16.self).map { Int($0) } ?? 1_005
      connection.end(.closed(code: code, reason: String(buffer: content)))
      context.writeAndFlush(wrapOutboundOut(.masked(.connectionClose, frame.unmaskedData)))
        .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    default: break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.end(.failed(.connectionLost(connection.host)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      connection.end(.failed(.tooLarge(connection.host, limit: limit)))
      connection.close(code: 1_009)
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: fail("\(error)", code: 1_002)
    default:
      connection.end(.failed(httpError(of: error, from: connection.host, hasHead: false)))
      connection.close(code: 1_001)
    }
  }

  private func fail(_ reason: String, code: Int) {
    connection.end(.failed(.transportFailed(connection.host, code: code, reason: reason)))
    connection.close(code: code)
  }
}

/// A connection. Its events are handled on a queue of its own, one at a time.
private final class NIOWebSocket: WebSocketConnection {
  private struct State {
    var receive: (@Sendable (WebSocketTransportEvent) -> Void)?
    var channel: (any Channel)?
    /// Whether the server has accepted the socket: before that, no frame may be written.
    var isOpen = false
    var isClosed = false
  }

  let host: String
  private let queue = DispatchQueue(label: "katana.nio.websocket")
  private let state: Mutex<State>

  init(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) {
    host = opening.host
    state = Mutex(State(receive: receive))
  }

  func connected(_ result: Result<any Channel, any Error>) {
    switch result {
    case .failure(let error): end(.failed(httpError(of: error, from: host, hasHead: false)))
    case .success(let channel):
      let isClosed = state.withLock {
        if !$0.isClosed { $0.channel = channel }
        return $0.isClosed
      }
      if isClosed { channel.close(promise: nil) }
    }
  }

  func opened(protocol name: String?) {
    state.withLock { $0.isOpen = true }
    tell(.opened(protocol: name))
  }

  func tell(_ event: WebSocketTransportEvent) {
    guard let receive = state.withLock({ $0.receive }) else { return }
    queue.async { receive(event) }
  }

  /// Tells the last event, unless it was told, or the connection was closed.
  func end(_ end: WebSocketEnd) {
    let last = state.withLock { state in
      defer { state.receive = nil }
      return state.receive
    }
    queue.async { last?(.ended(end)) }
  }

  func send(_ content: WebSocketContent, _ sent: @escaping @Sendable (HTTPError?) -> Void) {
    guard let channel = state.withLock({ $0.channel }) else { return sent(.connectionLost(host)) }
    let frame: WebSocketFrame =
      switch content {
      case .text(let text): .masked(.text, ByteBuffer(string: text))
      case .bytes(let data): .masked(.binary, ByteBuffer(bytes: data))
      }
    channel.writeAndFlush(frame).whenComplete { [host] result in
      if case .success = result { sent(nil) } else { sent(.connectionLost(host)) }
    }
  }

  func ping() {
    state.withLock { $0.channel }?.writeAndFlush(
      WebSocketFrame.masked(.ping, ByteBuffer()), promise: nil)
  }

  func close(code: Int) {
    let (channel, isOpen) = state.withLock { state in
      defer { (state.receive, state.channel, state.isClosed) = (nil, nil, true) }
      return (state.channel, state.isOpen)
    }
    guard let channel else { return }
    guard isOpen else { return channel.close(promise: nil) }
    var data = ByteBuffer()
    data.writeInteger(UInt16(clamping: code))
    // A peer that reads nothing does not take the frame.
    let limit = channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in limit.cancel() }
    channel.writeAndFlush(WebSocketFrame.masked(.connectionClose, data))
      .whenComplete { _ in channel.close(promise: nil) }
  }
}

extension WebSocketFrame {
  /// A whole message of a client, which is masked.
  fileprivate static func masked(_ kind: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: kind, maskKey: .random(), data: data)
  }
}
