public import Katana

/// Sends a request to the server, and replies with a message of the feature that returned the
/// command.
///
/// It is generic, so the API module depends neither on the payloads nor on the messages of the
/// features.
///
/// ```swift
/// APICommand(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
/// ```
public struct APICommand<Payload: Decodable & Sendable>: APIRequest, Equatable {
  /// The call to send to the server.
  public var call: APICall
  /// The key of the payload in the answer, such as `user` in `{"user": {…}}`; `nil` if the whole
  /// answer is the payload.
  public var key: String?
  /// The reply that turns the result into a message.
  public var reply: Reply<Outcome<Payload, APIError>>

  /// Creates a command from a call, the key of its payload if it has one, and the reply to its
  /// result.
  public init(
    _ call: APICall, in key: String? = nil, _ reply: Reply<Outcome<Payload, APIError>>
  ) {
    self.call = call
    self.key = key
    self.reply = reply
  }
}
