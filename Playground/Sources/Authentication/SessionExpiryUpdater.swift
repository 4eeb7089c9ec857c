public import API
public import Katana

/// Ends the session when the server refuses it, whichever feature sent the refused request.
public struct SessionExpiryUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends the session, and sends ``AuthenticationMessage/expired``. It shows nothing, because the
  /// reply to the refused request tells the user.
  public func update(
    model: inout AuthenticationModel, message: SessionExpired
  ) -> [any Command] {
    // The user may have logged in again since the request was sent.
    guard message.token == model.session?.token else { return [] }
    model.session = nil
    return model.forget + [Send(AuthenticationMessage.expired)]
  }
}
