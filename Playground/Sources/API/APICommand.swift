public import Katana

/// Asks the server for a value and answers with a message of the feature that asked.
///
/// Generic and reusable: the API module knows neither the payloads nor the messages of the features.
///
/// ```swift
/// APICommand(.get("articles", slug), in: "article", Reply(ArticlesMessage.articleLoaded))
/// ```
public struct APICommand<Payload: Decodable & Sendable>: APIRequest, Equatable {
  /// What is sent to the server.
  public var call: APICall
  /// The key of the answer that holds the payload, as `user` in `{"user": {…}}`; `nil` if the whole
  /// answer is the payload.
  public var key: String?
  /// What the result becomes.
  public var reply: Reply<Result<Payload, APIError>>

  /// Creates a command: a call, the key of its payload if it has one, and the reply to its result.
  public init(
    _ call: APICall, in key: String? = nil, _ reply: Reply<Result<Payload, APIError>>
  ) {
    self.call = call
    self.key = key
    self.reply = reply
  }
}
