public import Katana

/// Sends the events of a `text/event-stream`, over a connection that stays open.
///
/// ```swift
/// model.isOpen ? [ServerSentEvents(.get(url), reply { .streamed($0) })] : []
/// ```
///
/// When the network or the server fails, or the server closes the connection, the interpreter
/// connects again. It waits for one second at first; the server can change this time with `retry:`.
/// Each further failure without an event in between doubles the time, up to 30 seconds. If a response
/// asks for a longer time with `Retry-After`, it waits for that, up to an hour. The new request carries the id of the last event in the header `Last-Event-ID`.
///
/// All other failures, and the status 204, end the stream for good. Then
/// ``ServerSentUpdate/ended(_:)`` is sent, and the subscription sends nothing more.
///
/// The `timeLimit` of the request ends when the headers of the response have arrived. Its
/// `silenceLimit` applies all the time, and its `sizeLimit` applies to a single event. Run by the
/// interpreters of `.http()`.
public struct ServerSentEvents: Subscription {
  /// The request that opens the stream.
  public var request: HTTPRequest
  /// The reply, which turns each update into a message.
  public var reply: Reply<ServerSentUpdate>

  /// Creates a subscription to the events of a server.
  public init(_ request: HTTPRequest, _ reply: Reply<ServerSentUpdate>) {
    (self.request, self.reply) = (request, reply)
  }

  /// The request. Equal requests share one connection.
  public var id: HTTPRequest { request }
}

/// What happens to a stream of events.
public enum ServerSentUpdate: Hashable, Codable, Sendable {
  /// The server accepted the connection.
  case opened
  /// The server sent an event.
  case event(ServerSentEvent)
  /// The connection ended, and the interpreter connects again after a time. The error is `nil` if
  /// the server closed the connection.
  case interrupted(HTTPError?, retryIn: Duration)
  /// The stream has ended, and the interpreter does not connect again. The error is `nil` if the
  /// server responded with the status 204.
  case ended(HTTPError?)
}

/// One event of a stream.
public struct ServerSentEvent: Hashable, Codable, Sendable {
  /// The type of the event; `message` unless the server states another one.
  public var name: String
  /// The data lines of the event, joined with line feeds.
  public var data: String
  /// The id of the newest event that has one; empty if none has.
  public var lastID: String

  /// Creates an event.
  public init(name: String = "message", data: String, lastID: String = "") {
    (self.name, self.data, self.lastID) = (name, data, lastID)
  }
}
