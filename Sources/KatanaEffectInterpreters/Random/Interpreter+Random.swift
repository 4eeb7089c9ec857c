package import Foundation
import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// The interpreters of `NewID`, `RandomNumber`, `RandomFraction`, `RandomElement`, `Shuffle` and
  /// all other commands that conform to `RandomCommand`.
  ///
  /// Chance comes from the system's generator, which is safe for secrets. `KatanaEffectsTesting` has
  /// `.random(seed:)`, whose answers are the same in each run of a test.
  public static func random() -> Interpreter {
    random(ids: { UUID() }, SystemRandomNumberGenerator())
  }

  /// The same interpreters with other sources of identifiers and chance.
  package static func random(
    ids: @escaping @Sendable () -> UUID, _ generator: some RandomNumberGenerator & Sendable
  ) -> Interpreter {
    .group([
      .command(NewID.self) { command, dispatch in dispatch(command.reply(ids())) },
      .command(
        RandomInterpreter(generator: Guarded(generator)), where: { $0 is any RandomCommand.Type }),
    ])
  }
}

private struct RandomInterpreter<Generator: RandomNumberGenerator & Sendable>: CommandInterpreter {
  let generator: Guarded<Generator>

  func interpret(_ command: any RandomCommand, dispatch: Dispatcher) {
    dispatch(generator.withLock { command.message(using: &$0) })
  }
}
