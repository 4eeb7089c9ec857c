import KatanaRuntime

/// Runs everything of one simulated app, one piece after another on one thread, in an order that
/// the seed decides.
final class Scheduler: @unchecked Sendable {
  // Sendable, because all state is used with the lock held. What belongs on the scheduler's thread
  // may come from another one by mistake; that is found out here.

  enum Job {
    case task(UnownedJob)
    case action(@Sendable () -> Void)
  }

  private let lock = Lock()
  private var choices = Choices<Job>(seed: 0)
  private var findings: [Violation] = []
  private var seed: UInt64?
  /// Whether no other seed has run before.
  private var isFirst = true
  private var isRetired = false
  private let thread = currentThread
  let tasks = SimulationExecutor()
  let serial = SimulationSerialExecutor()

  /// A scheduler for the calling thread.
  init() {
    // Kept for ever: jobs hold their executor unowned, and a task that an app has left behind,
    // which waits for something outside, may come back at any time.
    tasks.scheduler = self
    serial.scheduler = self
  }

  /// Forgets everything and begins anew.
  func begin(seed: UInt64) {
    var old = Choices<Job>(seed: seed)
    lock.withLock {
      swap(&choices, &old)
      findings = []
      isFirst = isFirst && (self.seed ?? seed) == seed
      self.seed = seed
    }
  }

  /// From now on, what comes back late runs in the default pool.
  func retire() {
    lock.withLock { isRetired = true }
    begin(seed: 0)
  }

  // MARK: Findings

  /// The first thing that was found to be wrong.
  var finding: Violation? { lock.withLock { findings.first } }

  func note(_ finding: Violation) { lock.withLock { findings.append(finding) } }

  /// Notes what a fake says.
  func fail(_ what: String, of seed: UInt64, _ file: StaticString, _ line: UInt) {
    guard isHere("\"\(what)\" was said (\(file):\(line))", of: seed) else { return }
    note(.failure(what, at: now, file, line))
  }

  /// The first thing that came from outside.
  var escape: Violation? { lock.withLock { findings.first(where: \.isEscape) } }

  /// Whether the caller is on the simulation's thread; notes it as an escape if not.
  ///
  /// - Parameter seed: Whose fault that would be, if that is known.
  func isHere(_ what: @autoclosure () -> String, of seed: UInt64?) -> Bool {
    if currentThread == thread { return true }
    note(.escape(what(), origin: origin(seed)))
    return false
  }

  /// Where an escape comes from, if not surely from the seed that runs.
  private func origin(_ seed: UInt64?) -> String? {
    lock.withLock {
      if let seed { return seed == self.seed ? nil : "It comes from seed \(seed), which was over." }
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

  /// Whether something of the app can happen without time passing.
  var isReady: Bool { lock.withLock { choices.isReady } }

  /// Whether there is an action whose moment has not come.
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
    _ = isHere("the simulation was asked to choose", of: seed)
    return lock.withLock { choices.choose(upTo: last) }
  }

  // MARK: Turns

  /// What happens next; `nil` if nothing can up to a moment, or if something was found to be wrong.
  func next(
    hasMessage: Bool, until limit: Duration, isPatient: Bool
  ) -> Choices<Job>.Decision? {
    lock.withLock {
      findings.isEmpty
        ? choices.next(hasMessage: hasMessage, until: limit, isPatient: isPatient) : nil
    }
  }

  /// What happens next while everything is brought to an end.
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
