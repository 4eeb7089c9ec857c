import KatanaRuntime

/// Runs all jobs of a simulated app, one after another on one thread, in an order that the seed
/// decides.
final class Scheduler: @unchecked Sendable {
  // Sendable, because every access to the state holds the lock. Calls from another thread are
  // mistakes of the app under test, which this class detects and notes.

  enum Job {
    case task(UnownedJob)
    case action(@Sendable () -> Void)
  }

  private let lock = Lock()
  private var choices = Choices<Job>(seed: 0)
  private var findings: [Violation] = []
  private var seed: UInt64?
  /// Whether no other seed ran before the current one.
  private var isFirst = true
  private var isRetired = false
  private let thread = currentThread
  let tasks = SimulationExecutor()
  let serial = SimulationSerialExecutor()

  /// Creates a scheduler for the calling thread.
  init() {
    // These references make a cycle, so the scheduler is never released. Jobs hold their executor
    // unowned, and a task that waits for something outside may be resumed at any later time.
    tasks.scheduler = self
    serial.scheduler = self
  }

  /// Discards all jobs, actions and findings, and begins a run with a seed.
  func begin(seed: UInt64) {
    var old = Choices<Job>(seed: seed)
    lock.withLock {
      swap(&choices, &old)
      findings = []
      isFirst = isFirst && (self.seed ?? seed) == seed
      self.seed = seed
    }
  }

  /// Ends the simulation: from now on, tasks that are resumed late run in the default pool.
  func retire() {
    lock.withLock { isRetired = true }
    begin(seed: 0)
  }

  // MARK: Findings

  /// The first violation of this run.
  var finding: Violation? { lock.withLock { findings.first } }

  func note(_ finding: Violation) { lock.withLock { findings.append(finding) } }

  /// Notes a failure that a stand-in reports with `Simulation.fail`. A stand-in of an earlier seed
  /// has no effect.
  func fail(_ what: String, of seed: UInt64, _ file: StaticString, _ line: UInt) {
    guard isHere("`fail(\"\(what)\")` was called (\(file):\(line))", of: seed),
      lock.withLock({ self.seed == seed })
    else { return }
    note(.failure(what, at: now, file, line))
  }

  /// The first violation that came from outside of the simulation.
  var escape: Violation? { lock.withLock { findings.first(where: \.isEscape) } }

  /// Returns whether the caller is on the simulation's thread. If not, notes an escape.
  ///
  /// - Parameters:
  ///   - what: What the caller does, for the failure.
  ///   - seed: The seed whose run the call belongs to, if that is known.
  func isHere(_ what: @autoclosure () -> String, of seed: UInt64?) -> Bool {
    if currentThread == thread { return true }
    note(.escape(what(), origin: origin(seed)))
    return false
  }

  /// The seed that an escape comes from, for the failure; `nil` if it is surely the current one.
  private func origin(_ seed: UInt64?) -> String? {
    lock.withLock {
      if let seed {
        return seed == self.seed ? nil : "It comes from seed \(seed), whose run had ended."
      }
      return isFirst ? nil : "It may come from an earlier seed."
    }
  }

  // MARK: What is ready and what waits

  func add(_ job: Job) {
    _ = isHere("a task of the simulation was resumed", of: nil)
    if !lock.withLock({ addUnlessRetired { $0.add(job) } }) { runInPool(job, on: nil) }
  }

  func addSerial(_ job: UnownedJob) {
    _ = isHere("something was sent to the runtime", of: nil)
    if !lock.withLock({ addUnlessRetired { $0.addSerial(.task(job)) } }) {
      runInPool(.task(job), on: serial)
    }
  }

  private func addUnlessRetired(_ add: (inout Choices<Job>) -> Void) -> Bool {
    if !isRetired { add(&choices) }
    return !isRetired
  }

  private func runInPool(_ job: Job, on serial: SimulationSerialExecutor?) {
    Task.detached { [self] in run(job, on: serial) }
  }

  /// Whether a job is ready, which can run before time passes.
  var isReady: Bool { lock.withLock { choices.isReady } }

  /// Whether an action is scheduled.
  var isWaitingForTime: Bool { lock.withLock { choices.agenda.next != nil } }

  var now: Duration { lock.withLock { choices.agenda.now } }

  func schedule(
    after delay: Duration, of seed: UInt64, _ action: @escaping @Sendable () -> Void
  ) -> Int {
    _ = isHere("the clock of the simulation was used", of: seed)
    return lock.withLock { choices.schedule(after: delay, .action(action)) }
  }

  func cancel(_ id: Int) {
    let action = lock.withLock { choices.cancel(id) }
    withExtendedLifetime(action) {}
  }

  func choose(below bound: Int, of seed: UInt64) -> Int {
    Int(choose(upTo: UInt64(bound) - 1, of: seed))
  }

  func choose(upTo last: UInt64, of seed: UInt64) -> UInt64 {
    _ = isHere("`choose` of the simulation was called", of: seed)
    return lock.withLock { choices.choose(upTo: last) }
  }

  // MARK: Turns

  /// Chooses what happens next.
  ///
  /// Returns `nil` if nothing can happen up to the limit, or if there is a violation.
  func next(
    hasMessage: Bool, until limit: Duration, isPatient: Bool
  ) -> Choices<Job>.Decision? {
    lock.withLock {
      findings.isEmpty
        ? choices.next(hasMessage: hasMessage, until: limit, isPatient: isPatient) : nil
    }
  }

  /// Chooses what happens next at the end of a run, when all tasks are run to their ends.
  func nextAtTheEnd() -> Choices<Job>.Decision? {
    lock.withLock { choices.next(hasMessage: false, until: .seconds(Int64.max)) }
  }

  func run(_ job: Job, on serial: SimulationSerialExecutor? = nil) {
    switch job {
    case .action(let action): action()
    case .task(let job):
      if let serial {
        job.runSynchronously(on: serial.asUnownedSerialExecutor())
      } else {
        job.runSynchronously(on: tasks.asUnownedTaskExecutor())
      }
    }
  }
}
