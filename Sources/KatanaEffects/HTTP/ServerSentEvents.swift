public import Katana

/// Events that a server sends over a connection that stays open: `text/event-stream`.
///
/// ```swift
/// model.isOpen ? [ServerSentEvents(.get(url), Reply(NewsMessage.streamed))] : []
/// ```
///
/// After a failure of the network or the server, it connects again: after one second, which each
/// failure without an event between doubles, up to 30 seconds. The server may set the first time
/// by `retry:`. It is told the id of the last event by `Last-Event-ID`. Other failures, and the
/// status 204, end it for good; ``ServerSentUpdate/ended(_:)`` says so, and the declaration does
/// nothing from then on.
///
/// The request's `timeLimit` counts until the headers of the answer have come, its `silenceLimit`
/// always, and its `sizeLimit` for one event.
public struct ServerSentEvents: Subscription {
  /// What is sent.
  public var request: HTTPRequest
  /// What is made of each update.
  public var reply: Reply<ServerSentUpdate>

  /// Creates the subscription.
  public init(_ request: HTTPRequest, _ reply: Reply<ServerSentUpdate>) {
    (self.request, self.reply) = (request, reply)
  }

  /// The request: parts of the app that declare the same one share a connection.
  public var id: HTTPRequest { request }
}

/// What becomes of a stream of events.
public enum ServerSentUpdate: Hashable, Codable, Sendable {
  /// The server has accepted the connection.
  case opened
  /// An event has come.
  case event(ServerSentEvent)
  /// The connection has failed, and is tried again after a time; the error is `nil` if the server
  /// has closed it.
  case interrupted(HTTPError?, retryIn: Duration)
  /// The stream is over for good; the error is `nil` if the server said so with the status 204.
  case ended(HTTPError?)
}

/// One event of a stream.
public struct ServerSentEvent: Hashable, Codable, Sendable {
  /// The type of the event; `message` unless the server says otherwise.
  public var name: String
  /// The lines of the data, joined by line feeds.
  public var data: String
  /// The id of the last event that had one; empty before.
  public var lastID: String

  /// Creates an event.
  public init(name: String = "message", data: String, lastID: String = "") {
    (self.name, self.data, self.lastID) = (name, data, lastID)
  }
}
