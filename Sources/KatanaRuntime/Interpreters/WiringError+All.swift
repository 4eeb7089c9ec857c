package import Katana

extension WiringError {
  /// Returns all errors of the wiring, for interpreters and the commands and subscriptions that
  /// they must perform.
  package static func all(
    in interpreters: [Interpreter], effects: [EffectType]
  ) -> [WiringError] {
    var errors: [WiringError] = []
    var accepted: [Interpreter] = []
    for interpreter in interpreters.flattened {
      // Checked one at a time, so that the first error does not hide the others.
      if let error = first(in: accepted + [interpreter]) {
        errors.append(error)
      } else {
        accepted.append(interpreter)
      }
    }
    return errors + effects.compactMap { first(in: accepted, effects: [$0]) }
  }

  private static func first(
    in interpreters: [Interpreter], effects: [EffectType] = []
  ) -> WiringError? {
    do {
      let routing = CommandRouting(try RegisteredInterpreters(interpreters))
      try routing.check(effects)
      return nil
    } catch {
      return error
    }
  }
}
