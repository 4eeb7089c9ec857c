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
        RandomInterpreter(generator: SharedGenerator(generator)),
        where: { $0 is any RandomCommand.Type }),
    ])
  }
}

private struct RandomInterpreter<Generator: RandomNumberGenerator & Sendable>: CommandInterpreter {
  let generator: SharedGenerator<Generator>

  func interpret(_ command: any RandomCommand, dispatch: Dispatcher) {
    func answer<Cmd: RandomCommand>(_ command: Cmd) {
      var generator = generator
      dispatch.answer(command.reply, with: command.value(using: &generator))
    }
    answer(command)
  }
}

/// A generator that several threads use, with the lock held for one number at a time: what makes a
/// value of the numbers is code of the app.
private struct SharedGenerator<Generator: RandomNumberGenerator & Sendable>: RandomNumberGenerator,
  Sendable
{
  private let base: Locked<Generator>
  init(_ base: Generator) { self.base = Locked(base) }
  func next() -> UInt64 { base.withLock { $0.next() } }
}
