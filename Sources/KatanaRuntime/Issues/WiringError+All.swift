package import Katana

extension WiringError {
  /// Everything that is wrong with interpreters, given what may be asked of them.
  package static func all(
    in interpreters: [Interpreter], commands: [any Command.Type],
    subscriptions: [any Subscription.Type]
  ) -> [WiringError] {
    var errors: [WiringError] = []
    var accepted: [Interpreter] = []
    for interpreter in interpreters {
      // One at a time, so that the first mistake does not hide the next ones.
      if let error = first(in: accepted + [interpreter]) {
        errors.append(error)
      } else {
        accepted.append(interpreter)
      }
    }
    return errors
      + commands.compactMap { first(in: accepted, commands: [$0]) }
      + subscriptions.compactMap { first(in: accepted, subscriptions: [$0]) }
  }

  private static func first(
    in interpreters: [Interpreter], commands: [any Command.Type] = [],
    subscriptions: [any Subscription.Type] = []
  ) -> WiringError? {
    do {
      let home = Home(clock: .system, issues: .standardError)
      let effects = try Effects(interpreters, home: home)
      try effects.check(commands: commands, subscriptions: subscriptions)
      return nil
    } catch {
      return error
    }
  }
}
