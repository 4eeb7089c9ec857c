public import Katana

/// Ctrl-C.
public struct Interrupt: Subscription {
  /// What an interrupt becomes.
  public var reply: Reply<Void>

  /// Ctrl-C, which ends the process no more while this is active.
  public init(_ reply: Reply<Void>) { self.reply = reply }
}
