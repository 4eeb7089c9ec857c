package import Katana

extension WiringError {
  /// Returns what is wrong with the parts of a program.
  package static func all<AppModel: Model>(in program: Program<AppModel>) -> [WiringError] {
    program.indistinct.map { .indistinct(model: $0.model, child: $0.child) }
  }

  /// Returns all errors of the wiring, for interpreters and the commands and subscriptions that
  /// they must perform.
  package static func all(in interpreters: [Interpreter], effects: [EffectType]) -> [WiringError] {
    CommandRouting(RegisteredInterpreters(interpreters)).errors(effects)
  }
}
