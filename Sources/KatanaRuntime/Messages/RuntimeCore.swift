import Katana
import Synchronization

/// Accepts messages from any thread and lets one thread at a time handle them. Senders keep a
/// reference to it, so it may outlive its runtime.
///
/// Its state is of three kinds: constant, or guarding itself; used with the lock held; used only by
/// the thread that executes, of which there is never more than one. ``state`` says which that is.
/// Nothing is called with the lock held.
final class RuntimeCore: @unchecked Sendable {
  // Sendable, because all state is of one of the kinds above; the executing thread changes through
  // `state`, which orders the accesses. That is also why the hottest state goes without dynamic
  // exclusivity checks, which cost 12 ns each.
  let statistics = Statistics()
  let clock: any RuntimeClock
  let issues: IssueHandler
  let history: History?
  /// What tells the listeners; `nil` without any. Constant once the runtime is made.
  private(set) var events: EventHub?
  let state = SharedExecutionState()
  let execution: Execution
  private let place: Execution.Place
  private let isWatched: Bool
  /// Whether a message needs no queue although listeners are told of it. Constant, as `events` is.
  private var tellsAtOnce = false
  let tasks: (any TaskExecutor)?
  let softLimit: Int
  /// What finds the updaters of a message; `nil` where there is no app.
  let router: Router?
  /// The type of the app's model; `nil` where there is no app.
  let app: ObjectIdentifier?
  /// Guards what interpreters may ask of their runs from any thread. One lock for all runs, because
  /// few ask, and a lock for each would cost every command two allocations.
  let runLock = Lock()
  /// The thread that reports a message which came too late; 0 if none does.
  private let refusalReporter = Atomic<UInt>(0)

  // With the lock held:
  private let lock = Lock()
  /// Jobs from threads that do not execute.
  @exclusivity(unchecked) private var posted: [Job] = []
  @exclusivity(unchecked) private var isOverLimit = false

  // By the thread that executes:
  /// What handles the messages. This and what it owns keep each other alive until the runtime is
  /// dropped: then it leaves, in order with the messages. No sender needs a weak reference, which
  /// would cost 80 ns for each message.
  @exclusivity(unchecked) private(set) var cycle: Cycle?
  /// The same without being counted; valid only while the calling thread executes.
  @exclusivity(unchecked) private var current: Unmanaged<Cycle>?
  @exclusivity(unchecked) private var isLeaving = false
  /// The jobs to execute first, in reverse order.
  @exclusivity(unchecked) private var next: [Job] = []
  /// Jobs that steps have posted: executed after `next`, before `posted`.
  @exclusivity(unchecked) private var local: [Job] = []

  enum Job {
    case message(QueuedMessage)
    /// Something that must happen in order with the messages, but is none.
    case task((Cycle) -> Void)
  }

  init(
    clock: any RuntimeClock, issues: IssueHandler, history: History? = nil,
    execution: Execution = .caller, tasks: (any TaskExecutor)? = nil, softLimit: Int = .max,
    router: Router? = nil
  ) {
    self.router = router
    self.app = router.map { ObjectIdentifier($0.model) }
    self.clock = clock
    self.issues = issues
    self.history = history
    self.execution = execution
    self.place = execution.place
    self.isWatched = execution.isWatched
    self.tasks = tasks
    self.softLimit = softLimit
  }

  /// Says what handles the messages and who listens; once, before anything is posted.
  func attach<AppModel: Model>(
    _ cycle: Cycle, _ listeners: [EventListener], modelType: AppModel.Type
  ) {
    self.cycle = cycle
    current = .passUnretained(cycle)
    let listeners = (history.map { [$0.listener] } ?? []) + listeners
    if !listeners.isEmpty {
      events = EventHub(listeners, to: ListenedRuntime(cycle.model, of: modelType, clock))
      tellsAtOnce = place != .elsewhere && cycle.isPlain
    }
    if place == .elsewhere || !cycle.isPlain || events != nil { takeWholeSteps() }
  }

  // MARK: Posting, by any thread

  /// Handles a message of the app itself before the call returns, if nobody executes, this thread
  /// may, and nothing wants to see more of the message than its update. False if it must be posted.
  @inline(__always)
  func handleAtOnce(_ message: UnsafeRawPointer, _ type: any Message.Type) -> Bool {
    guard place.isHere, let route = routeWithoutBox(of: type), state.beginWithUpdate(), let current
    else { return false }
    // The reference is used only while this thread executes: nobody else can release it then.
    let isUpdating = current._withUnsafeGuaranteedRef {
      $0.handleAtOnce(MessageInPlace(message, type), route)
    }
    if isUpdating {
      if local.isEmpty && state.endWithUpdate() { return true }
      endUpdate()
    }
    executeRest()
    return true
  }

  /// The same for a runtime with listeners.
  func tellAtOnce(
    _ message: UnsafeRawPointer, _ type: any Message.Type, from sender: Sender,
    file: StaticString, line: UInt
  ) -> Bool {
    guard tellsAtOnce, place.isHere, let events, let route = routeWithoutBox(of: type),
      state.begin(), let current
    else { return false }
    current._withUnsafeGuaranteedRef { cycle in
      if cycle.finishing.hasBegun {
        var queued = QueuedMessage(
          MessageInPlace(message, type).value, from: sender, file: file, line: line)
        cycle.handle(&queued)
      } else {
        withUnsafePointer(to: SendPlace(sender, file, line)) {
          cycle.tellAtOnce(events, MessageInPlace(message, type), route, $0)
        }
      }
    }
    executeRest()
    return true
  }

  /// The route of a message type whose updaters need no box around the message.
  @inline(__always)
  private func routeWithoutBox(of type: any Message.Type) -> Unmanaged<Route>? {
    guard let route = router?.routes.byType.route(of: ObjectIdentifier(type)),
      route._withUnsafeGuaranteedRef({ $0.isRaw })
    else { return nil }
    return route
  }

  /// Posts a message, which this thread handles before the call returns if it may and nobody else
  /// executes.
  func post(_ message: consuming QueuedMessage) {
    if state.has(ExecutionState.closed) {
      if isWatched { _ = execution.isHere(posting: message.envelope) }
      return refuse(message)
    }
    if isLocal { return postLocally(.message(message)) }
    if place.isHere && state.begin() { return handle(&message) }
    let here = execution.isHere(posting: message.envelope)
    lock.lock()
    let duty = state.change { $0.post(here: here) }
    if duty.isQueued { posted.append(.message(copy message)) }
    let isOver = posted.count > softLimit && !isOverLimit
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

  /// Posts something that must happen in order with the messages. False if the runtime is gone.
  @discardableResult
  func post(_ task: @escaping @Sendable (Cycle) -> Void) -> Bool {
    if isLocal {
      postLocally(.task(task))
      return true
    }
    let here = execution.isHere(posting: nil)
    let duty = lock.withLock {
      let duty = state.change { $0.post(here: here) }
      if duty.isQueued { posted.append(.task(task)) }
      return duty
    }
    if duty == .handle {
      state.enter()
      if let cycle { task(cycle) }
      executeRest()
    } else {
      perform(duty)
    }
    return duty != .refuse
  }

  /// Does something inside the steps, or `otherwise` on this thread if another thread executes a step
  /// that does not end within some milliseconds.
  func post(
    _ task: @escaping @Sendable (Cycle) -> Void, otherwise: @escaping @Sendable () -> Void
  ) {
    let isDone = PendingResult<Bool>()
    post { cycle in
      if isDone.give(true) { task(cycle) }
    }
    let start = ContinuousClock.now
    while state.isExecutedElsewhere, !isDone.isGiven, ContinuousClock.now - start < .milliseconds(5)
    {
      yieldThread()
    }
    if state.isExecutedElsewhere, isDone.give(true) { otherwise() }
  }

  /// Posts a message that somebody waits for.
  func await(_ tracker: CompletionTracker, _ message: QueuedMessage) {
    guard post({ $0.add(tracker) }) else { return tracker.abandon() }
    post(message)
  }

  /// Whether the calling thread executes, and nobody else has posted: then what it posts needs no
  /// lock.
  private var isLocal: Bool {
    !isWatched && state.isExecutedHere && !state.has(ExecutionState.posted)
  }

  /// Lets the execution begin.
  func start() {
    let here = execution.isHere(posting: nil)
    let duty = lock.withLock {
      let duty = state.change { $0.start(here: here) }
      if duty != nil { posted.insert(.task { $0.begin() }, at: 0) }
      return duty
    }
    if let duty { perform(duty) }
  }

  /// Refuses messages from now on, and ends after the current step.
  func requestShutdown() {
    guard state.change({ $0.insert(ExecutionState.closed) }) else { return }
    start()
    post { $0.shutDown() }
  }

  /// The runtime was dropped: nothing is handled after what was posted before.
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

  var isClosed: Bool { state.has(ExecutionState.closed) }

  var hasStarted: Bool { !state.has(ExecutionState.notStarted) }

  /// Nothing follows any more in the step that another thread executes.
  func abandonStep() { state.change { $0.insert(ExecutionState.stepAbandoned) } }

  var isStepAbandoned: Bool { state.has(ExecutionState.stepAbandoned) }

  /// From now on, each message gets an envelope before it is handled.
  func takeWholeSteps() { state.change { $0.insert(ExecutionState.wholeSteps) } }

  // MARK: Updating and reading

  /// Begins an update, as soon as no readers copy the model.
  func beginUpdate() {
    while !state.change({ $0.beginUpdate() }) {
      lock.withLock { while state.hasReaders { lock.wait() } }
    }
  }

  /// Ends an update, and wakes those who wait for that.
  func endUpdate() { if state.change({ $0.endUpdate() }) { lock.withLock { lock.wakeAll() } } }

  /// Waits while an update changes the model.
  func waitForUpdate() {
    lock.withLock { while state.change({ $0.awaitUpdate() }) { lock.wait() } }
  }

  /// A reader has copied the model.
  func endReading() {
    if state.change({ $0.endReading() }) { lock.withLock { lock.wakeAll() } }
  }

  // MARK: Executing

  /// Handles a message that was not posted, then whatever was posted meanwhile.
  private func handle(_ message: inout QueuedMessage) {
    cycle?.handle(&message)
    executeRest()
  }

  /// Executes what was posted meanwhile, if anything was.
  private func executeRest() {
    // `end` last: once nobody executes any more, nothing may be touched that only the executing
    // thread uses.
    if local.isEmpty && next.isEmpty && state.end() { return }
    execute()
  }

  /// Executes jobs until there are none, or until the burst is over and the rest goes on elsewhere.
  /// The state says "executing" meanwhile, so nobody can overtake.
  private func execute() {
    state.enter()
    guard let cycle else { return }
    var count = 0
    while let job = takeNext() {
      guard count < execution.burst else {
        next.append(job)
        state.leave()
        return execution.schedule(tasks) { [self] in execute() }
      }
      count += 1
      // Handed on, never copied: a run ends when nobody holds it, and its message does.
      switch consume job {
      case .message(var message): cycle.handle(&message)
      case .task(let task): task(cycle)
      }
    }
  }

  /// Keeps a job that a step has posted.
  @inline(__always)
  private func postLocally(_ job: consuming Job) {
    if local.count >= softLimit { checkLimit(job) }
    local.append(job)
  }

  /// Reports, once until the queues are empty, that a step has posted more than the soft limit allows.
  private func checkLimit(_ job: Job) {
    guard case .message(let message) = job else { return }
    let isNew = lock.withLock {
      defer { isOverLimit = true }
      state.change { $0.insert(ExecutionState.posted) }
      return !isOverLimit
    }
    if isNew { reportOverLimit(message) }
  }

  /// The next job. If it is `nil`, nobody executes any more, and nothing may be touched that only the
  /// executing thread uses.
  @inline(__always)
  private func takeNext() -> Job? {
    // `removeLast`, since `popLast` copies.
    if !next.isEmpty { return next.removeLast() }
    if local.count == 1 { return local.removeLast() }
    return takeMore()
  }

  /// The next job where `next` is empty and `local` does not hold exactly one.
  private func takeMore() -> Job? {
    if local.isEmpty {
      next.releaseIfLarge()
      local.releaseIfLarge()
      if state.end() || !takePosted() { return nil }
    } else {
      swap(&next, &local)
    }
    next.reverse()
    return next.removeLast()
  }

  /// Takes what other threads have posted. False if there is nothing: then nobody executes any more.
  private func takePosted() -> Bool {
    lock.withLock {
      swap(&next, &posted)
      posted.releaseIfLarge()
      if next.isEmpty {
        endExecution()
        return false
      }
      // What is left to do at the end of the execution needs the lock: then it must not end without.
      if !isOverLimit && !isLeaving { state.change { $0.remove(ExecutionState.posted) } }
      return true
    }
  }

  /// With the lock held, and nothing posted.
  private func endExecution() {
    isOverLimit = false
    // `execute` keeps the cycle for as long as it needs it.
    if isLeaving { (cycle, current) = (nil, nil) }
    state.leave()
    state.change { $0.endWithLock(isGone: isLeaving) }
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

  /// Reports a message that comes too late; not while the handler of such a report is called, which may
  /// be what sends it.
  func reportRefusal(_ issue: RuntimeIssue) {
    if refusalReporter.load(ordering: .relaxed) == currentThread { return }
    let other = refusalReporter.exchange(currentThread, ordering: .relaxed)
    defer { refusalReporter.store(other, ordering: .relaxed) }
    report(issue)
  }

  /// Does something inside the runtime's steps after a time.
  func schedule(
    after duration: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    clock.schedule(after: duration) { [self] in post { _ in action() } }
  }
}

extension Array {
  /// Gives the memory of an empty array back that was needed for a burst.
  fileprivate mutating func releaseIfLarge() { if isEmpty && capacity > 1_024 { self = [] } }
}
