import Katana
package import KatanaRuntime
public import KatanaTesting

/// The delays and failures of a stand-in's operations.
///
/// In an ``KatanaTesting/AppTest``, use ``ideal``, the default of all stand-ins. In `explore`, use
/// ``chosen(by:within:failing:)``, so that delays and failures differ from seed to seed:
///
/// ```swift
/// explore(seeds: 500, sending: messages) { simulation in
///   let files = VirtualFiles(conditions: .chosen(by: simulation))
///   return Simulated(program, interpreters: [.files(files)])
/// }
/// ```
public struct Conditions: Sendable {
  private let simulation: Simulation?
  private let longest: Duration
  private let mayFail: Bool

  /// Conditions in which each operation succeeds at once.
  public static let ideal = Conditions(simulation: nil, longest: .zero, mayFail: false)

  /// Returns conditions in which the seed chooses how long each operation takes and whether it
  /// fails.
  ///
  /// - Parameters:
  ///   - simulation: The simulation whose seed chooses.
  ///   - longest: The longest time that an operation takes; the shortest is zero.
  ///   - mayFail: Whether operations may fail.
  public static func chosen(
    by simulation: Simulation, within longest: Duration = .seconds(2), failing mayFail: Bool = true
  ) -> Conditions {
    Conditions(simulation: simulation, longest: longest, mayFail: mayFail)
  }

  /// The conditions of an operation that has two parts, such as the way to a server and back.
  var half: Conditions {
    Conditions(simulation: simulation, longest: longest / 2, mayFail: mayFail)
  }

  /// Whether each operation succeeds at once.
  package var isIdeal: Bool { simulation == nil }

  /// Returns whether the next operation fails. Each call is a choice of the seed.
  package func nextFails() -> Bool {
    guard mayFail, let simulation else { return false }
    return simulation.choose(0...9) == 0
  }

  /// Returns an element of a list that is not empty; the first one under ideal conditions.
  package func choose<Element>(among elements: [Element]) -> Element {
    simulation?.choose(among: elements) ?? elements[0]
  }

  /// Calls an action after the chosen delay by a clock; at once under ideal conditions.
  @discardableResult
  package func perform(
    on clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    guard let simulation else {
      action()
      return ScheduledAction {}
    }
    return clock.schedule(after: delay(by: simulation), action)
  }

  /// Schedules an action after the chosen delay by a clock.
  ///
  /// The action is never called before this returns; under ideal conditions it is called when the
  /// clock is advanced next, even by zero.
  func schedule(
    on clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    clock.schedule(after: simulation.map(delay) ?? .zero, action)
  }

  private func delay(by simulation: Simulation) -> Duration {
    .milliseconds(simulation.choose(0...Int(max(longest, .zero).nanoseconds / 1_000_000)))
  }
}
