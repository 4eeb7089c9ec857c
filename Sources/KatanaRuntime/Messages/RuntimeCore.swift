import Katana
import Synchronization

/// Accepts messages from any thread, and lets one thread at a time handle them. Senders hold a
/// reference to it, so it may outlive its runtime.
///
/// Its state is of three kinds: constant or thread-safe by itself; used with the lock held; used
/// only by the executing thread, of which there is never more than one. ``state`` records which
/// thread that is. No closure of the app is called with the lock held.
final class RuntimeCore: @unchecked Sendable {
  // Sendable, because all state is of one of the kinds above; the executing thread changes through
  // `state`, which orders the accesses. For the same reason, the state used most needs no dynamic
  // exclusivity checks, which are measurable here.
  let statistics = Statistics()
  let clock: any RuntimeClock
  let issues: IssueHandler
  let history: History?
  /// Calls the event handlers; `nil` if there are none. Constant after the runtime is created.
  private(set) var events: EventHub?
  let state = SharedExecutionState()
  let execution: Execution
  private let threads: Execution.Threads
  private let isWatched: Bool
  let tasks: (any TaskExecutor)?
  let softLimit: Int
  /// Finds the updaters of a message; `nil` if there is no app, as in a check of the wiring.
  let router: Router?
  /// Guards what threads rarely share: the state of runs that interpreters use from any thread, and
  /// the past model that observers see. A lock for each run would cost every command two
  /// allocations.
  let rareLock = Lock()
  // Used with the lock held:
  private let lock = Lock()
  /// The places in the source whose refused messages were reported.
  @exclusivity(unchecked) private var refusedPlaces: Set<String> = []
  /// Jobs from threads that do not execute.
  @exclusivity(unchecked) private var posted = PagedQueue<Job>()
  @exclusivity(unchecked) private var isOverLimit = false
  /// Whether the cycle was set. Before, interceptors that are being created may request a shutdown.
  @exclusivity(unchecked) private var isAttached = false
  @exclusivity(unchecked) private var startsWhenAttached = false

  // Used by the executing thread only:
  /// Handles the messages. It and this object keep each other alive until the runtime is released.
  /// Then a queued job ends the cycle, in order with the messages. So senders need no weak
  /// reference, which would slow down every message.
  @exclusivity(unchecked) private(set) var cycle: Cycle?
  /// The cycle without reference counting. Valid only while the calling thread executes.
  @exclusivity(unchecked) private var current: Unmanaged<Cycle>?
  @exclusivity(unchecked) private var isLeaving = false
  @exclusivity(unchecked) private var hasBegun = false
  /// Jobs that were taken out of `posted`, and those that steps have posted. They are executed
  /// before `posted`.
  @exclusivity(unchecked) private var taken = PagedQueue<Job>()
  /// The number of jobs in `taken`, for other threads.
  private let takenCount = Atomic<Int>(0)

  enum Job {
    case message(QueuedMessage)
    /// Work that must be executed in order with the messages.
    case task((Cycle) -> Void)
    /// The end of a run. Not a task, whose closure would be an allocation for each such run.
    case end(RunRecord)
  }

  init(
    clock: any RuntimeClock, issues: IssueHandler, history: History? = nil,
    execution: Execution = .caller, tasks: (any TaskExecutor)? = nil, softLimit: Int = .max,
    router: Router? = nil
  ) {
    self.router = router
    self.clock = clock
    self.issues = issues
    self.history = history
    self.execution = execution
    self.threads = execution.threads
    self.isWatched = execution.isWatched
    self.tasks = tasks
    self.softLimit = softLimit
  }

  /// Sets the cycle that handles the messages. Called once, at the end of the runtime's creation.
  func attach(_ cycle: Cycle) {
    self.cycle = cycle
    current = .passUnretained(cycle)
    events = cycle.events
    if cycle.isWatched || threads == .none { disableFastPath() }
    let starts = lock.withLock {
      isAttached = true
      return startsWhenAttached
    }
    if starts { start() }
  }

  // MARK: Posting, by any thread

  /// Handles a message from outside of the runtime before the call returns.
  ///
  /// This fast path is possible if no thread executes, this thread may, and nothing observes more
  /// of the message than its update.
  ///
  /// - Returns: Whether the message was handled; otherwise it must be posted.
  @inline(__always)
  func handleAtOnce(_ message: UnsafeRawPointer, _ type: any Message.Type) -> Bool {
    guard threads.includeThisOne, let route = router?.routeWithoutBox(of: type),
      state.beginWithUpdate(), let current
    else { return false }
    // Safe without a reference count: only the executing thread, which is this one, releases the
    // cycle.
    endAtOnce(
      isUpdating: current._withUnsafeGuaranteedRef {
        $0.handleAtOnce(MessageInPlace(ReadPlace(message), type), route)
      })
    return true
  }

  /// Ends the execution of a message that was handled at once.
  @inline(__always)
  private func endAtOnce(isUpdating: Bool) {
    if isUpdating {
      if taken.isEmpty && state.endWithUpdate() { return }
      endUpdate()
    }
    executeRest()
  }

  /// Posts a message from outside of the runtime that ``handleAtOnce(_:_:)`` has not handled. One to
  /// a child is handled before the call returns, too, if possible.
  func postFromOutside(
    _ message: UnsafeRawPointer, _ type: any Message.Type, from sender: Sender,
    file: StaticString, line: UInt
  ) {
    let message = MessageInPlace(ReadPlace(message), type)
    if message.isScoped, threads.includeThisOne, state.beginWithUpdate(), let current {
      let isUpdating = current._withUnsafeGuaranteedRef {
        $0.deliverAtOnce(message, SendSite(sender, file, line))
      }
      if let isUpdating { return endAtOnce(isUpdating: isUpdating) }
      endUpdate()
      var queued = QueuedMessage(message.value, from: sender, file: file, line: line)
      return handle(&queued)
    }
    post(QueuedMessage(message.value, from: sender, file: file, line: line))
  }

  /// Posts a message. This thread handles it before the call returns if it may, and no other thread
  /// executes.
  func post(_ message: consuming QueuedMessage) {
    if state.has(ExecutionState.closed) {
      if isWatched { _ = execution.isHere(posting: message.envelope) }
      return refuse(message)
    }
    if isLocal {
      message.sender.messageIsQueued()
      return postLocally(.message(message))
    }
    if threads.includeThisOne && state.begin() {
      message.sender.messageIsQueued()
      return handle(&message)
    }
    let here = execution.isHere(posting: message.envelope)
    lock.lock()
    // Asked again in the same operation, so that no message has its place behind the shutdown.
    let duty = state.change { $0.has(ExecutionState.closed) ? .refuse : $0.post(here: here) }
    if duty != .refuse { message.sender.messageIsQueued() }
    if duty.isQueued { posted.append(.message(copy message)) }
    let waitingCount = posted.count + takenCount.load(ordering: .relaxed)
    let isOver = waitingCount > softLimit && !isOverLimit
    if isOver { isOverLimit = true }
    lock.unlock()
    if isOver { reportOverLimit(message) }
    switch duty {
    case .handle:
      state.enter()
      handle(&message)
    case .refuse: refuse(message)
    case .append, .execute, .schedule: perform(duty)
    }
  }

  /// Posts work that must be executed in order with the messages. Returns `false` if the runtime is
  /// gone: then the work is never executed.
  @discardableResult
  func post(_ task: @escaping @Sendable (Cycle) -> Void) -> Bool { post(.task(task), task) }

  /// Posts the end of a run, which comes after all messages that the run has sent.
  func postEnd(of run: RunRecord) {
    // Decided first, because the job would be copied otherwise.
    if isLocal { postLocally(.end(run)) } else { _ = post(.end(run)) { $0.finished(run) } }
  }

  /// - Parameter execute: Executes the job at once.
  @inline(__always)
  private func post(_ job: Job, _ execute: (Cycle) -> Void) -> Bool {
    if isLocal {
      postLocally(job)
      return true
    }
    let here = execution.isHere(posting: nil)
    let duty = lock.withLock {
      let duty = state.change { $0.post(here: here) }
      if duty.isQueued { posted.append(job) }
      return duty
    }
    if duty == .handle {
      state.enter()
      if let cycle { execute(cycle) }
      executeRest()
    } else {
      perform(duty)
    }
    return duty != .refuse
  }

  /// Posts work that must be executed in order with the messages. Calls `otherwise` instead if the
  /// work has not begun and no job was taken from the queue for a tenth of a second. Its argument is
  /// whether a step is being executed; if none is, the executor is blocked.
  func post(
    _ task: @escaping @Sendable (Cycle) -> Void,
    otherwise: @escaping @Sendable (_ isExecuting: Bool) -> Void
  ) {
    let hasBegun = PendingResult<Void>()
    post { cycle in
      if hasBegun.give(()) { task(cycle) }
    }
    // A simulation decides itself when a worker begins.
    if isWatched || hasBegun.isGiven { return }
    wait(for: hasBegun, left: takenCount.load(ordering: .relaxed), otherwise: otherwise)
  }

  /// - Parameter left: The number of jobs in `taken`. As long as it changes, jobs are executed.
  private func wait(
    for hasBegun: PendingResult<Void>, left: Int, otherwise: @escaping @Sendable (Bool) -> Void
  ) {
    hasBegun.limit(.milliseconds(100), by: .system) { [self] in
      let now = takenCount.load(ordering: .relaxed)
      if now != left && !hasBegun.isGiven {
        wait(for: hasBegun, left: now, otherwise: otherwise)
      } else if hasBegun.give(()) {
        otherwise(state.isExecuted)
      }
    }
  }

  /// Posts a message whose consequences a tracker counts.
  func await(_ tracker: CompletionTracker, _ message: QueuedMessage) {
    guard post({ $0.add(tracker) }) else { return tracker.abandon() }
    post(message)
  }

  /// Whether the calling thread executes, and no other thread has posted a job. Then what this
  /// thread posts needs no lock.
  private var isLocal: Bool {
    !isWatched && state.isExecutedHere && !state.has(ExecutionState.posted)
  }

  /// Starts the runtime, as soon as its creation has ended. Later calls have no effect.
  func start() {
    let here = execution.isHere(posting: nil)
    let duty: ExecutionState.Duty? = lock.withLock {
      guard isAttached else {
        startsWhenAttached = true
        return nil
      }
      return state.change { $0.start(here: here) }
    }
    if let duty { perform(duty) }
  }

  /// Refuses messages from now on, and ends the runtime after the current step.
  func requestShutdown() {
    guard state.change({ $0.insert(ExecutionState.closed) }) else { return }
    start()
    post { $0.shutDown() }
  }

  /// Called when the runtime is released. Nothing is executed after the jobs that were posted
  /// before.
  func leave() { post { $0.core.prepareToLeave() } }

  private func perform(_ duty: ExecutionState.Duty) {
    switch duty {
    case .append, .handle, .refuse: break
    case .execute: execute()
    case .schedule:
      execution.schedule(tasks) { [self] in
        if lock.withLock({ state.change { $0.arrive() } }) { execute() }
      }
    }
  }

  // MARK: Asking, from any thread

  /// The type of the app's model; `nil` if there is no app.
  var app: ObjectIdentifier? { router.map { ObjectIdentifier($0.model) } }

  var isClosed: Bool { state.has(ExecutionState.closed) }

  var hasStarted: Bool { !state.has(ExecutionState.notStarted) }

  /// Gives up on the step that another thread executes: nothing else of that step happens after its
  /// current update or observer returns.
  func abandonStep() { state.change { $0.insert(ExecutionState.stepAbandoned) } }

  var isStepAbandoned: Bool { state.has(ExecutionState.stepAbandoned) }

  /// From now on, no message takes the fast path, ``handleAtOnce(_:_:)``.
  func disableFastPath() { state.change { $0.insert(ExecutionState.fastPathDisabled) } }

  // MARK: Updating and reading

  /// Begins an update. Waits until no reader copies the model.
  func beginUpdate() {
    while !state.change({ $0.beginUpdate() }) {
      lock.withLock { while state.hasReaders { lock.wait() } }
    }
  }

  /// Ends an update, and wakes the threads that wait for its end.
  func endUpdate() { if state.change({ $0.endUpdate() }) { lock.withLock { lock.wakeAll() } } }

  /// Blocks while an update changes the model.
  func waitForUpdate() {
    lock.withLock { while state.change({ $0.awaitUpdate() }) { lock.wait() } }
  }

  /// Ends the reading of the model, and wakes an update that waits for it.
  func endReading() {
    if state.change({ $0.endReading() }) { lock.withLock { lock.wakeAll() } }
  }

  // MARK: Executing

  /// Handles a message that was not queued, then the jobs that were posted meanwhile.
  private func handle(_ message: inout QueuedMessage) {
    current?._withUnsafeGuaranteedRef { $0.handle(&message) }
    executeRest()
  }

  /// Executes the jobs that were posted meanwhile, then ends the execution.
  private func executeRest() {
    // `end` must be the last condition: after it, this thread no longer executes, and may not use
    // state that only the executing thread may use.
    if taken.isEmpty && state.end() { return }
    execute()
  }

  /// Executes jobs until none is left, or until the limit of jobs in a row is reached. Then it
  /// schedules the rest. The state says `executing` meanwhile, so no other thread can begin.
  private func execute() {
    state.enter()
    guard let current else { return }
    if !hasBegun {
      hasBegun = true
      current._withUnsafeGuaranteedRef { $0.begin() }
    }
    var count = 0
    while takeJobs() {
      guard count < execution.burst else {
        state.leave()
        return execution.schedule(tasks) { [self] in execute() }
      }
      count += 1
      // Consumed, never copied: the message holds its run, and the run must end when the message
      // has been handled.
      let job = taken.removeFirst()
      noteTaken()
      switch consume job {
      case .message(var message): current._withUnsafeGuaranteedRef { $0.handle(&message) }
      case .task(let task): current._withUnsafeGuaranteedRef { task($0) }
      case .end(let run): current._withUnsafeGuaranteedRef { $0.finished(run) }
      }
    }
  }

  /// Queues a job that a step has posted.
  @inline(__always)
  private func postLocally(_ job: consuming Job) {
    if taken.count >= softLimit { checkLimit(job) }
    taken.append(job)
    noteTaken()
  }

  /// Tells other threads how many jobs `taken` holds.
  @inline(__always)
  private func noteTaken() { takenCount.store(taken.count, ordering: .relaxed) }

  /// Reports that a step has posted more messages than the soft limit allows, once until the queues
  /// are empty.
  private func checkLimit(_ job: Job) {
    guard case .message(let message) = job else { return }
    let isNew = lock.withLock {
      defer { isOverLimit = true }
      state.change { $0.insert(ExecutionState.posted) }
      return !isOverLimit
    }
    if isNew { reportOverLimit(message) }
  }

  /// Returns whether there is a job in `taken`, after it has taken those that other threads have
  /// posted. If there is none, it ends the execution: then the caller may no longer use state that
  /// only the executing thread may use.
  @inline(__always)
  private func takeJobs() -> Bool { !taken.isEmpty || !state.end() && takePosted() }

  /// Takes the jobs that other threads have posted. If there are none, it ends the execution and
  /// returns `false`.
  private func takePosted() -> Bool {
    // Released without the lock, because a deinitialiser may run any code.
    var released: Cycle?
    defer { withExtendedLifetime(released) {} }
    return lock.withLock {
      swap(&taken, &posted)
      if taken.isEmpty {
        released = endExecution()
        return false
      }
      // Resetting `isOverLimit` and releasing the cycle need the lock, so the flag stays set: the
      // execution cannot end without the lock then.
      if !isOverLimit && !isLeaving { state.change { $0.remove(ExecutionState.posted) } }
      noteTaken()
      return true
    }
  }

  /// Ends the execution. Called with the lock held, when no job is left. Returns the cycle if it is
  /// no longer needed.
  private func endExecution() -> Cycle? {
    isOverLimit = false
    let released = isLeaving ? cycle : nil
    if isLeaving { (cycle, current) = (nil, nil) }
    state.leave()
    state.change { $0.endWithLock(isGone: isLeaving) }
    return released
  }

  private func prepareToLeave() {
    isLeaving = true
    _ = lock.withLock { state.change { $0.insert(ExecutionState.posted) } }
  }
}

extension RuntimeCore {
  func report(_ issue: RuntimeIssue) {
    events?.issue(issue)
    issues(issue)
  }

  /// Reports a message from outside that is refused, once for each place in the source: a place may
  /// send many, and the issue handler itself may send one.
  func reportRefusal(of message: any Message, file: StaticString, line: UInt) {
    let place = "\(file):\(line)"
    guard lock.withLock({ refusedPlaces.insert(place).inserted }) else { return }
    report(
      .dispatchAfterShutdown(message: ValueName(message).fullName, file: file, line: line))
  }

  /// Executes an action in order with the messages, after a time.
  func schedule(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    clock.schedule(after: duration) { [self] in post { _ in action() } }
  }
}
