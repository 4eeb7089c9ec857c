public import Katana
import KatanaEffects

/// The feature: what updates its model, what it listens to, and what it asks for.
public let terminalFeature = CombinedUpdater<TerminalModel>(
  [.full(TerminalUpdater()), .full(TerminalSubscriptions())],
  effects: [
    .command(Print.self), .command(Prompt.self), .command(PromptSecret.self),
    .command(Perform.self), .command(FindCauses.self), .command(ExitProcess.self),
    .subscription(SignalReceived.self),
  ])
