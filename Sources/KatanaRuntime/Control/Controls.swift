import Katana

/// Carries out what control commands say: when, how often and how long commands run. Used inside
/// the runtime's steps only.
final class Controls: @unchecked Sendable {
  // Sendable, because it is used inside the runtime's steps only; timers come back by posting. That
  // is also why its state goes without dynamic exclusivity checks.
  let core: RuntimeCore
  private unowned let runner: CommandRunner
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  @exclusivity(unchecked) private var roots: [Run.ID: Root] = [:]
  @exclusivity(unchecked) private var leaves: [Run.ID: LeafActivity] = [:]
  @exclusivity(unchecked) private var named: [ControlKey: [UInt64: NamedActivity]] = [:]
  /// Those that wait for silence.
  @exclusivity(unchecked) var debounces: [ControlKey: DebounceActivity] = [:]
  /// The windows of time that are open, and who waits for their end.
  @exclusivity(unchecked) var windows: [ControlKey: Window] = [:]
  @exclusivity(unchecked) var queues: [ControlKey: ControlQueue] = [:]
  /// Those whose turn has come.
  @exclusivity(unchecked) private var ready: [Activity] = []
  /// Whether a step starts a command. Once the shutdown is requested, none may start at other
  /// times: not because of what ends, nor because of a timer.
  @exclusivity(unchecked) private(set) var isInStep = false
  /// Whether nothing waits for its time any more, and nothing is tried again.
  private(set) var isFinishing = false

  /// What names mean besides, in the order of its beginning: consequences that go on.
  @exclusivity(unchecked) var consequences: [ControlKey: [Settlement]] = [:]

  private struct Root {
    var activity: Activity
    var command: any Command
  }

  struct Window {
    let timer: ScheduledAction?
    /// When it ends, in the runtime's time.
    let end: Duration
    var waiting: ThrottleActivity?
  }

  init(core: RuntimeCore, runner: CommandRunner) {
    self.core = core
    self.runner = runner
  }

  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Begins a control command that an update has returned.
  func start(_ command: any Command, at place: CommandPlace) {
    let activity = make(command, at: place)
    let id = Run.ID.next()
    activity.rootID = id
    roots[id] = Root(activity: activity, command: command)
    place.scope?.controls.insert(id)
    place.settlement?.began(id, ValueName(leaf(of: command)))
    isInStep = true
    lead { activity.begin() }
    isInStep = false
  }

  /// Lets an event have all its consequences, then those take their turn for whom it made room.
  ///
  /// Not before: what a cancellation makes room for may be cancelled by it too, and must not start.
  private func lead(_ event: () -> Void) {
    event()
    while !ready.isEmpty {
      var all: [Activity] = []
      swap(&all, &ready)
      for activity in all where !activity.isOver { activity.turnCame() }
    }
  }

  func takeTurnLater(_ activity: Activity) { ready.append(activity) }

  /// The activity of a command expression, not begun yet.
  func make(_ command: any Command, at place: CommandPlace) -> Activity {
    // Asked first, and by comparing types: each cast of the switch takes a tenth of the whole.
    if runner.hasInterpreter(for: command) { return LeafActivity(command, place, self) }
    if let controlled = command.exactly(ControlledCommand.self) {
      return make(controlled.control, of: controlled.content, at: place)
    }
    return switch command {
    case let wrapper as any AddressWrapper: make(wrapper.content, at: runner.enter(wrapper, place))
    case let sequence as Sequential: SequenceActivity(sequence.commands, place, self)
    case let group as Concurrent: GroupActivity(group, place, self)
    case let race as Race: RaceActivity(race.commands, place, self)
    case let cancel as Cancel:
      CancelActivity(cancel.id, cancel.sparesWhatRuns ? .cancelWaiting : .cancel, place, self)
    case let flush as Flush: CancelActivity(flush.id, .flush, place, self)
    default: LeafActivity(command, place, self)
    }
  }

  private func make(
    _ control: Control, of content: any Command, at place: CommandPlace
  ) -> Activity {
    switch control {
    case .cancellable(let id, let cancelsInFlight, let withConsequences):
      CancellableActivity(
        id, cancelsInFlight: cancelsInFlight, withConsequences: withConsequences, content, place,
        self)
    case .delayed(let duration): DelayActivity(duration, content, place, self)
    case .debounced(let id, let duration): DebounceActivity(id, duration, content, place, self)
    case .throttled(let id, let duration, let throttling):
      ThrottleActivity(id, duration, throttling, content, place, self)
    case .timeout(let duration, let message):
      TimeoutActivity(duration, message, content, place, self)
    case .retried(let retry): RetryActivity(retry, content, place, self)
    case .onFailure(let message): FailureActivity({ _ in message }, content, place, self)
    case .onFailureReply(let reply): FailureActivity({ reply($0) }, content, place, self)
    case .queued(let id, let policy): QueueActivity(id, policy, content, place, self)
    }
  }

  /// Starts what waits for its time at once, also from now on.
  func finish() {
    isFinishing = true
    let waiting = roots.sorted { $0.key < $1.key }.flatMap { $0.value.activity.timed }
    lead { for activity in waiting where activity.isTimed { activity.timeIsUp() } }
    for window in windows.values { window.timer?.cancel() }
    windows = [:]
  }

  /// Starts at once what waits for its time under an id.
  func flush(_ id: CancelID, in place: CommandPlace) {
    for activity in activities(id, in: place) { flush(activity) }
  }

  private func flush(_ activity: Activity) {
    for waiting in activity.timed where waiting.isTimed {
      waiting.startNow()
      flush(waiting)
    }
  }

  // MARK: Ends

  /// A control command has ended.
  func ended(_ activity: Activity, _ outcome: Activity.Outcome) {
    guard let id = activity.rootID, roots.removeValue(forKey: id) != nil else { return }
    activity.place.scope?.controls.remove(id)
    if case .failed(let failure) = outcome {
      activity.place.settlement?.failed(failure)
      core.report(
        .interpreterThrew(
          command: failure.command.fullName, error: failure.error,
          cause: core.chain(of: activity.place.cause)))
    }
    activity.place.settlement?.ended(id)
  }

  /// Ends everything, silently, when the runtime ends.
  func stopAll() {
    let all = roots.values.map(\.activity).sorted { $0.number < $1.number }
    roots = [:]
    for activity in all { activity.silence() }
    for window in windows.values { window.timer?.cancel() }
    for queue in queues.values { queue.watch?.timer.cancel() }
    (windows, queues, debounces, consequences, ready) = ([:], [:], [:], [:], [])
  }

  /// Cancels all control commands, and closes the windows of time. What comes later runs.
  func cancelAll() {
    let all = roots.values.map(\.activity).sorted { $0.number < $1.number }
    lead { for activity in all { activity.end(.cancelled) } }
    for window in windows.values { window.timer?.cancel() }
    windows = [:]
  }

  /// Cancels all control commands of a child that is gone.
  func cancelAll(of life: OpenScope) {
    var own: [Activity] = []
    if life.isInCommandsOfOthers {
      for root in roots.values { collect(&own, in: root.activity, of: life) }
    } else {
      for id in life.controls {
        if let root = roots[id] { collect(&own, in: root.activity, of: life) }
      }
    }
    own.sort { $0.number < $1.number }
    for activity in own { activity.end(.cancelled) }
  }

  private func collect(_ own: inout [Activity], in activity: Activity, of life: OpenScope) {
    if activity.isOver { return }
    if activity.place.scope === life { return own.append(activity) }
    for part in activity.parts { collect(&own, in: part, of: life) }
  }

  /// Whether control commands go on, apart from those that these runs are part of.
  func hasCommands(except callers: Set<Run.ID>) -> Bool {
    let own = Set(
      callers.compactMap { leaves[$0] }.compactMap { leaf in
        sequence(first: leaf as Activity, next: \.parent).reduce(leaf) { $1 }.rootID
      })
    return roots.keys.contains { !own.contains($0) }
  }

  // MARK: Names

  func register(_ activity: NamedActivity) {
    named[activity.key, default: [:]][activity.number] = activity
  }

  func unregister(_ activity: NamedActivity) {
    guard named[activity.key]?.removeValue(forKey: activity.number) != nil else { return }
    if named[activity.key]?.isEmpty == true { named[activity.key] = nil }
  }

  /// Cancels all that has a name, but for what something is a part of.
  func cancel(_ key: ControlKey, sparing part: Activity) {
    for activity in oldestFirst(named[key]) where !part.isInside(activity) {
      let consequences = (activity as? CancellableActivity)?.consequences
      if let consequences, part.place.settlement?.isPart(of: consequences) == true { continue }
      activity.end(.cancelled)
    }
    cancelConsequences(of: key) { part.place.settlement?.isPart(of: $0) != true }
  }

  /// Cancels all that has an id in a child, or in all children that a place means.
  func cancel(_ id: CancelID, in place: CommandPlace, sparingWhatRuns: Bool) {
    for activity in activities(id, in: place) where !sparingWhatRuns || !activity.hasStarted {
      activity.end(.cancelled)
    }
    if sparingWhatRuns || consequences.isEmpty { return }
    for key in keys(id, in: place) { cancelConsequences(of: key) { _ in true } }
  }

  private func activities(_ id: CancelID, in place: CommandPlace) -> [NamedActivity] {
    if named.isEmpty { return [] }
    return keys(id, in: place).flatMap { oldestFirst(named[$0]) }.sorted { $0.number < $1.number }
  }

  /// What an id means in a child, or in all children that a place means.
  private func keys(_ id: CancelID, in place: CommandPlace) -> [ControlKey] {
    let lives = runner.lives(in: place).filter { $0 !== place.scope }
    return [ControlKey(id, of: place.scope)] + lives.map { ControlKey(id, of: $0) }
  }

  private func cancelConsequences(of key: ControlKey, where isMeant: (Settlement) -> Bool) {
    guard let all = consequences[key] else { return }
    consequences[key] = all.filter { !isMeant($0) }
    for settlement in all where isMeant(settlement) {
      settlement.isCancelled = true
      for id in settlement.pendingIDs {
        if let root = roots[id]?.activity {
          root.end(.cancelled)
        } else if leaves[id] == nil {
          runner.cancelRun(id)
        }
      }
    }
  }

  /// Whether a name means the consequences that something is among already.
  func means(_ key: ControlKey, consequencesWith settlement: Settlement?) -> Bool {
    guard let settlement else { return false }
    return consequences[key]?.contains { settlement.isPart(of: $0) } == true
  }

  /// Some consequences of a name have ended.
  func forgetConsequences(of key: ControlKey) {
    consequences[key]?.removeAll(where: \.isOver)
    if consequences[key]?.isEmpty == true { consequences[key] = nil }
  }

  /// The oldest first: so the whole is cancelled before its parts, whose ends could make it fail
  /// instead.
  private func oldestFirst(_ activities: [UInt64: NamedActivity]?) -> [NamedActivity] {
    activities?.values.sorted { $0.number < $1.number } ?? []
  }

  // MARK: Time

  func schedule(
    _ activity: WrapperActivity, number: Int, after duration: Duration
  ) -> ScheduledAction {
    core.schedule(after: duration) {
      guard !activity.isOver, activity.timerNumber == number else { return }
      activity.controls.lead { activity.timerFired() }
    }
  }

  func openWindow(for activity: ThrottleActivity) {
    let key = activity.key
    let timer =
      isFinishing
      ? nil : core.schedule(after: activity.duration) { [weak self] in self?.endWindow(key) }
    windows[key] = Window(timer: timer, end: core.clock.now + activity.duration)
  }

  private func endWindow(_ key: ControlKey) {
    guard let waiting = windows.removeValue(forKey: key)?.waiting else { return }
    openWindow(for: waiting)
    lead { waiting.turnCame() }
  }

  // MARK: Runs

  func startRun(of leaf: LeafActivity) {
    let mayStart = isInStep || !core.isClosed
    guard mayStart, let run = runner.startRun(of: leaf) else { return leaf.end(.cancelled) }
    leaves[run] = leaf
    hasStarted(leaf)
  }

  /// Tells all that a command is part of that it has been started.
  private func hasStarted(_ leaf: LeafActivity) {
    var outer = leaf.parent
    while let activity = outer {
      activity.hasStarted = true
      if activity is RaceActivity { leaf.run?.isInRace = true }
      outer = activity.parent
    }
    QueueActivity.keepPlaces(for: leaf)
  }

  /// A message of a command in a race is about to be handled.
  func isHeard(from run: Run.ID) {
    guard var activity = leaves[run] as Activity? else { return }
    // From left to right, as if races inside of races were one.
    var (before, after): ([Activity], [Activity]) = ([], [])
    while let outer = activity.parent {
      if let losers = (outer as? RaceActivity)?.losers(to: activity) {
        before = losers.before + before
        after += losers.after
      }
      activity = outer
    }
    lead { for loser in before + after { loser.silence() } }
  }

  /// The run of a command has failed. Returns whether it is part of a control command.
  func failed(_ id: Run.ID, _ error: any Error, _ command: ValueName) -> Bool {
    // Of several errors, such as those of two tasks, the first one counts; the others are reported.
    guard let leaf = leaves[id], leaf.failure == nil else { return false }
    leaf.failure = CommandFailure(error: error, command: command)
    return true
  }

  /// A command has failed that answers with its error. Returns whether it is tried again: then the
  /// `retried` keeps the answer until the next attempt begins.
  func isTriedAgain(_ id: Run.ID, after failure: AnsweredFailure, _ command: ValueName) -> Bool {
    guard let leaf = leaves[id], leaf.failure?.isAnswered ?? true,
      let retry = leaf.retries.first(where: { $0.accepts(failure.error) })
    else { return false }
    leaf.failure =
      leaf.failure ?? CommandFailure(error: failure.error, command: command, isAnswered: true)
    let message = Send(failure.message, file: failure.file, line: failure.line)
    retry.keep(LeafActivity(message, about: command, leaf.place, self))
    return true
  }

  /// The control commands that have not ended, in the order of their start; for tests.
  var commands: [(id: Run.ID, command: any Command)] {
    roots.sorted { $0.key < $1.key }.map { ($0.key, $0.value.command) }
  }

  /// What waits for its time or its turn, in the order of its start; for tests.
  var waitingCommands: [WaitingCommand] {
    roots.sorted { $0.key < $1.key }.flatMap { _, root in
      root.activity.waitingCommands(of: root.command)
    }
  }

  /// Whether nothing goes on or waits; for tests.
  var isEmpty: Bool {
    roots.isEmpty && leaves.isEmpty && named.isEmpty && debounces.isEmpty && windows.isEmpty
      && queues.isEmpty && ready.isEmpty && consequences.isEmpty
  }

  func runEnded(_ id: Run.ID) {
    guard let leaf = leaves.removeValue(forKey: id) else { return }
    lead {
      QueueActivity.leavePlaces(of: leaf)
      leaf.runEnded()
    }
  }
}
