public import Katana

/// The server has refused a request because the session is not valid any more.
///
/// The message is global, because it concerns every feature, not only the one that sent the
/// request. It comes before the reply to that request.
public struct SessionExpired: GlobalMessage, Codable, Equatable {
  /// Creates the message.
  public init() {}
}
