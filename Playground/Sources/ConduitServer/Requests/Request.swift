public import Foundation
public import Katana

/// The number, the time and the session of a request. Its operation stands beside it in the message.
public struct Request: Codable, Equatable, Sendable, Identifiable {
  /// The number of the request, which the command ``Respond`` names.
  public var id: Int
  /// When the request came.
  public var receivedAt: Date
  /// The session of its token; `nil` for a guest.
  public var session: SessionID?
  /// The token. It is shown to its owner only, and finds no session: a recording leaves it out.
  public var token: Secret<String>?

  /// Creates a request; of a token, the session follows.
  public init(_ id: Int, at date: Date, token: Secret<String>? = nil) {
    (self.id, receivedAt, self.token) = (id, date, token)
    session = token.map { SessionID(token: $0) }
  }
}
