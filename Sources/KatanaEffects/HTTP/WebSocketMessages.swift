public import Foundation
public import Katana

/// Keeps a WebSocket open, and sends what it receives.
///
/// ```swift
/// // In the subscriptions:
/// model.isOpen ? [WebSocketMessages(.get("wss://example.com/chat"), as: ID.chat, reply { .socket($0) })] : []
/// // In the update:
/// return [SendToWebSocket(ID.chat, .text("hello"), reply { .sent($0) })]
/// ```
///
/// When the network or the server fails, the interpreter connects again, as ``ServerSentEvents``
/// does: after one second at first, after twice the time with each further failure without a message
/// in between, up to 30 seconds. If the server closes the socket with a code that says that it is
/// done, such as 1000, the socket has ended; see ``WebSocketEnd/isTemporary``. Then
/// ``WebSocketUpdate/ended(_:)`` is sent, and the subscription sends nothing more. When the
/// subscription stops, the socket is closed with the code 1000.
///
/// The `timeLimit` of the request is for the opening. Its `sizeLimit` is for a single message.
///
/// - Important: `URLSession` on Linux has no WebSocket, because libcurl there is built without it. The
///   subscription then sends ``WebSocketUpdate/ended(_:)`` with ``HTTPError/notSupported(_:)``. Give
///   `.http(webSockets:)` another transport there, or use ``ServerSentEvents`` to receive and
///   ``Fetch`` to send.
///
/// Run by the interpreters of `.http()`.
public struct WebSocketMessages: Subscription {
  /// The request that opens the socket. Its address begins with `wss://` or `ws://`; `https://` and
  /// `http://` mean the same. Its method and its body are not used.
  public var request: HTTPRequest
  /// The id of the socket for ``SendToWebSocket``.
  package var socket: EffectID
  /// The names of the protocols that the app speaks over the socket, the preferred one first. The
  /// server chooses one.
  package var protocols: [String]
  /// The time between two pings. If no answer has come by the next one, the connection counts as
  /// lost. `nil` to send no pings.
  package var pingInterval: Duration?
  /// The reply, which turns each update into a message.
  public var reply: Reply<WebSocketUpdate>

  /// Creates a subscription to a socket.
  ///
  /// - Parameters:
  ///   - request: The request that opens the socket.
  ///   - socket: The id of the socket for ``SendToWebSocket``.
  ///   - protocols: The names of the protocols that the app speaks over the socket.
  ///   - pingInterval: The time between two pings; 30 seconds unless given.
  ///   - reply: Turns each update into a message.
  public init(
    _ request: HTTPRequest, as socket: some Hashable & Sendable, protocols: [String] = [],
    pingInterval: Duration? = .seconds(30), _ reply: Reply<WebSocketUpdate>
  ) {
    (self.request, self.socket, self.protocols) = (request, EffectID(socket), protocols)
    (self.pingInterval, self.reply) = (pingInterval, reply)
  }
}

/// What happens to a WebSocket.
public enum WebSocketUpdate: Hashable, Codable, Sendable {
  /// The socket is open. The protocol is the one that the server has chosen, if it has.
  case opened(protocol: String?)
  /// A message has arrived.
  case received(WebSocketContent)
  /// The connection has ended, and the interpreter connects again after a time.
  case interrupted(WebSocketEnd, retryIn: Duration)
  /// The socket has ended, and the interpreter does not connect again.
  case ended(WebSocketEnd)
}

/// The content of one message of a WebSocket.
public enum WebSocketContent: Hashable, Codable, Sendable {
  /// A text.
  case text(String)
  /// Bytes.
  case bytes(Data)

  /// The size in bytes.
  package var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .bytes(let data): data.count
    }
  }
}

/// How a connection of a WebSocket has ended.
public enum WebSocketEnd: Hashable, Codable, Sendable {
  /// The server has closed the socket, with a code ([RFC 6455, section
  /// 7.4](https://www.rfc-editor.org/rfc/rfc6455.html#section-7.4)) and a reason. The code is 1005 if
  /// the server has sent none.
  case closed(code: Int, reason: String)
  /// The socket could not be opened, or the connection was lost.
  case failed(HTTPError)

  /// Whether the interpreter connects again.
  ///
  /// After an error, this is ``HTTPError/isTemporary``. After a close, it is `true` for the codes
  /// 1001 (the server goes away), 1005 (no code), 1006 (no close), 1011 (an error in the server), 1012
  /// (a restart), 1013 (try again later) and 1014 (a bad gateway).
  public var isTemporary: Bool {
    switch self {
    case .closed(let code, _): [1001, 1005, 1006, 1011, 1012, 1013, 1014].contains(code)
    case .failed(let error): error.isTemporary
    }
  }
}

extension WebSocketEnd: CustomStringConvertible {
  /// What happened.
  public var description: String {
    switch self {
    case .closed(let code, let reason):
      reason.isEmpty
        ? "The server closed the socket with the code \(code)."
        : "The server closed the socket with the code \(code): \(reason.debugDescription)."
    case .failed(let error): error.description
    }
  }
}

/// Sends a message over an open WebSocket.
///
/// ```swift
/// SendToWebSocket(ID.chat, .text("hello"), reply { .sent($0) })  // case sent(HTTPError?)
/// ```
///
/// Messages of one socket are sent in the order in which updates return the commands. If no socket
/// with the id is open, the error is ``HTTPError/socketNotOpen(_:)``. A message whose sending has
/// succeeded may still be lost with the connection: only an answer of the server says that it has
/// arrived.
///
/// Performed by the interpreters of `.http()`.
public struct SendToWebSocket: Command, Hashable {
  /// The id of the socket, as given to ``WebSocketMessages``.
  package var socket: EffectID
  private var sent: Sent
  /// The reply, which turns the outcome into a message: `nil` if the message was handed to the
  /// connection, or the error.
  public var reply: Reply<HTTPError?>

  private enum Sent: Hashable, Sendable {
    case plain(WebSocketContent)
    case secret(Secret<String>)
  }

  /// Creates a command that sends a message.
  public init(
    _ socket: some Hashable & Sendable, _ content: WebSocketContent, _ reply: Reply<HTTPError?>
  ) {
    (self.socket, self.sent, self.reply) = (EffectID(socket), .plain(content), reply)
  }

  /// Creates a command that sends a text that is never printed, such as a token.
  public init(
    _ socket: some Hashable & Sendable, secret text: Secret<String>, _ reply: Reply<HTTPError?>
  ) {
    (self.socket, self.sent, self.reply) = (EffectID(socket), .secret(text), reply)
  }

  /// The content of the message, also if it is a secret.
  public var content: WebSocketContent {
    switch sent {
    case .plain(let content): content
    case .secret(let text): .text(text.revealed)
    }
  }
}
