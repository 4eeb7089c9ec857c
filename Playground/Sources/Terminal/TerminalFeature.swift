public import Katana
import KatanaConsole
import KatanaEffects

/// Returns the feature of the terminal: its updater, its subscriptions, its effects, and what shows
/// the features of the app. The order of the features is that of the help.
///
/// - Parameters:
///   - features: What each feature brings.
///   - stopped: What is sent to the features when the user has stopped a line.
public func terminalFeature(
  _ features: [FeatureLines], stopped: (any Message)? = nil
) -> CombinedUpdater<TerminalModel> {
  CombinedUpdater<TerminalModel>(
    [
      .full(TerminalUpdater(instructions: instructions(of: features), stopped: stopped)),
      .full(TerminalSubscriptions()),
    ]
      + features.map { part(for: $0.presenter) },
    effects: [
      Print.self, Prompt.self, PromptSecret.self,
      Perform.self, FindCauses.self, EndProgram.self,
      SignalReceived.self, TerminalScreen.self,
      Every.self,
    ])
}

private func part(for presenter: some Presenter) -> FeaturePart<TerminalModel> {
  .full(PresenterUpdater(presenter: presenter))
}

/// Returns all instructions that a line can contain: those of the features, then those of the
/// terminal.
public func instructions(of features: [FeatureLines]) -> Instructions {
  Instructions(features.flatMap(\.instructions) + terminalInstructions)
}
