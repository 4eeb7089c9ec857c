public import Katana

/// The protocol of all ``APICommand``s, whatever their payload is.
///
/// One interpreter performs them all. It is registered for `any APIRequest`, with the predicate
/// `{ $0 is any APIRequest.Type }`.
public protocol APIRequest: Command {
  /// The type of the payload in the answer.
  associatedtype Payload: Decodable & Sendable

  /// The call to send to the server.
  var call: APICall { get }
  /// The key of the payload in the answer; `nil` if the whole answer is the payload.
  var key: String? { get }
  /// The reply that turns the result into a message.
  var reply: Reply<Outcome<Payload, APIError>> { get }
}
