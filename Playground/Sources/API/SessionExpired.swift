public import Katana

/// The server has refused a request because it does not know the session any more.
///
/// Global, since it concerns every feature, whichever one sent the request. Comes before the reply
/// to that request.
public struct SessionExpired: GlobalMessage, Codable, Equatable {
  /// The message.
  public init() {}
}
