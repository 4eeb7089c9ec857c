import Katana
import Synchronization

/// What senders keep of their runtime, and what outlives it: takes messages from any thread, and
/// has them handled one at a time.
///
/// Three kinds of state: what is constant or guards itself; what is used with the lock held (the
/// mailbox); and what is used only by the thread that is at work, of which there is never more than
/// one ("inside"). Who that is, the gate decides. Nothing is called with the lock held.
final class Home: @unchecked Sendable {
  // Sendable, because all state belongs to one of the kinds above; who is at work changes through
  // the gate, which orders the accesses. That is also why the hottest state goes without dynamic
  // exclusivity checks, which cost 12 ns each.
  let statistics = Statistics()
  let cancellation = Cancellation()
  let clock: any RuntimeClock
  let issues: IssueHandler
  let history: History?
  let gate = Gate()
  let execution: Execution
  private let place: Execution.Place
  private let isWatched: Bool
  let tasks: (any TaskExecutor)?
  let softLimit: Int
  /// The thread that reports a message which came too late; 0 if none does.
  private let refusalReporter = Atomic<UInt>(0)
  /// The type of the app's model; `nil` where there is no app.
  let app: ObjectIdentifier?

  // With the lock held:
  private let lock = Lock()
  @exclusivity(unchecked) private var mailbox = Mailbox<Letter>()
  @exclusivity(unchecked) private var isOverLimit = false

  // Inside:
  /// What handles the messages. This and what it owns keep each other alive until the runtime is
  /// dropped: then it leaves, in order with the messages. No sender needs a weak reference, which
  /// would cost 80 ns for each message.
  @exclusivity(unchecked) private(set) var cycle: Cycle?
  /// The same without being counted; valid only while the calling thread is at work.
  @exclusivity(unchecked) private var current: Unmanaged<Cycle>?
  @exclusivity(unchecked) private var isLeaving = false
  /// Whether nothing wants to see more of a message than its update.
  @exclusivity(unchecked) private var isPlain = false
  /// The letters taken from the mailbox, in reverse order.
  @exclusivity(unchecked) private var batch: [Letter] = []
  /// What was posted from inside while nobody else had posted: it comes after the batch, and before
  /// what is in the mailbox.
  @exclusivity(unchecked) private var own: [Letter] = []

  enum Letter {
    case message(QueuedMessage)
    /// Something that must happen in order with the messages, but is none.
    case task((Cycle) -> Void)
  }

  init(
    clock: any RuntimeClock, issues: IssueHandler, history: History? = nil,
    execution: Execution = .caller, tasks: (any TaskExecutor)? = nil, softLimit: Int = .max,
    of app: Any.Type? = nil
  ) {
    self.app = app.map { ObjectIdentifier($0) }
    self.clock = clock
    self.issues = issues
    self.history = history
    self.execution = execution
    self.place = execution.place
    self.isWatched = execution.isWatched
    self.tasks = tasks
    self.softLimit = softLimit
  }

  /// Says what handles the messages; once, before anything is posted.
  func attach(_ cycle: Cycle) {
    self.cycle = cycle
    current = .passUnretained(cycle)
    isPlain = place != .elsewhere && cycle.isPlain
  }

  // MARK: Any thread

  func post(_ envelope: consuming QueuedMessage) {
    if gate.isClosed {
      if isWatched { _ = execution.isHere(posting: envelope.envelope) }
      return refuse(envelope)
    }
    if isInside { return keep(.message(envelope)) }
    if place.isHere && gate.begin() { return handle(&envelope) }
    let here = execution.isHere(posting: envelope.envelope)
    lock.lock()
    let duty = mailbox.post(.message(copy envelope), here: here, gate)
    let isOver = mailbox.count > softLimit && !isOverLimit
    if isOver { isOverLimit = true }
    lock.unlock()
    if isOver { reportOverLimit(envelope) }
    switch duty {
    case .handle: handle(&envelope)
    case .refuse: refuse(envelope)
    default: perform(duty)
    }
  }

  /// Posts something that must happen in order with the messages. False if the runtime is gone.
  @discardableResult
  func post(_ task: @escaping @Sendable (Cycle) -> Void) -> Bool {
    if isInside {
      keep(.task(task))
      return true
    }
    let here = execution.isHere(posting: nil)
    let duty = lock.withLock { mailbox.post(.task(task), here: here, gate) }
    if duty == .handle {
      gate.enter()
      if let cycle { task(cycle) }
      workOn()
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
    while gate.isExecutedElsewhere, !isDone.isGiven, ContinuousClock.now - start < .milliseconds(5)
    {
      yieldThread()
    }
    if gate.isExecutedElsewhere, isDone.give(true) { otherwise() }
  }

  /// Posts a message that somebody waits for.
  func await(_ settlement: Settlement, _ envelope: QueuedMessage) {
    guard post({ $0.add(settlement) }) else { return settlement.abandon() }
    post(envelope)
  }

  /// Whether the calling thread is at work, and what it posts need not go through the mailbox.
  private var isInside: Bool { !isWatched && gate.isMine && !gate.isPosted }

  /// Lets work begin.
  func open() {
    let here = execution.isHere(posting: nil)
    perform(lock.withLock { mailbox.open(with: .task { $0.begin() }, here: here) })
  }

  /// Refuses messages from now on, and ends after the current step.
  func requestShutdown() {
    guard gate.close() else { return }
    open()
    post { $0.shutDown() }
  }

  /// The runtime was dropped: nothing is handled after what was posted before.
  func leave() { post { $0.home.prepareToLeave() } }

  var isClosed: Bool { gate.isClosed }

  /// Nothing follows any more in the step that another thread executes.
  func abandonStep() { gate.abandonStep() }

  var isStepAbandoned: Bool { gate.isStepAbandoned }

  /// Whether work was let begin.
  var hasOpened: Bool { lock.withLock { mailbox.phase != .waiting } }

  /// A reader has copied the model.
  func endReading() { if gate.endReading() { lock.withLock { lock.wakeAll() } } }

  /// Waits while readers copy the model.
  func waitForReaders() { lock.withLock { while gate.hasReaders { lock.wait() } } }

  /// Waits while an update is at work.
  func waitForUpdate() { lock.withLock { while gate.awaitsUpdate() { lock.wait() } } }

  private func perform(_ duty: Mailbox<Letter>.Duty) {
    switch duty {
    case .none, .handle, .refuse: break
    case .drain: work()
    case .schedule:
      execution.schedule(tasks) { [self] in
        if lock.withLock({ mailbox.arrive() }) { work() }
      }
    }
  }

  // MARK: Inside

  /// From now on, each message passes through the whole step.
  func takesNoShortCuts() { isPlain = false }

  /// Handles a message that was not posted, then whatever was posted meanwhile.
  private func handle(_ envelope: inout QueuedMessage) {
    gate.enter()
    if let cycle { cycle.handle(&envelope) }
    workOn()
  }

  /// Handles a message that stands nowhere yet, at once: see `Cycle+AtOnce.swift`.
  ///
  /// - Returns: What must follow.
  func handleAtOnce(_ message: UnsafeRawPointer, _ type: ObjectIdentifier) -> AtOnce {
    guard isPlain, place.isHere, gate.beginUpdateAtOnce(), let current else { return .refused }
    // The reference is used only while this thread is at work: nobody else can release it then.
    let (outcome, isObserved) = current._withUnsafeGuaranteedRef {
      ($0.updateAtOnce(message, type), !$0.observers.isEmpty)
    }
    if outcome == .unfinished {
      endUpdate()
      return outcome
    }
    if isObserved && outcome == .done {
      endUpdate()
      current._withUnsafeGuaranteedRef { $0.observers.changed($0.model.inside) { false } }
    } else if own.isEmpty && gate.endUpdateAtOnce() {
      return outcome
    } else {
      endUpdate()
    }
    workOn()
    return outcome
  }

  /// Does what comes after ``handleAtOnce(_:_:)``, then whatever was posted meanwhile.
  func finishAtOnce(_ message: any Message) {
    cycle?.finishAtOnce(message)
    workOn()
  }

  /// Handles what was posted meanwhile, if anything was.
  private func workOn() {
    // `end` last: once nobody is at work any more, nothing of what is inside may be touched.
    if own.isEmpty && batch.isEmpty && gate.end() { return }
    work()
  }

  /// Ends an update, and wakes those who wait for that.
  func endUpdate() { if gate.endUpdate() { lock.withLock { lock.wakeAll() } } }

  /// Handles letters until there are none, or until the burst is over and the rest goes on
  /// elsewhere. The gate stays busy meanwhile, so nobody can overtake.
  private func work() {
    gate.enter()
    guard let cycle else { return }
    var count = 0
    while let letter = next() {
      guard count < execution.burst else {
        batch.append(letter)
        gate.handOver()
        return execution.schedule(tasks) { [self] in work() }
      }
      count += 1
      // Handed on, never copied: a run ends when nobody holds it, and a letter does.
      switch consume letter {
      case .message(var envelope): cycle.handle(&envelope)
      case .task(let task): task(cycle)
      }
    }
  }

  /// Keeps a letter that was posted from inside.
  private func keep(_ letter: Letter) {
    if own.count >= softLimit, case .message(let envelope) = letter {
      let isNew = lock.withLock {
        defer { isOverLimit = true }
        gate.mark()
        return !isOverLimit
      }
      if isNew { reportOverLimit(envelope) }
    }
    own.append(letter)
  }

  /// The next letter; `nil` if there is none: then nobody is at work any more, and nothing of what
  /// is inside may be touched.
  private func next() -> Letter? {
    if let letter = batch.popLast() { return letter }
    if own.count == 1 { return own.popLast() }
    if own.isEmpty {
      batch.releaseIfLarge()
      own.releaseIfLarge()
      if gate.end() || !take() { return nil }
    } else {
      swap(&batch, &own)
    }
    batch.reverse()
    return batch.popLast()
  }

  /// Takes what is in the mailbox. False if there is nothing: then nobody is at work any more.
  private func take() -> Bool {
    lock.withLock {
      mailbox.take(into: &batch)
      if batch.isEmpty {
        endWork()
        return false
      }
      // What is left to do at the end of the work needs the lock: then the work must not end
      // without it.
      if !isOverLimit && !isLeaving { gate.unmark() }
      return true
    }
  }

  /// With the lock held, and nothing in the mailbox.
  private func endWork() {
    isOverLimit = false
    if isLeaving {
      mailbox.end()
      gate.markGone()
      // `work` keeps it for as long as it needs it.
      (cycle, current) = (nil, nil)
    }
    gate.release()
  }

  private func prepareToLeave() {
    isLeaving = true
    lock.withLock { gate.mark() }
  }
}

extension Home {
  func report(_ issue: RuntimeIssue) { issues(issue) }

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
