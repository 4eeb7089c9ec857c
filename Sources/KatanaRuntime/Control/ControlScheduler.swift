import Katana

/// Carries out what control commands say: when, how often and how long commands run. Used inside
/// the runtime's steps only.
final class ControlScheduler: @unchecked Sendable {
  // Sendable, because it is used inside the runtime's steps only; timers come back by posting. That
  // is also why its state goes without dynamic exclusivity checks.
  let core: RuntimeCore
  private unowned let runner: CommandRunner
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  @exclusivity(unchecked) private var roots: [Run.ID: Root] = [:]
  @exclusivity(unchecked) private var leaves: [Run.ID: LeafNode] = [:]
  @exclusivity(unchecked) private var named: [ControlKey: [UInt64: NamedNode]] = [:]
  /// Those that wait for silence.
  @exclusivity(unchecked) var debounces: [ControlKey: DebounceNode] = [:]
  /// The windows of time that are open, and who waits for their end.
  @exclusivity(unchecked) var windows: [ControlKey: Window] = [:]
  @exclusivity(unchecked) var queues: [ControlKey: ControlQueue] = [:]
  /// Those whose turn has come.
  @exclusivity(unchecked) private var ready: [ControlNode] = []
  /// Whether a step starts a command. Once the shutdown is requested, none may start at other
  /// times: not because of what ends, nor because of a timer.
  @exclusivity(unchecked) private(set) var isInStep = false
  /// Whether nothing waits for its time any more, and nothing is tried again.
  private(set) var isFinishing = false

  /// What names mean besides, in the order of its beginning: consequences that go on.
  @exclusivity(unchecked) var consequences: [ControlKey: [CompletionTracker]] = [:]

  private struct Root {
    var node: ControlNode
    var command: any Command
  }

  struct Window {
    let timer: ScheduledAction?
    /// When it ends, in the runtime's time.
    let end: Duration
    var waiting: ThrottleNode?
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
    let node = make(command, at: place)
    let id = Run.ID.next()
    node.rootID = id
    roots[id] = Root(node: node, command: command)
    place.scope?.controls.insert(id)
    place.tracker?.began(id, ValueName(leaf(of: command)))
    isInStep = true
    lead { node.begin() }
    isInStep = false
  }

  /// Lets an event have all its consequences, then those take their turn for whom it made room.
  ///
  /// Not before: what a cancellation makes room for may be cancelled by it too, and must not start.
  private func lead(_ event: () -> Void) {
    event()
    while !ready.isEmpty {
      var all: [ControlNode] = []
      swap(&all, &ready)
      for node in all where !node.isOver { node.turnCame() }
    }
  }

  func takeTurnLater(_ node: ControlNode) { ready.append(node) }

  /// The node of a command expression, not begun yet.
  func make(_ command: any Command, at place: CommandPlace) -> ControlNode {
    // Asked first, and by comparing types: each cast of the switch takes a tenth of the whole.
    if runner.hasInterpreter(for: command) { return LeafNode(command, place, self) }
    if let controlled = command.exactly(ControlledCommand.self) {
      return make(controlled.control, of: controlled.content, at: place)
    }
    return switch command {
    case let wrapper as any AddressWrapper: make(wrapper.content, at: runner.enter(wrapper, place))
    case let sequence as Sequential: SequenceNode(sequence.commands, place, self)
    case let group as Concurrent: GroupNode(group, place, self)
    case let race as Race: RaceNode(race.commands, place, self)
    case let cancel as Cancel:
      CancelNode(cancel.id, cancel.sparesWhatRuns ? .cancelWaiting : .cancel, place, self)
    case let flush as Flush: CancelNode(flush.id, .flush, place, self)
    default: LeafNode(command, place, self)
    }
  }

  private func make(
    _ control: Control, of content: any Command, at place: CommandPlace
  ) -> ControlNode {
    switch control {
    case .cancellable(let id, let cancelsInFlight, let withConsequences):
      CancellableNode(
        id, cancelsInFlight: cancelsInFlight, withConsequences: withConsequences, content, place,
        self)
    case .delayed(let duration): DelayNode(duration, content, place, self)
    case .debounced(let id, let duration): DebounceNode(id, duration, content, place, self)
    case .throttled(let id, let duration, let throttling):
      ThrottleNode(id, duration, throttling, content, place, self)
    case .timeout(let duration, let message):
      TimeoutNode(duration, message, content, place, self)
    case .retried(let retry): RetryNode(retry, content, place, self)
    case .onFailure(let message): FailureNode({ _ in message }, content, place, self)
    case .onFailureReply(let reply): FailureNode({ reply($0) }, content, place, self)
    case .queued(let id, let policy): QueueNode(id, policy, content, place, self)
    }
  }

  /// Starts what waits for its time at once, also from now on.
  func finish() {
    isFinishing = true
    let waiting = roots.sorted { $0.key < $1.key }.flatMap { $0.value.node.timed }
    lead { for node in waiting where node.isTimed { node.timeIsUp() } }
    for window in windows.values { window.timer?.cancel() }
    windows = [:]
  }

  /// Starts at once what waits for its time under an id.
  func flush(_ id: CancelID, in place: CommandPlace) {
    for node in nodes(id, in: place) { flush(node) }
  }

  private func flush(_ node: ControlNode) {
    for waiting in node.timed where waiting.isTimed {
      waiting.startNow()
      flush(waiting)
    }
  }

  // MARK: Ends

  /// A control command has ended.
  func ended(_ node: ControlNode, _ outcome: ControlNode.Outcome) {
    guard let id = node.rootID, roots.removeValue(forKey: id) != nil else { return }
    node.place.scope?.controls.remove(id)
    if case .failed(let failure) = outcome {
      node.place.tracker?.failed(failure)
      core.report(
        .interpreterThrew(
          command: failure.command.fullName, error: failure.error,
          cause: core.chain(of: node.place.cause)))
    }
    node.place.tracker?.ended(id)
  }

  /// Ends everything, silently, when the runtime ends.
  func stopAll() {
    let all = roots.values.map(\.node).sorted { $0.number < $1.number }
    roots = [:]
    for node in all { node.silence() }
    for window in windows.values { window.timer?.cancel() }
    for queue in queues.values { queue.watch?.timer.cancel() }
    (windows, queues, debounces, consequences, ready) = ([:], [:], [:], [:], [])
  }

  /// Cancels all control commands, and closes the windows of time. What comes later runs.
  func cancelAll() {
    let all = roots.values.map(\.node).sorted { $0.number < $1.number }
    lead { for node in all { node.end(.cancelled) } }
    for window in windows.values { window.timer?.cancel() }
    windows = [:]
  }

  /// Cancels all control commands of a child that is gone.
  func cancelAll(of life: ScopeLifetime) {
    var own: [ControlNode] = []
    if life.isInCommandsOfOthers {
      for root in roots.values { collect(&own, in: root.node, of: life) }
    } else {
      for id in life.controls {
        if let root = roots[id] { collect(&own, in: root.node, of: life) }
      }
    }
    own.sort { $0.number < $1.number }
    for node in own { node.end(.cancelled) }
  }

  private func collect(_ own: inout [ControlNode], in node: ControlNode, of life: ScopeLifetime) {
    if node.isOver { return }
    if node.place.scope === life { return own.append(node) }
    for part in node.parts { collect(&own, in: part, of: life) }
  }

  /// Whether control commands go on, apart from those that these runs are part of.
  func hasCommands(except callers: Set<Run.ID>) -> Bool {
    let own = Set(
      callers.compactMap { leaves[$0] }.compactMap { leaf in
        sequence(first: leaf as ControlNode, next: \.parent).reduce(leaf) { $1 }.rootID
      })
    return roots.keys.contains { !own.contains($0) }
  }

  // MARK: Names

  func register(_ node: NamedNode) {
    named[node.key, default: [:]][node.number] = node
  }

  func unregister(_ node: NamedNode) {
    guard named[node.key]?.removeValue(forKey: node.number) != nil else { return }
    if named[node.key]?.isEmpty == true { named[node.key] = nil }
  }

  /// Cancels all that has a name, but for what something is a part of.
  func cancel(_ key: ControlKey, sparing part: ControlNode) {
    for node in oldestFirst(named[key]) where !part.isInside(node) {
      let consequences = (node as? CancellableNode)?.consequences
      if let consequences, part.place.tracker?.isPart(of: consequences) == true { continue }
      node.end(.cancelled)
    }
    cancelConsequences(of: key) { part.place.tracker?.isPart(of: $0) != true }
  }

  /// Cancels all that has an id in a child, or in all children that a place means.
  func cancel(_ id: CancelID, in place: CommandPlace, sparingWhatRuns: Bool) {
    for node in nodes(id, in: place) where !sparingWhatRuns || !node.hasStarted {
      node.end(.cancelled)
    }
    if sparingWhatRuns || consequences.isEmpty { return }
    for key in keys(id, in: place) { cancelConsequences(of: key) { _ in true } }
  }

  private func nodes(_ id: CancelID, in place: CommandPlace) -> [NamedNode] {
    if named.isEmpty { return [] }
    return keys(id, in: place).flatMap { oldestFirst(named[$0]) }.sorted { $0.number < $1.number }
  }

  /// What an id means in a child, or in all children that a place means.
  private func keys(_ id: CancelID, in place: CommandPlace) -> [ControlKey] {
    let lives = runner.lives(in: place).filter { $0 !== place.scope }
    return [ControlKey(id, of: place.scope)] + lives.map { ControlKey(id, of: $0) }
  }

  private func cancelConsequences(of key: ControlKey, where isMeant: (CompletionTracker) -> Bool) {
    guard let all = consequences[key] else { return }
    consequences[key] = all.filter { !isMeant($0) }
    for tracker in all where isMeant(tracker) {
      tracker.isCancelled = true
      for id in tracker.pendingIDs {
        if let root = roots[id]?.node {
          root.end(.cancelled)
        } else if leaves[id] == nil {
          runner.cancelRun(id)
        }
      }
    }
  }

  /// Whether a name means the consequences that something is among already.
  func means(_ key: ControlKey, consequencesWith tracker: CompletionTracker?) -> Bool {
    guard let tracker else { return false }
    return consequences[key]?.contains { tracker.isPart(of: $0) } == true
  }

  /// Some consequences of a name have ended.
  func forgetConsequences(of key: ControlKey) {
    consequences[key]?.removeAll(where: \.isOver)
    if consequences[key]?.isEmpty == true { consequences[key] = nil }
  }

  /// The oldest first: so the whole is cancelled before its parts, whose ends could make it fail
  /// instead.
  private func oldestFirst(_ nodes: [UInt64: NamedNode]?) -> [NamedNode] {
    nodes?.values.sorted { $0.number < $1.number } ?? []
  }

  // MARK: Time

  func schedule(
    _ node: WrapperNode, number: Int, after duration: Duration
  ) -> ScheduledAction {
    core.schedule(after: duration) {
      guard !node.isOver, node.timerNumber == number else { return }
      node.controls.lead { node.timerFired() }
    }
  }

  func openWindow(for node: ThrottleNode) {
    let key = node.key
    let timer =
      isFinishing
      ? nil : core.schedule(after: node.duration) { [weak self] in self?.endWindow(key) }
    windows[key] = Window(timer: timer, end: core.clock.now + node.duration)
  }

  private func endWindow(_ key: ControlKey) {
    guard let waiting = windows.removeValue(forKey: key)?.waiting else { return }
    openWindow(for: waiting)
    lead { waiting.turnCame() }
  }

  // MARK: Runs

  func startRun(of leaf: LeafNode) {
    let mayStart = isInStep || !core.isClosed
    guard mayStart, let run = runner.startRun(of: leaf) else { return leaf.end(.cancelled) }
    leaves[run] = leaf
    hasStarted(leaf)
  }

  /// Tells all that a command is part of that it has been started.
  private func hasStarted(_ leaf: LeafNode) {
    var outer = leaf.parent
    while let node = outer {
      node.hasStarted = true
      if node is RaceNode { leaf.run?.isInRace = true }
      outer = node.parent
    }
    QueueNode.keepPlaces(for: leaf)
  }

  /// A message of a command in a race is about to be handled.
  func isHeard(from run: Run.ID) {
    guard var node = leaves[run] as ControlNode? else { return }
    // From left to right, as if races inside of races were one.
    var (before, after): ([ControlNode], [ControlNode]) = ([], [])
    while let outer = node.parent {
      if let losers = (outer as? RaceNode)?.losers(to: node) {
        before = losers.before + before
        after += losers.after
      }
      node = outer
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
    retry.keep(LeafNode(message, about: command, leaf.place, self))
    return true
  }

  /// The control commands that have not ended, in the order of their start; for tests.
  var commands: [(id: Run.ID, command: any Command)] {
    roots.sorted { $0.key < $1.key }.map { ($0.key, $0.value.command) }
  }

  /// What waits for its time or its turn, in the order of its start; for tests.
  var waitingCommands: [WaitingCommand] {
    roots.sorted { $0.key < $1.key }.flatMap { _, root in
      root.node.waitingCommands(of: root.command)
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
      QueueNode.leavePlaces(of: leaf)
      leaf.runEnded()
    }
  }
}
