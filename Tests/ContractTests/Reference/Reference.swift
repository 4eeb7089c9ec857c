import KatanaRuntime

/// The contract, once more, as the simplest program: one thread, no executors, no locks.
///
/// It is told everything that happens in a run, in order. From what comes from outside it works out
/// what the runtime must do next, and compares. All waits in one queue: messages, ends of commands,
/// times. The extensions say what one step is, how commands are controlled, and what is declared.
final class Reference {
  /// What waits for its turn.
  enum Job {
    case begin
    case message(Sent)
    case failed(Run)
    case finished(Run, Node)
    /// A delayed command goes on.
    case time(Node)
    case end
  }

  /// What must happen next: an event, or something of the reference's own in between.
  enum Next {
    case event(Event)
    case then(() -> Void)
  }

  let program: Program
  private(set) var violation: String?
  private var jobs: [Job] = [.begin]
  private var next: [Next] = []
  private(set) var current: Job?
  private var isWorking = false
  private var isOpen = false
  var isClosing = false
  var hasBegun = false
  var hasEnded = false

  var model = AppModel()
  var counts = Counts()
  var deferred: Set<ID> = []
  var lives: [Place: Life] = [:]
  /// The lives that have ended in the step that is going on.
  var ended: [Place: Life] = [:]
  /// Whether commands of a step are started.
  var isInStep = false
  var nodeCount = 0
  var runs: [ID: Run] = [:]
  /// Commands that are carried out, in the order of their start.
  var roots: [Node] = []
  /// What the clock was asked for.
  var timers: [Node] = []
  var named: [Name: [Node]] = [:]
  var queues: [Name: Queue] = [:]
  /// What is cancelled with its consequences, the oldest first.
  var origins: [Origin] = []
  /// Those whose turn in a queue has come.
  var ready: [Node] = []
  var declarations: [Declaration] = []
  /// The same, as the root, the rows and the sheet declare them.
  var lists: [[Declaration]] = [[], [], []]
  var instances: [FeedKey: Instance] = [:]
  var feedCount = 0
  /// What each event of a feed must still be turned into.
  var emissions: [Int: [(Declaration, FeedSpec)]] = [:]
  var conflicts: Set<FeedKey> = []
  var mustReportConflict = false
  var hasReportedConflict = false
  private var hasReportedRefusal = false

  init(_ program: Program) { self.program = program }

  func fail(_ text: String) { violation = violation ?? text }

  /// Adds something that the runtime must do now.
  func expect(_ event: Event) { next.append(.event(event)) }
  /// The same, before all else that it must do.
  func expectNow(_ event: Event) { next.insert(.event(event), at: 0) }
  func then(_ action: @escaping () -> Void) { next.append(.then(action)) }

  func take(_ event: Event) {
    guard violation == nil else { return }
    if !hear(event) { compare(event) }
  }

  /// Puts something into the queue; an idle runtime of the caller's thread takes it at once.
  func post(_ job: Job) {
    jobs.append(job)
    if isOpen && !program.isSerial && !isWorking { work() }
  }

  func open() {
    guard !isOpen else { return }
    isOpen = true
    if !program.isSerial { work() }
  }

  /// What comes from outside is refused from now on.
  func close() {
    guard !isClosing else { return }
    isClosing = true
    open()
    post(.end)
  }

  /// A message from the outside is refused, and that is reported at once, for the one place in the
  /// source that sends all of them once.
  func refuseFromOutside() {
    counts.lost += 1
    if hasReportedRefusal { return }
    hasReportedRefusal = true
    next.insert(.event(.reported(.dispatchAfterShutdown)), at: 0)
  }

  /// Something else gets its turn: nothing that must happen is left.
  func turn(isSerial: Bool) {
    if case .event(let event)? = next.first { fail("this did not happen: \(event)") }
    if isSerial && isOpen { work() }
  }

  private func compare(_ event: Event) {
    if event == .reported(.conflictingSubscriptions) {
      hasReportedConflict = true
      return
    }
    guard case .event(let expected)? = next.first else { return fail("unexpected: \(event)") }
    if event != expected { return fail("  expected: \(expected)\n  happened: \(event)") }
    next.removeFirst()
    if case .returned(let id) = event, let run = runs[id] {
      run.hasReturned = true
      finishIfDone(run)
    }
    goOn()
  }

  private func work() {
    isWorking = true
    goOn()
  }

  private func goOn() {
    while true {
      while case .then(let action)? = next.first {
        next.removeFirst()
        action()
      }
      guard next.isEmpty else { return }
      if let job = current {
        current = nil
        complete(job)
        continue
      }
      guard isWorking, !jobs.isEmpty else { return isWorking = false }
      let job = jobs.removeFirst()
      current = job
      handle(job)
    }
  }

  private func handle(_ job: Job) {
    switch job {
    case .begin: begin()
    case .message(let message): handle(message)
    case .failed(let run): failed(run)
    case .finished(let run, let leaf):
      leavePlaces(of: run)
      end(leaf, !run.hasFailed ? .finished : run.isAnswered ? .answered : .failed)
      takeTurns()
    case .time(let node):
      if !node.isOver { begin(content: node) }
      takeTurns()
    case .end: end()
    }
  }

  private func complete(_ job: Job) {
    checkConflicts()
    switch job {
    case .failed(let run): isDone(run)
    case .message(let message): if case .run(let run) = message.sender { isDone(run) }
    default: break
    }
  }

  private func isDone(_ run: Run) {
    run.waiting -= 1
    finishIfDone(run)
  }

  /// What must hold when nothing is left to happen.
  func checkRest() {
    turn(isSerial: false)
    if !jobs.isEmpty && isOpen { fail("\(jobs.count) jobs were not done") }
  }

  /// What must hold when the runtime has ended and nothing is left to happen.
  func checkEnd(_ statistics: Statistics) {
    for run in runs.values where !run.hasEnded { fail("\(run.id) has not ended") }
    for run in runs.values where run.mustHearOfCancellation {
      fail("\(run.id) was not told of its cancellation")
    }
    let real = Counts(statistics)
    if real != counts { fail("  expected: \(counts)\n  counted:  \(real)") }
  }
}

/// What became of the messages.
struct Counts: Equatable {
  var handled = 0
  var lost = 0
  var silenced = 0
  var gone = 0
  var superseded = 0
  var intercepted = 0

  init() {}

  init(_ statistics: Statistics) {
    handled = statistics.handled
    lost = statistics.lost
    silenced = statistics.silenced
    gone = statistics.gone
    superseded = statistics.superseded
    intercepted = statistics.intercepted
  }
}
