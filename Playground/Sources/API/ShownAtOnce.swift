public import Katana

/// A message of the user that shows something before the server has answered, such as a favourite.
///
/// Without a session the server is not asked, so the app answers such a message with its refusal, and
/// the person reads nothing else.
public protocol ShownAtOnce: Message {
  /// Returns the message that the request has failed; `nil` if this message shows nothing at once.
  func refused(_ error: APIError) -> Self?
}

extension WishMessage: ShownAtOnce {
  /// Returns that the server has refused the wish.
  public func refused(_ error: APIError) -> WishMessage? {
    guard case .wanted(let id, let isOn) = self else { return nil }
    return .answered(id, isOn, .failure(error))
  }
}
