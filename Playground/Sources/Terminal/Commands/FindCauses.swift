public import Katana

/// Finds the chain of causes of the latest message, apart from messages of the terminal itself.
public struct FindCauses: Command, Equatable {
  /// The reply to the chain, the first cause first. The chain is empty if there is no such message.
  public var reply: Reply<[Cause]>

  /// Creates the command.
  public init(_ reply: Reply<[Cause]>) { self.reply = reply }
}
