public import Katana
import KatanaConsole

/// The feature of the terminal: its updater, its subscriptions and its effects.
public let terminalFeature = CombinedUpdater<TerminalModel>(
  [.full(TerminalUpdater()), .full(TerminalSubscriptions())],
  effects: [
    .command(Print.self), .command(Prompt.self), .command(PromptSecret.self),
    .command(Perform.self), .command(FindCauses.self), .command(ExitProcess.self),
    .subscription(SignalReceived.self),
  ])
