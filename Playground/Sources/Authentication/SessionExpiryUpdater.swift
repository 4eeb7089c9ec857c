public import API
public import Katana

/// Ends the session when the server refuses it, whichever feature sent the refused request.
public struct SessionExpiryUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Logs the user out. It sends no message about this, because the reply to the refused request
  /// tells the user.
  public func update(
    model: inout AuthenticationModel, message: SessionExpired
  ) -> [any Command] {
    model.session = nil
    return model.forget
  }
}
