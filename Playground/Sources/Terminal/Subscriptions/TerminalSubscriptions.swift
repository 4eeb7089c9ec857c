public import Katana
import KatanaConsole

/// Subscribes to Ctrl-C. While the user edits a line, the prompt handles the key itself.
public struct TerminalSubscriptions: SubscriptionProvider {
  /// Creates the provider.
  public init() {}

  /// Returns one subscription, whatever the model is, so that Ctrl-C always reaches the update and
  /// never ends the process directly.
  public func subscriptions(model: TerminalModel) -> [any Subscription] {
    [SignalReceived(.interrupt, Reply(TerminalMessage.interrupted))]
  }
}
