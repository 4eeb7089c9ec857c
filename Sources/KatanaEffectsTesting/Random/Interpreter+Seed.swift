import Foundation
import KatanaEffectInterpreters
public import KatanaRuntime
import KatanaTesting

extension Interpreter {
  /// The interpreters of `.random()` with answers that follow from a seed.
  ///
  /// Identifiers count up from 1: the first one ends in 01. So a test states them by
  /// ``Foundation/UUID/numbered(_:)``.
  ///
  /// - Parameter seed: The same seed leads to the same answers, on all platforms. In `explore`,
  ///   `simulation.seed`.
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
