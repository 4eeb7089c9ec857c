public import API
public import KatanaRuntime

/// Gives the token of the session to the client, while the model declares a session.
///
/// ```swift
/// .subscription { session, _ in APISessionInterpreter(client: client, session: session) }
/// ```
public final class APISessionInterpreter: SubscriptionInterpreter {
  private let client: APIClient
  private let session: APISession

  /// Creates an interpreter that sets the token of a client.
  public init(client: APIClient, session: APISession) {
    self.client = client
    self.session = session
  }

  /// Sets the token for new requests.
  public func start() { client.token = session.token }

  /// Removes the token.
  public func stop() { client.token = nil }

  /// Sets the new token, without a restart.
  public func update(to session: APISession) -> Bool {
    client.token = session.token
    return true
  }
}
