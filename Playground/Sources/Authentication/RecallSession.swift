public import Katana

/// Looks up what was remembered.
public struct RecallSession: Command, Equatable {
  /// What the session becomes; `nil` if none is remembered for this server.
  public var reply: Reply<Session?>

  /// Looks up the session.
  public init(_ reply: Reply<Session?>) { self.reply = reply }
}
