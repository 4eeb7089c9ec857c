package import Katana

extension WiringError {
  /// Everything that is wrong with interpreters, given what may be asked of them.
  package static func all(
    in interpreters: [Interpreter], effects: [Effect]
  ) -> [WiringError] {
    var errors: [WiringError] = []
    var accepted: [Interpreter] = []
    for interpreter in interpreters.flattened {
      // One at a time, so that the first mistake does not hide the next ones.
      if let error = first(in: accepted + [interpreter]) {
        errors.append(error)
      } else {
        accepted.append(interpreter)
      }
    }
    return errors + effects.compactMap { first(in: accepted, effects: [$0]) }
  }

  private static func first(
    in interpreters: [Interpreter], effects: [Effect] = []
  ) -> WiringError? {
    do {
      let core = RuntimeCore(clock: .system, issues: .standardError)
      try CommandRunner(interpreters, core: core).check(effects)
      return nil
    } catch {
      return error
    }
  }
}
