public import Katana

/// Keeps a session for the next start of the app, if the app is allowed to.
public struct RememberSession: Command, Equatable {
  /// What should be remembered.
  public var session: Session
  /// What the reason becomes if that fails. Success is silent.
  public var failed: Reply<String>

  /// Remembers a session.
  public init(_ session: Session, failed: Reply<String>) {
    self.session = session
    self.failed = failed
  }
}
