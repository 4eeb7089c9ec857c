import Katana

/// What senders know of a runtime: it accepts their messages from any thread. It may outlive its
/// runtime, because each sender holds it.
final class RuntimeCore: @unchecked Sendable {
  // Sendable, because all state is constant or thread-safe by itself, but for that which is marked:
  // used by the executing thread only, or with the lock held. No closure of the app is called with
  // a lock held.
  let statistics = Statistics()
  let clock: any RuntimeClock
  let issues: IssueHandler
  let history: History?
  /// Calls the event handlers; `nil` if there are none. Constant after the runtime is created.
  private(set) var events: EventHub?
  let inbox = Inbox<Job>()
  let execution: Execution
  let tasks: (any TaskExecutor)?
  let softLimit: Int
  /// The type of the app's model.
  let app: ObjectIdentifier
  /// Guards what threads rarely share: the state of runs that interpreters use from any thread, the
  /// past model that observers see, and ``harmlessAnswers``. A lock for each run would cost every command
  /// two allocations.
  let rareLock = Lock()
  /// The types of answers of which no value says that its command has failed. Used with ``rareLock``
  /// held.
  var harmlessAnswers: Set<ObjectIdentifier> = []
  /// The places in the source whose refused messages were reported.
  let refusedPlaces = Locked<Set<String>>([])
  /// Whether the runtime starts when it is created: interceptors that are being created may request a
  /// shutdown. Used with the lock of the inbox held.
  private var startsWhenAttached = false

  // Used by the executing thread only. The first is set with the lock of the inbox held, with which other
  // threads may ask whether there is a loop.

  /// Executes the jobs; `nil` before the runtime is created, and after its end.
  ///
  /// It and this object keep each other alive until the runtime is released. Then a queued job sets this
  /// to `nil`, in order with the messages. So senders need no weak reference, which would slow down every
  /// message.
  @exclusivity(unchecked) private(set) var loop: Loop?
  @exclusivity(unchecked) private var hasBegun = false

  enum Job {
    case message(QueuedMessage)
    /// Work that must be executed in order with the messages.
    case task(@Sendable () -> Void)
    /// The end of a run. Not a task, whose closure would be an allocation for each such run.
    case end(Run)
  }

  init(
    clock: any RuntimeClock, issues: IssueHandler, history: History?, execution: Execution,
    tasks: (any TaskExecutor)?, softLimit: Int, app: ObjectIdentifier
  ) {
    (self.clock, self.issues, self.history) = (clock, issues, history)
    (self.execution, self.tasks, self.softLimit, self.app) = (execution, tasks, softLimit, app)
  }

  /// Sets what executes the jobs. Called once, at the end of the runtime's creation.
  func attach(_ loop: Loop) {
    events = loop.events
    if loop.isWatched || execution.isWatched { queueEveryMessage() }
    let starts = inbox.withLock {
      self.loop = loop
      return startsWhenAttached
    }
    if starts { start() }
  }

  // MARK: Sending and posting, by any thread

  /// Sends a message: the one way into a runtime.
  ///
  /// A message from outside that finds the runtime idle is handled before the call returns, if this
  /// thread may, and only updaters see it. Then it needs neither a box nor a place in the queue.
  ///
  /// - Parameter message: The message, without a box. It is read before the call returns.
  func send(_ message: ReadPlace, _ type: any Message.Type, from site: SendSite) {
    guard site.sender.isOutside, execution.includesThisThread, inbox.enter(), let loop else {
      return post(QueuedMessage(boxed(message, type), from: site))
    }
    if let update = loop.updateAtOnce(message, type) {
      if update.hasNoConsequences && loop.observers.isEmpty {
        statistics.countHandled()
        if inbox.leave() { return }
        inbox.endUpdate()
      } else {
        inbox.endUpdate()
        var queued = QueuedMessage(boxed(message, type), from: site)
        queued.number = loop.lastNumber
        loop.step(&queued, after: update)
      }
    } else {
      inbox.endUpdate()
      post(QueuedMessage(boxed(message, type), from: site))
    }
    // Asked first, because mostly nothing waits.
    var released: Loop?
    defer { if let released { withExtendedLifetime(released) {} } }
    if inbox.hasNext(gone: { released = takeLoop() }) { execute() }
  }

  /// Posts a message. This thread handles it before the call returns if it may, and no other thread
  /// executes.
  func post(_ message: consuming QueuedMessage) {
    let sender = message.sender
    _ = post(
      .message(message), of: sender, unless: ExecutionState.closed | ExecutionState.gone,
      limit: softLimit)
  }

  /// Posts work that must be executed in order with the messages. Returns `false` if the runtime is
  /// gone: then the work is never executed.
  @discardableResult
  func post(_ task: @escaping @Sendable () -> Void) -> Bool { post(.task(task)) }

  /// Posts the work that stands for a message. Returns `false` if the runtime refuses messages.
  func postAsMessage(_ task: @escaping @Sendable () -> Void) -> Bool {
    post(.task(task), unless: ExecutionState.closed | ExecutionState.gone)
  }

  /// Posts the end of a run, which comes after all messages that the run has sent.
  func postEnd(of run: Run) { _ = post(.end(run)) }

  private func post(
    _ job: consuming Job, of sender: Sender? = nil, unless refusing: UInt = ExecutionState.gone,
    limit: Int = .max
  ) -> Bool {
    let isHere = execution.isHere(posting: job.envelope)
    var excess: (any Message)?
    let duty = inbox.post(job, here: isHere, unless: refusing, limit: limit) { job, isOver in
      sender?.messageIsQueued()
      if isOver, case .message(let queued) = job { excess = queued.message }
    } refused: {
      if case .message(let queued) = $0 { refuse(queued) }
    }
    if let excess { reportOverLimit(excess) }
    perform(duty)
    return duty != .refuse
  }

  private func perform(_ duty: ExecutionState.Duty) {
    switch duty {
    case .append, .refuse: break
    case .execute: execute()
    case .schedule: execution.schedule(tasks) { [self] in if inbox.arrive() { execute() } }
    }
  }

  /// Posts work that must be executed in order with the messages. Calls `otherwise` instead if the
  /// work has not begun and no job was taken from the queue for a tenth of a second. Its argument is
  /// whether a step is being executed; if none is, the executor is blocked.
  func post(
    _ task: @escaping @Sendable () -> Void,
    otherwise: @escaping @Sendable (_ isExecuting: Bool) -> Void
  ) {
    let hasBegun = PendingResult<Void>()
    post { if hasBegun.give(()) { task() } }
    // A simulation decides itself when a worker begins.
    if execution.isWatched || hasBegun.isGiven { return }
    wait(for: hasBegun, left: inbox.takenCount, otherwise: otherwise)
  }

  /// - Parameter left: The number of jobs that were taken. As long as it changes, jobs are executed.
  private func wait(
    for hasBegun: PendingResult<Void>, left: Int, otherwise: @escaping @Sendable (Bool) -> Void
  ) {
    hasBegun.limit(.milliseconds(100), by: .system) { [self] in
      let now = inbox.takenCount
      if now != left && !hasBegun.isGiven {
        wait(for: hasBegun, left: now, otherwise: otherwise)
      } else if hasBegun.give(()) {
        otherwise(inbox.state.isExecuted)
      }
    }
  }

  /// Executes an action in order with the messages, after a time.
  func schedule(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    clock.schedule(after: duration) { [self] in post(action) }
  }

  // MARK: Start and end, by any thread

  /// Starts the runtime, as soon as its creation has ended. Later calls have no effect.
  func start() {
    let duty = inbox.start(here: execution.isHere(posting: nil)) {
      if loop == nil { startsWhenAttached = true }
      return loop != nil
    }
    if let duty { perform(duty) }
  }

  /// Refuses messages from now on, and ends the runtime after the current step.
  func requestShutdown() {
    guard inbox.state.change({ $0.insert(ExecutionState.closed) }) else { return }
    start()
    post { [self] in loop?.shutDown() }
  }

  /// Called when the runtime is released. Nothing is executed after the jobs that were posted
  /// before.
  func leave() {
    post { [self] in
      // Another thread may be between the two halves of `requestShutdown()`: it has closed the
      // runtime, and its job would be refused from now on.
      loop?.shutDown()
      inbox.close()
    }
  }

  var isClosed: Bool { inbox.state.has(ExecutionState.closed) }

  var hasStarted: Bool { !inbox.state.has(ExecutionState.notStarted) }

  /// Gives up on the step that another thread executes. When the code of the app that the step is
  /// calling returns, the step calls no further observer, interceptor or interpreter; see ``call(_:)``. It
  /// still cancels and stops what the end of the runtime would.
  func abandonStep() { inbox.state.change { $0.insert(ExecutionState.stepAbandoned) } }

  /// Calls code of the app within a step, unless the shutdown has given up on the step: then it
  /// returns `nil`.
  @discardableResult
  func call<Result>(_ code: () -> Result) -> Result? {
    inbox.state.has(ExecutionState.stepAbandoned) ? nil : code()
  }

  /// From now on, more than the updaters see each message, so ``send(_:_:from:)`` queues it.
  func queueEveryMessage() {
    inbox.state.change { $0.insert(ExecutionState.fastPathDisabled) }
  }

  // MARK: Executing

  /// Executes jobs until none is left, or until the limit of jobs in a row is reached. Then it
  /// schedules the rest. The state says `executing` meanwhile, so no other thread can begin.
  private func execute() {
    inbox.state.enter()
    guard let loop else { return }
    var released: Loop?
    defer { if let released { withExtendedLifetime(released) {} } }
    if !hasBegun {
      hasBegun = true
      loop.begin()
    }
    var left = execution.burst
    while inbox.hasNext(gone: { released = takeLoop() }) {
      if left == 0 { return scheduleRest() }
      left -= 1
      switch inbox.next() {
      case .message(var message): loop.step(&message)
      case .task(let task): task()
      case .end(let run): loop.finished(run)
      }
    }
  }

  /// Returns the loop, which is no longer needed. It must be released without a lock, because that may run
  /// code of the app.
  private func takeLoop() -> Loop? {
    defer { loop = nil }
    return loop
  }

  private func scheduleRest() {
    inbox.state.leave()
    execution.schedule(tasks) { [self] in execute() }
  }
}

extension RuntimeCore.Job {
  /// The message as a simulation sees it; `nil` for other jobs.
  fileprivate var envelope: Envelope? {
    if case .message(let message) = self { message.envelope } else { nil }
  }
}
