public import Katana

/// A change of the user for whom the server answers. What it has answered before, such as
/// favourites, was for another one.
public enum UserChange: Hashable, Sendable {
  /// The user has logged in or out.
  case wanted
  /// The server has refused the session. The refused request has an answer, which tells the user.
  case refused

  /// The command that cancels the requests of a feature, so that no answer for the earlier user comes
  /// late. Nothing is cancelled if the server has refused the session, because the answers say so.
  public func cancelling(_ id: some Hashable & Sendable) -> [any Command] {
    self == .wanted ? [Cancel(id: id)] : []
  }
}

extension AuthenticationMessage {
  /// The change of the user that the message tells of; `nil` if it is about something else.
  public var userChange: UserChange? {
    switch self {
    case .loggedIn(.success), .registered(.success), .loggedOut: .wanted
    case .expired: .refused
    default: nil
    }
  }
}
