public import Katana

/// Removes what was remembered.
public struct ForgetSession: Command, Equatable {
  /// What is sent when nothing is remembered any more, if anything.
  public var done: Reply<Void>?
  /// What the reason becomes if that fails; `done` is then sent after it.
  public var failed: Reply<String>

  /// Forgets the session.
  public init(done: Reply<Void>? = nil, failed: Reply<String>) {
    self.done = done
    self.failed = failed
  }
}
