public import KatanaRuntime

/// One run of an app under a seed: what its fakes need to be part of the simulation.
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
/// - Important: A task that you make yourself runs outside unless you make it with ``executor``;
///   child tasks, of `async let` and of groups, belong to the simulation.
public final class Simulation: Sendable {
  /// What all choices follow from.
  public let seed: UInt64
  private let scheduler: Scheduler

  init(seed: UInt64, _ scheduler: Scheduler) {
    self.seed = seed
    self.scheduler = scheduler
  }

  /// Virtual time, from zero; the clock of the runtime. It stands still while code runs and jumps
  /// to the next moment that something waits for, perhaps before everything that is ready has run.
  public var clock: any RuntimeClock { SimulationClock(scheduler, seed) }

  /// Where the simulation's tasks run: `Task(executorPreference: simulation.executor) { … }`.
  public var executor: any TaskExecutor { scheduler.tasks }

  /// A number of a range, by the seed.
  public func choose(_ range: ClosedRange<Int>) -> Int {
    // Without a sign, since there are more numbers than `Int` counts.
    let first = UInt(bitPattern: range.lowerBound)
    let last = UInt64(UInt(bitPattern: range.upperBound) &- first)
    return Int(bitPattern: first &+ UInt(scheduler.choose(upTo: last, of: seed)))
  }

  /// An element of a collection that is not empty, by the seed.
  public func choose<Elements: Collection>(among elements: Elements) -> Elements.Element {
    precondition(!elements.isEmpty, "a choice needs at least one element")
    let offset = scheduler.choose(below: elements.count, of: seed)
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }

  /// Fails the test, for a fake that sees something wrong: `fail("somebody saves with another's
  /// token")`.
  ///
  /// The run ends as with an invariant that does not hold: the failure tells the seed and the
  /// messages up to here. This returns, and what runs goes on to the end of its turn. Of several
  /// the first counts, and none after the end of the run.
  ///
  /// - Parameters:
  ///   - what: What is wrong, without a full stop.
  ///   - file: Where that was seen; the caller's file unless you say otherwise.
  ///   - line: Where that was seen; the caller's line unless you say otherwise.
  public func fail(_ what: String, file: StaticString = #fileID, line: UInt = #line) {
    scheduler.fail(what, of: seed, file, line)
  }

  /// Suspends the task and lets others go first, none or any number of them by the seed.
  public func pause() async {
    await withCheckedContinuation { continuation in
      scheduler.add(.action { continuation.resume() })
    }
  }
}

/// Virtual time.
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
