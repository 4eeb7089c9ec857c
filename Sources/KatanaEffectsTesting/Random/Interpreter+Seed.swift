import Foundation
import KatanaEffectInterpreters
public import KatanaRuntime
import KatanaTesting

extension Interpreter {
  /// Returns the interpreters of `.random()` with results that follow from a seed.
  ///
  /// Identifiers are numbered from 1, so a test can state the first one as `UUID.numbered(1)`.
  ///
  /// - Parameter seed: The seed. Equal seeds give equal results on all platforms. In `explore`,
  ///   pass `simulation.seed`.
  public static func random(seed: UInt64) -> Interpreter {
    let count = Locked(0)
    return .random(
      ids: {
        .numbered(
          count.withLock { count in
            count += 1
            return count
          })
      },
      SeededGenerator(seed: seed))
  }
}
