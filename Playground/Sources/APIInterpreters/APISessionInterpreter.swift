public import API
public import KatanaRuntime

/// Hands the session's token to the client, for as long as the model declares one.
///
/// ```swift
/// .subscription { session, _ in APISessionInterpreter(client: client, session: session) }
/// ```
public final class APISessionInterpreter: SubscriptionInterpreter {
  private let client: APIClient
  private let session: APISession

  /// An interpreter for a client.
  public init(client: APIClient, session: APISession) {
    self.client = client
    self.session = session
  }

  /// Requests carry the token from now on.
  public func start() { client.token = session.token }

  /// Requests carry no token any more.
  public func stop() { client.token = nil }

  /// Requests carry the new token from now on, without a restart.
  public func update(to session: APISession) -> Bool {
    client.token = session.token
    return true
  }
}
