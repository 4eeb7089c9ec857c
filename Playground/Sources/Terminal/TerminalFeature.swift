public import Katana

/// The feature: what updates its model, what it listens to, and what it asks for.
public let terminalFeature = CombinedUpdater<TerminalModel>(
  [.full(TerminalUpdater()), .full(TerminalSubscriptions())],
  effects: [
    .command(Show.self), .command(Prompt.self), .command(Perform.self),
    .command(FindCauses.self), .command(Quit.self), .subscription(Input.self),
    .subscription(Interrupt.self),
  ])
