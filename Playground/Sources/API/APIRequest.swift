public import Katana

/// What all ``APICommand``s have in common, whatever their payload.
///
/// One interpreter serves them all: it is registered for `any APIRequest`, with the predicate
/// `{ $0 is any APIRequest.Type }`.
public protocol APIRequest: Command {
  /// What the answer holds.
  associatedtype Payload: Decodable & Sendable

  /// What is sent to the server.
  var call: APICall { get }
  /// The key of the answer that holds the payload; `nil` if the whole answer is the payload.
  var key: String? { get }
  /// What the result becomes.
  var reply: Reply<Result<Payload, APIError>> { get }
}
