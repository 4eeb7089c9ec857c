package import Foundation
import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of `NewID`, `RandomNumber`, `RandomFraction`, `RandomElement`,
  /// `Shuffle` and all other commands that conform to `RandomCommand`.
  ///
  /// Randomness comes from the system's generator, which is cryptographically secure. For tests,
  /// `KatanaEffectsTesting` has `.random(seed:)`, whose results are the same in each run.
  public static func random() -> Interpreter {
    random(ids: { UUID() }, SystemRandomNumberGenerator())
  }

  /// Creates the interpreters with other sources of identifiers and randomness.
  package static func random(
    ids: @escaping @Sendable () -> UUID, _ generator: some RandomNumberGenerator & Sendable
  ) -> Interpreter {
    .group([
      .command(NewID.self) { command, dispatch in dispatch.answer(command.reply, with: ids()) },
      .command(
        RandomInterpreter(generator: Locked(generator)), where: { $0 is any RandomCommand.Type }),
    ])
  }
}

private struct RandomInterpreter<Generator: RandomNumberGenerator & Sendable>: CommandInterpreter {
  let generator: Locked<Generator>

  func interpret(_ command: any RandomCommand, dispatch: Dispatcher) {
    func answer<Cmd: RandomCommand>(_ command: Cmd) {
      dispatch.answer(command.reply, with: generator.withLock { command.value(using: &$0) })
    }
    answer(command)
  }
}
