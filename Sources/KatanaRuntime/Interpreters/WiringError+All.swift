package import Katana

extension WiringError {
  /// Returns all errors of the wiring, for interpreters and the commands and subscriptions that
  /// they must perform.
  package static func all(in interpreters: [Interpreter], effects: [EffectType]) -> [WiringError] {
    CommandRouting(RegisteredInterpreters(interpreters)).errors(effects)
  }
}
