public import Katana

/// Finds out what led to the message before this command, passing over those of the terminal itself.
public struct FindCauses: Command, Equatable {
  /// What the chain becomes, the first cause first; empty if nothing has happened yet.
  public var reply: Reply<[Cause]>

  /// Finds out what led to the message before.
  public init(_ reply: Reply<[Cause]>) { self.reply = reply }
}
