public import Katana
import KatanaConsole
import KatanaEffects

/// Subscribes to Ctrl-C, and says that a line takes long. While the user edits a line, the prompt
/// handles the key itself.
public struct TerminalSubscriptions: SubscriptionProvider {
  /// Creates the provider.
  public init() {}

  /// Returns one subscription whatever the model is, so that Ctrl-C always reaches the update and
  /// never ends the process directly. While a user at a prompt waits, there is a screen too: with it,
  /// what is typed ahead appears with the next prompt, and not amid the output.
  public func subscriptions(model: TerminalModel) -> [any Subscription] {
    let interrupt = SignalReceived(.interrupt, Reply(TerminalMessage.interrupted))
    switch model.wait {
    case nil: return [interrupt]
    case .unnoticed:
      return [
        interrupt, TerminalScreen([]), Every(Wait.limit, Reply(TerminalMessage.waitNoticed)),
      ]
    case .noticed:
      let line = model.style("waiting; Ctrl-C stops it", .faint)
      return [interrupt, TerminalScreen([line])]
    }
  }
}
