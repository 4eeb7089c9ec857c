public import KatanaRuntime

/// One run of an app under a seed: the clock, the executor and the choices for its stand-ins.
///
/// ```swift
/// struct FakeServer: Server {
///   let simulation: Simulation
///   func logIn() async throws -> Session {
///     try await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...50)))
///     if simulation.choose(among: [true, false]) { throw Unreachable() }
///     return Session(user: "ada")
///   }
/// }
/// ```
///
/// - Important: Create each unstructured task with ``executor``, or it runs outside of the
///   simulation. Child tasks, of `async let` and of task groups, belong to the simulation anyway.
public final class Simulation: Sendable {
  /// The seed from which all choices of this run follow.
  public let seed: UInt64
  private let scheduler: Scheduler

  init(seed: UInt64, _ scheduler: Scheduler) {
    self.seed = seed
    self.scheduler = scheduler
  }

  /// The virtual time of this run, which begins at zero; also the clock of the runtime.
  ///
  /// It stands still while code runs, and jumps to the time of the next scheduled action. It may
  /// jump while other jobs are ready, as on a busy machine.
  public var clock: any RuntimeClock { SimulationClock(scheduler, seed) }

  /// The executor of the simulation's tasks: `Task(executorPreference: simulation.executor) { … }`.
  public var executor: any TaskExecutor { scheduler.tasks }

  /// Returns a number of a range, which the seed chooses.
  public func choose(_ range: ClosedRange<Int>) -> Int {
    // Unsigned, since a range can have more numbers than `Int.max`.
    let first = UInt(bitPattern: range.lowerBound)
    let last = UInt64(UInt(bitPattern: range.upperBound) &- first)
    return Int(bitPattern: first &+ UInt(scheduler.choose(upTo: last, of: seed)))
  }

  /// Returns an element of a collection, which the seed chooses. The collection must not be empty.
  public func choose<Elements: Collection>(among elements: Elements) -> Elements.Element {
    precondition(!elements.isEmpty, "a choice needs at least one element")
    let offset = scheduler.choose(below: elements.count, of: seed)
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }

  /// Returns one of some messages, which the seed chooses: `[RowMessage.tapped.to(row), AppMessage.opened]`.
  public func choose(among messages: [any Message]) -> any Message {
    let index = scheduler.choose(below: messages.count, of: seed)
    return messages[index]
  }

  /// Fails the test, for a stand-in that detects a mistake.
  ///
  /// The failure shows the seed and the messages up to here, as for an invariant that does not
  /// hold. This function returns, and the current turn goes on; after the turn, the run ends. Only
  /// the first failure of a run is reported. A call after the end of the run has no effect.
  ///
  /// - Parameters:
  ///   - what: The mistake, without a full stop, such as `"a save with the token of another user"`.
  ///   - file: The file that the failure names; the caller's by default.
  ///   - line: The line that the failure names; the caller's by default.
  public func fail(_ what: String, file: StaticString = #fileID, line: UInt = #line) {
    scheduler.fail(what, of: seed, file, line)
  }

  /// Suspends the task. The seed chooses how many other events happen before the task goes on.
  public func pause() async {
    await withCheckedContinuation { continuation in
      scheduler.add(.action { continuation.resume() })
    }
  }
}

/// The clock of a simulation, which shows the virtual time of its scheduler.
struct SimulationClock: RuntimeClock {
  private let scheduler: Scheduler
  private let seed: UInt64

  init(_ scheduler: Scheduler, _ seed: UInt64) { (self.scheduler, self.seed) = (scheduler, seed) }

  var now: Duration { scheduler.now }

  @discardableResult
  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let id = scheduler.schedule(after: delay, of: seed, action)
    return ScheduledAction { [scheduler] in scheduler.cancel(id) }
  }
}
