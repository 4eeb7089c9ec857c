public import Katana

/// Listens to lines and to Ctrl-C, always.
public struct TerminalSubscriptions: ModelSubscriptionProvider {
  /// The provider.
  public init() {}

  /// Ctrl-C first, so that it is heard from the first line on.
  public func subscriptions(model: TerminalModel) -> [any Subscription] {
    [
      Interrupt(Reply(TerminalMessage.interrupted)),
      Input(Reply(TerminalMessage.received)),
    ]
  }
}
