import KatanaRuntime
public import KatanaTesting

/// When the answers of a stand-in for the world come, and which of them are failures.
///
/// In an ``KatanaTesting/AppTest``, use ``ideal``, the default of all stand-ins. In `explore`, use
/// ``chosen(by:within:failing:)``, so that each seed is another world:
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

  /// Each operation succeeds at once.
  public static let ideal = Conditions(simulation: nil, longest: .zero, mayFail: false)

  /// Each operation takes a time between nothing and a limit, and may fail, as the seed chooses.
  ///
  /// - Parameters:
  ///   - simulation: What chooses.
  ///   - longest: The longest time that an operation takes.
  ///   - mayFail: Whether operations may fail.
  public static func chosen(
    by simulation: Simulation, within longest: Duration = .seconds(2), failing mayFail: Bool = true
  ) -> Conditions {
    Conditions(simulation: simulation, longest: longest, mayFail: mayFail)
  }

  /// Whether the next operation fails.
  func nextFails() -> Bool {
    guard mayFail, let simulation else { return false }
    return simulation.choose(0...9) == 0
  }

  /// An element of a list that is not empty; the first one under ideal conditions.
  func choose<Element>(among elements: [Element]) -> Element {
    simulation?.choose(among: elements) ?? elements[0]
  }

  /// Calls an action at once, or when the chosen time has passed by a clock.
  @discardableResult
  func perform(
    on clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    guard let simulation else {
      action()
      return ScheduledAction {}
    }
    return clock.schedule(after: delay(by: simulation), action)
  }

  /// Calls an action when the clock advances, after the chosen time: never within this call.
  func schedule(
    on clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    clock.schedule(after: simulation.map(delay) ?? .zero, action)
  }

  private func delay(by simulation: Simulation) -> Duration {
    .milliseconds(simulation.choose(0...max(Int(longest / .milliseconds(1)), 0)))
  }
}
