public import Katana

/// The id of all requests that the server answers for one user. A change of the user cancels them.
public enum UserRequests: Hashable, Sendable {
  /// The id.
  case id
}

extension Command {
  /// The command as a request for the user who is logged in: ``UserChanged`` cancels it.
  public var ofUser: any Command { cancellable(id: UserRequests.id) }
}

// What concerns each feature, whichever one has caused it.

/// Another user asks from now on, or nobody. What the server has answered before was for the former
/// one, so each feature starts anew.
public struct UserChanged: GlobalMessage, Codable, Equatable {
  /// Whether the server has refused the session. Then the answers to the requests that are under way
  /// tell the user so.
  public var isRefused: Bool

  /// Creates the message; by default, for a user who has logged in or out.
  public init(isRefused: Bool = false) { self.isRefused = isRefused }

  /// What cancels the requests of a feature, so that no answer for the former user comes late.
  public var cancellation: [any Command] { isRefused ? [] : [Cancel(id: UserRequests.id)] }
}

/// The user does not want to wait any longer: the requests that load or change something were
/// cancelled, and no answer to them comes. A feature ends what its model shows of them.
public struct RequestsCancelled: GlobalMessage, Codable, Equatable {
  /// Creates the message.
  public init() {}
}

/// The server has refused a request, because the session is not valid any more. The message comes
/// before the reply to that request.
///
/// - Important: End the session only if it still has this token. The user may have logged in again
///   since the request was sent.
public struct SessionExpired: GlobalMessage, Codable, Equatable {
  /// The token that the server has refused.
  public var token: Secret<String>

  /// Creates the message about a refused token.
  public init(token: Secret<String>) { self.token = token }
}
