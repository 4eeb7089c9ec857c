public import Katana
import KatanaEffects

/// Listens to Ctrl-C while no line is edited: a prompt takes the key by itself.
public struct TerminalSubscriptions: ModelSubscriptionProvider {
  /// The provider.
  public init() {}

  /// Always one subscription, so that Ctrl-C never ends the process without the update.
  public func subscriptions(model: TerminalModel) -> [any Subscription] {
    [SignalReceived(.interrupt, Reply(TerminalMessage.interrupted))]
  }
}
