public import API
public import Katana

/// Ends the session that the server does not know any more, whichever feature has found out.
public struct SessionExpiryUpdater: TypedUpdater {
  /// The updater.
  public init() {}

  /// Logs the user out, without asking for it to be said: who got the refusal says it.
  public func update(
    model: inout AuthenticationModel, message: SessionExpired
  ) -> [any Command] {
    model.session = nil
    return model.forget
  }
}
