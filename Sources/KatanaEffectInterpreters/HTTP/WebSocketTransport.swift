public import Foundation
public import KatanaEffects

/// Carries WebSockets. `URLSessionWebSockets` is the default.
///
/// ```swift
/// .http(webSockets: MyWebSockets())
/// ```
///
/// A transport opens single connections. Its caller connects again, sends pings, and applies the
/// limits.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection, and returns at once.
  ///
  /// - Parameters:
  ///   - opening: What to open.
  ///   - receive: Called with the events of the connection, in order and one at a time: one
  ///     ``WebSocketTransportEvent/opened(protocol:)``, unless the opening fails; any number of
  ///     ``WebSocketTransportEvent/received(_:)`` and ``WebSocketTransportEvent/pong``; one
  ///     ``WebSocketTransportEvent/ended(_:)``. Events after the close are ignored.
  func open(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) -> any WebSocketConnection
}

/// What a transport opens.
public struct WebSocketOpening: Hashable, Sendable {
  /// The address, with the scheme `wss` or `ws`.
  public var url: URL
  /// The headers, without those that belong to the opening of a WebSocket.
  public var headers: HTTPFields
  /// The names of the protocols that the app speaks over the socket.
  public var protocols: [String]
  /// The greatest size of a message in bytes.
  public var sizeLimit: Int

  /// Creates an opening.
  public init(url: URL, headers: HTTPFields = [:], protocols: [String] = [], sizeLimit: Int) {
    (self.url, self.headers, self.protocols) = (url, headers, protocols)
    self.sizeLimit = sizeLimit
  }
}

/// An event of a connection.
public enum WebSocketTransportEvent: Sendable {
  /// The socket is open. The protocol is the one that the server has chosen, if it has.
  case opened(protocol: String?)
  /// A message has arrived.
  case received(WebSocketContent)
  /// The answer to a ping has arrived.
  case pong
  /// The connection has ended.
  case ended(WebSocketEnd)
}

/// A connection that a transport has opened. All functions return at once, and may be called on any
/// thread.
public protocol WebSocketConnection: AnyObject, Sendable {
  /// Sends a message, after those that were sent before.
  ///
  /// - Parameter sent: Called once, with `nil` if the message was handed to the connection.
  func send(_ content: WebSocketContent, _ sent: @escaping @Sendable (HTTPError?) -> Void)
  /// Sends a ping.
  func ping()
  /// Closes the socket with a code, and releases the closure of the events. Another call has no
  /// effect.
  func close(code: Int)
}

extension WebSocketOpening {
  /// Creates the opening for a request.
  ///
  /// - Throws: The error if the address, a header or the name of a protocol cannot be sent.
  package init(_ request: HTTPRequest, protocols: [String]) throws(HTTPError) {
    var request = request
    // The checks are those of all requests.
    (request.method, request.body) = (.get, .none)
    request.url = .plain(
      Self.exchanged(request.url.revealed, ["wss": "https", "ws": "http"]))
    let exchange = try HTTPExchange(request, boundary: "")
    if protocols.contains(where: { !$0.isToken }) {
      throw .invalidHeader("Sec-WebSocket-Protocol")
    }
    if let field = exchange.headers.fields.first(where: {
      $0.name.lowercased().hasPrefix("sec-websocket-")
    }) {
      throw .invalidHeader(field.name)
    }
    let text = Self.exchanged(exchange.url.absoluteString, ["https": "wss", "http": "ws"])
    guard let url = URL(string: text) else { throw .invalidURL("it is not an address") }
    self.init(
      url: url, headers: exchange.headers, protocols: protocols,
      sizeLimit: request.sizeLimit ?? HTTPRequest.defaultSizeLimit)
  }

  /// Returns an address with another scheme.
  private static func exchanged(_ address: String, _ schemes: [String: String]) -> String {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
      let scheme = schemes[address[..<colon].lowercased()]
    else { return address }
    return scheme + address[colon...]
  }

  /// The host with its port, if it has one, as an ``KatanaEffects/HTTPError`` names it.
  public var host: String { hostText(of: url) }
}

extension WebSocketOpening: CustomStringConvertible, CustomReflectable {
  /// The host. The rest of the address may hold secrets.
  public var description: String { "WebSocketOpening(\(host))" }
  /// A mirror with the host, the headers, the protocols and the size limit.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "host": host, "headers": headers, "protocols": protocols, "sizeLimit": sizeLimit,
      ])
  }
}
