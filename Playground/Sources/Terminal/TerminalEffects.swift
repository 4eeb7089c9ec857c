public import Katana

/// What the feature asks for: an app that has the feature needs one interpreter for each type.
public enum TerminalEffects {
  /// The commands that the feature's updater and presenters return.
  public static let commands: [any Command.Type] = [
    Show.self, Prompt.self, Perform.self, FindCauses.self, Quit.self,
  ]
  /// The subscriptions that the feature declares.
  public static let subscriptions: [any Subscription.Type] = [Input.self, Interrupt.self]
}
