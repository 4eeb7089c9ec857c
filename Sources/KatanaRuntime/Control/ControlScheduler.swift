import Katana

/// Executes control commands, which say when, how often and how long commands run. Used inside of
/// steps only.
final class ControlScheduler: @unchecked Sendable {
  // Sendable, because it is used inside of steps only; the actions of timers are posted to them.
  // For the same reason, its state needs no dynamic exclusivity checks.
  let core: RuntimeCore
  // Unmanaged, because a strong reference would be a cycle, and others take atomic operations at
  // each use. The runner owns this object, and is there in each step, and this is used inside of
  // steps only.
  private let owner: Unmanaged<CommandRunner>
  @exclusivity(unchecked) private var lastNumber: UInt64 = 0
  @exclusivity(unchecked) private var roots = RunTable<ControlNode>()
  /// The commands that have an id, by the id and the child to which they belong.
  @exclusivity(unchecked) var named = HashedTable<NamedCommands>()
  /// What follows from the current event.
  @exclusivity(unchecked) private var turns = Turns()
  /// What follows from the end of children that the current step has removed. It comes after the
  /// commands of the step, which may cancel nodes whose turn has come.
  @exclusivity(unchecked) private var turnsAfterCommands = Turns()
  /// Whether the turns are taken that come after the commands of a step.
  @exclusivity(unchecked) private(set) var isEndingStep = false
  /// Whether a step is starting a control command. After a request to shut down, commands may start
  /// only then, not because another command has ended or a timer has fired.
  @exclusivity(unchecked) private(set) var isInStep = false
  /// Whether the runtime finishes: no command waits for a timer any more, and none is retried.
  private(set) var isFinishing = false

  private struct Turns {
    /// The nodes whose turn has come.
    var nodes: [ControlNode] = []
    /// The queues that a command has left, and in which others still wait.
    var queuesToCheck: [NamedCommands] = []

    var isEmpty: Bool { nodes.isEmpty && queuesToCheck.isEmpty }
  }

  init(core: RuntimeCore, runner: CommandRunner) {
    self.core = core
    self.owner = .passUnretained(runner)
  }

  @inline(__always)
  func withRunner<Result>(_ body: (CommandRunner) -> Result) -> Result {
    owner._withUnsafeGuaranteedRef(body)
  }

  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Starts a control command that an update has returned.
  func start(_ command: any Command, _ route: CommandRoute, at context: CommandContext) {
    let node = make(command, route, at: context)
    let id = Run.ID.next()
    node.becomeRoot(id, of: command)
    roots.insert(node, for: id)
    context.tracker?.began(id, ValueName(leaf(of: command)))
    isInStep = true
    executeEvent { node.begin() }
    isInStep = false
  }

  /// Executes an event with all its consequences, then the turns that it has made possible.
  ///
  /// The order matters: a cancellation may make room in a queue for a command that it cancels too,
  /// and that must not start.
  func executeEvent(_ event: () -> Void) {
    event()
    while !turns.nodes.isEmpty {
      var nodes: [ControlNode] = []
      swap(&nodes, &turns.nodes)
      for node in nodes where !node.isOver { node.turnCame() }
    }
    // The queues of one circle are reported once.
    var reported: Set<NamedCommands> = []
    while let queue = turns.queuesToCheck.popLast() {
      if !reported.contains(queue) { reported.formUnion(reportCircle(in: queue)) }
    }
  }

  /// Lets a node take its turn after the consequences of the current event.
  func takeTurnLater(_ node: ControlNode) { turns.nodes.append(node) }

  /// Looks for a circle after the consequences of the current event.
  func reportCircleLater(in queue: NamedCommands) { turns.queuesToCheck.append(queue) }

  /// Called after the commands of a step have been started.
  func endStep() {
    if turnsAfterCommands.isEmpty { return }
    swap(&turns, &turnsAfterCommands)
    isEndingStep = true
    executeEvent {}
    isEndingStep = false
  }

  /// Creates the node of a command expression. The caller must call `begin()`.
  func make(_ command: any Command, at context: CommandContext) -> ControlNode {
    withRunner { $0.route(of: command) }._withUnsafeGuaranteedRef { make(command, $0, at: context) }
  }

  private func make(
    _ command: any Command, _ route: CommandRoute, at context: CommandContext
  ) -> ControlNode {
    switch route.kind {
    case .interpreter, .missing: return LeafNode(command, route, context, self)
    case .address:
      guard let wrapper = command as? any AddressWrapper else { break }
      return make(wrapper.content, at: withRunner { $0.enter(wrapper, context) })
    case .control:
      // By comparing types, because casts are measurable here.
      if let controlled = command.exactly(ControlledCommand.self) {
        return make(controlled.control, of: controlled.content, at: context)
      }
      if let sequence = command.exactly(Sequential.self) {
        return SequenceNode(sequence.commands, context, self)
      }
      if let group = command.exactly(Concurrent.self) { return GroupNode(group, context, self) }
      if let race = command.exactly(Race.self) { return RaceNode(race.commands, context, self) }
      if let cancel = command.exactly(Cancel.self) {
        let action = cancel.sparesWhatRuns ? CancelNode.Action.cancelWaiting : .cancel
        return CancelNode(cancel.id, action, context, self)
      }
      if let flush = command.exactly(Flush.self) {
        return CancelNode(flush.id, .flush, context, self)
      }
    }
    preconditionFailure("the route of \(type(of: command)) is that of another command")
  }

  private func make(
    _ control: Control, of content: any Command, at context: CommandContext
  ) -> ControlNode {
    switch control {
    case .cancellable(let id, let cancelsInFlight, let withConsequences):
      CancellableNode(
        id, cancelsInFlight: cancelsInFlight, withConsequences: withConsequences, content, context,
        self)
    case .delayed(let duration): DelayNode(duration, content, context, self)
    case .debounced(let id, let duration): DebounceNode(id, duration, content, context, self)
    case .throttled(let id, let duration, let throttling):
      ThrottleNode(id, duration, throttling, content, context, self)
    case .timeout(let duration, let message):
      TimeoutNode(duration, message, content, context, self)
    case .retried(let retry): RetryNode(retry, content, context, self)
    case .onFailure(let message): FailureNode(.message(message), content, context, self)
    case .onFailureReply(let reply): FailureNode(.reply(reply), content, context, self)
    case .queued(let id, let policy): QueueNode(id, policy, content, context, self)
    }
  }

  /// Ends all waiting for timers, because the runtime finishes: delayed, debounced and throttled
  /// commands start, and commands that wait for a retry fail. From now on, no command waits for a
  /// timer.
  func finish() {
    isFinishing = true
    let waiting = roots.inOrder.flatMap(\.timed)
    executeEvent { for node in waiting where node.isTimed { node.timeIsUp() } }
    cancelPeriods()
  }

  // MARK: Ends

  /// Called when a control command has ended.
  func ended(_ node: ControlNode, _ outcome: ControlNode.Outcome) {
    guard let id = node.rootID, roots.remove(id) != nil else { return }
    if case .failed(let failure) = outcome {
      node.context.tracker?.failed(failure)
      if !failure.isAnswered {
        core.report(
          .interpreterThrew(
            command: failure.command.fullName, error: failure.error,
            cause: core.chain(of: node.context.cause)))
      }
    }
    node.context.tracker?.ended(id)
    withRunner { $0.lookAtWaitingLater() }
  }

  /// Cancels a run, or the control command, with an id of a tracker.
  func cancel(_ id: Run.ID) {
    if let root = roots[id] {
      root.end(.cancelled)
    } else if let record = withRunner({ $0.record(id) }), record.leaf == nil {
      record.cancel()
    }
  }

  /// Stops all control commands without reporting their ends, because the runtime ends.
  func stopAll() {
    let all = roots.inOrder
    roots = RunTable()
    for node in all { node.silence() }
    for (_, commands) in named.all { commands.removeAll() }
    named = HashedTable()
    (turns, turnsAfterCommands) = (Turns(), Turns())
  }

  /// Cancels all control commands, and ends the periods of throttled commands. Later commands start
  /// normally.
  func cancelAll() {
    let all = roots.inOrder
    executeEvent { for node in all { node.end(.cancelled) } }
    cancelPeriods()
  }

  /// Cancels all control commands, and parts of them, that belong to children that are gone.
  func cancelAll(of lives: [ScopeLifetime]) {
    let nodes = lives.flatMap(\.controls.values).sorted { $0.number < $1.number }
    for node in nodes { node.end(.cancelled) }
    turnsAfterCommands.nodes += turns.nodes
    turnsAfterCommands.queuesToCheck += turns.queuesToCheck
    turns = Turns()
  }

  /// Returns whether control commands go on, except those that contain the given runs.
  func hasCommands(except callers: Set<Run.ID>) -> Bool {
    let own = Set(
      callers.compactMap { id in withRunner { $0.record(id)?.leaf?.rootID } })
    return roots.contains { id, _ in !own.contains(id) }
  }

  /// Returns whether a control command goes on for which another command waits.
  func has(_ earlier: EarlierCommands) -> Bool { roots.contains { earlier.include($1, $0) } }

  // MARK: Time

  func schedule(
    _ node: WrapperNode, number: Int, after duration: Duration
  ) -> ScheduledAction {
    core.schedule(after: duration) { node.controls.executeEvent { node.fire(number) } }
  }

  // MARK: Runs

  func startRun(of leaf: LeafNode) {
    let mayStart = isInStep || !core.isClosed
    guard mayStart, withRunner({ $0.startRun(of: leaf) }) else { return leaf.end(.cancelled) }
    hasStarted(leaf)
  }

  /// Notes that a command has been started.
  private func hasStarted(_ leaf: LeafNode) {
    var outer = leaf.parent
    // What is around a node that has started has started, too.
    while let node = outer, !node.hasStarted {
      node.hasStarted = true
      outer = node.parent
    }
    if leaf.isInside(any: ControlNode.race), let run = leaf.run {
      withRunner { $0.record(run)?.isInRace = true }
    }
    QueueNode.keepPlaces(for: leaf)
  }

  /// Called before a message from a member of a `Race` is handled. Stops the other members.
  func willHandleMessage(from leaf: LeafNode) {
    var node: ControlNode = leaf
    // In the order of the members, as if nested races were one race.
    var (before, after): ([ControlNode], [ControlNode]) = ([], [])
    while let outer = node.parent {
      if let losers = outer.asRace?.losers(to: node) {
        before = losers.before + before
        after += losers.after
      }
      node = outer
    }
    executeEvent {
      for loser in before + after { loser.lose() }
      leaf.checkQueuesAround()
    }
  }

  /// Notes the failure of a command that has a message for its error. Returns whether a node around
  /// the command keeps the message; otherwise it must be sent now.
  func keepsAnswer(of leaf: LeafNode, _ failure: AnsweredFailure, _ command: ValueName) -> Bool {
    guard leaf.failure?.isAnswered ?? true else { return false }
    leaf.failure =
      leaf.failure ?? CommandFailure(error: failure.error, command: command, isAnswered: true)
    guard let keeper = leaf.keeper(ofAnswerTo: failure.error) else { return false }
    leaf.failure?.isKept = true
    let message = Send(failure.message, file: failure.file, line: failure.line)
    keeper.keep(
      KeptAnswer(
        message: LeafNode(message, about: command, leaf.context, self),
        path: leaf.path(to: keeper)))
    return true
  }

  /// The control commands that have not ended, in the order of their start; for tests.
  var commands: [(id: Run.ID, command: any Command)] {
    roots.inOrder.compactMap { node in
      node.rootID.flatMap { id in node.expression.map { (id, $0) } }
    }
  }

  /// The commands that wait for a timer or for their turn, in the order of their start.
  var waitingCommands: [WaitingCommand] {
    roots.inOrder.flatMap { $0.waitingCommands(of: $0.expression) }
  }

  /// Whether no state is left; for tests.
  var isEmpty: Bool {
    roots.isEmpty && withRunner(\.hasNoLeaves) && named.isEmpty
      && turns.isEmpty && turnsAfterCommands.isEmpty
  }

  /// Called when the run of a command has ended.
  func runEnded(_ leaf: LeafNode) {
    executeEvent {
      QueueNode.leavePlaces(of: leaf)
      leaf.runEnded()
    }
  }
}
