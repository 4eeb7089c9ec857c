package import Katana

/// A command expression that is being executed, from its start to its end. Used inside of steps
/// only.
///
/// Nodes form a tree: the node of `Sequential([a, b.delayed(…)])` has the nodes of `a` and of
/// `b.delayed(…)` as its children, one after the other. Each kind of node determines what it
/// starts, and what the end of a child means.
class ControlNode: @unchecked Sendable {
  // Sendable, because it is used inside of steps only; the actions of timers are posted to them.
  // For the same reason, the state used most needs no dynamic exclusivity checks.

  /// How a command expression ended.
  enum Outcome {
    case finished
    case failed(CommandFailure)
    /// It was cancelled, or dropped in favour of another one.
    case cancelled
  }

  let context: CommandContext
  // A strong reference, since an unowned one would be slower. The scheduler releases each node, at
  // the latest when the runtime ends.
  let controls: ControlScheduler
  /// The position in the order of creation. Nodes are sorted by it, so that no behaviour depends on
  /// the order of a dictionary.
  let number: UInt64
  /// The node around this one; `nil` once this node is over. A strong reference, so a node that is
  /// over must not hold its children either. A weak one would make each reference to a parent
  /// slower.
  @exclusivity(unchecked) final private(set) var parent: ControlNode?
  /// The kinds of the nodes above this one that matter for the start of a command.
  final private var surroundings: Kinds = 0
  /// The id of the whole command expression, under which trackers count it; `nil` before this node
  /// belongs to one.
  @exclusivity(unchecked) final private(set) var rootID: Run.ID?
  private var isRoot = false
  /// Whether this is the outermost node that belongs to a child of the model, which then holds it.
  private var isOutermostOfScope = false
  /// For the root, the whole command expression; a `NoCommand` for a node inside of another one.
  // Not an optional, because destroying an optional box takes five times as long.
  @exclusivity(unchecked) final private var whole: any Command = NoCommand()
  /// Whether a command inside of it has been started.
  @exclusivity(unchecked) final var hasStarted = false
  private(set) var isOver = false
  /// Whether it was cancelled, timed out, or lost a race.
  private(set) var isCancelled = false

  init(_ context: CommandContext, _ controls: ControlScheduler) {
    self.context = context
    self.controls = controls
    self.number = controls.nextNumber()
  }

  /// The whole command expression; `nil` for a node inside of another one, and for one that is over.
  final var expression: (any Command)? { isRoot && !isOver ? whole : nil }

  /// Makes this node the root of its tree, which executes a whole command expression.
  final func becomeRoot(_ id: Run.ID, of expression: any Command) {
    rootID = id
    isRoot = true
    whole = expression
    if context.scope != nil { enterScope() }
  }

  /// Lets the child of the model to which this node belongs hold it, until it is over.
  // Not inlined, because most commands belong to no child, and `adopt` must stay small.
  @inline(never)
  private func enterScope() {
    guard let scope = context.scope else { return }
    isOutermostOfScope = true
    scope.controls[number] = self
  }

  @inline(never)
  private func leaveScope() { context.scope?.controls[number] = nil }

  /// Starts to execute the expression.
  func begin() {}
  /// Called when the timer of this node fires.
  func timerFired() {}
  /// The nodes at or below this one that wait for a timer now, in the order of their start.
  var timed: [ControlNode] { [] }
  /// Whether this node itself waits for a timer. After its timer has fired, a node below it may
  /// wait for another one.
  final var isTimed: Bool { !isOver && timed.first === self }
  /// Does now what the timer would do later.
  func startNow() { timerFired() }
  /// Ends the waiting for the timer because the runtime finishes.
  func timeIsUp() { startNow() }
  /// The children that this node executes now.
  var parts: [ControlNode] { [] }
  /// Called when the turn of this node has come, for which it waited without a timer of its own.
  func turnCame() {}
  /// Called when a child has ended.
  func childEnded(_ child: ControlNode, _ outcome: Outcome) { end(outcome) }
  /// Returns whether this node keeps the message in which a command below it reports an error,
  /// because it is not known yet whether the error counts.
  func keepsAnswer(to error: any Error) -> Bool { false }
  /// Keeps such a message.
  func keep(_ answer: KeptAnswer) {}
  /// Returns the commands at or below this node that wait for a timer or for their turn.
  ///
  /// - Parameter expression: The command expression of this node, if it is known.
  func waitingCommands(of expression: (any Command)?) -> [WaitingCommand] { [] }
  /// Stops the nodes below this one, which do not report their ends, and removes this node from all
  /// registries. Releases those nodes and what they were to start or send, because a run that does
  /// not end holds this node.
  func stop() {}

  /// The nodes above this one, the innermost first.
  final var ancestors: [ControlNode] {
    var (found, next): ([ControlNode], ControlNode?) = ([], parent)
    while let node = next {
      found.append(node)
      next = node.parent
    }
    return found
  }

  /// Returns the nodes from this one, which comes first, up to an ancestor, which is left out.
  final func path(to ancestor: ControlNode) -> [ControlNode] {
    [self] + ancestors.prefix { $0 !== ancestor }
  }

  /// Returns whether this node is below another one.
  final func isInside(_ other: ControlNode) -> Bool {
    var next = parent
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }

  /// A set of kinds of nodes, as bits. An `OptionSet` would be slow in debug builds.
  typealias Kinds = UInt8
  static var retry: Kinds { 1 }
  static var race: Kinds { 2 }
  static var queue: Kinds { 4 }
  /// The kind of this node; 0 for one that does not matter.
  class var kind: Kinds { 0 }

  /// Makes this node the parent of another one, which has not begun.
  @inline(__always)
  final func adopt(_ child: ControlNode) {
    child.parent = self
    child.rootID = rootID
    child.surroundings = surroundings | Self.kind
    if child.context.scope !== context.scope { child.enterScope() }
  }

  /// Returns whether this node is inside of one of a kind.
  final func isInside(any kind: Kinds) -> Bool { surroundings & kind != 0 }

  /// This node if it is a ``RaceNode``. A cast would be slower.
  var asRace: RaceNode? { nil }
  /// This node if it is a ``QueueNode``.
  var asQueue: QueueNode? { nil }

  /// Ends this node, and reports the outcome to its parent.
  final func end(_ outcome: Outcome) {
    guard !isOver else { return }
    if case .cancelled = outcome { isCancelled = true }
    let parent = parent.take()
    finish()
    if let parent { parent.childEnded(self, outcome) } else { controls.ended(self, outcome) }
  }

  /// Cancels this node without a report to its parent, which causes the end.
  final func silence() {
    guard !isOver else { return }
    isCancelled = true
    finish()
  }

  /// Ends this node as a member of a race that another one has won. It may have ended before.
  final func lose() {
    isCancelled = true
    silence()
  }

  private func finish() {
    isOver = true
    parent = nil
    if isOutermostOfScope { leaveScope() }
    if isRoot { whole = NoCommand() }
    stop()
  }
}

/// The context of a command: what happens to its messages, the child that it belongs to, the
/// message that caused it, and the tracker that counts it.
///
/// Four words: the compiler copies structures of more words by slow functions.
struct CommandContext {
  var effects = EffectContext()
  var scope: ScopeLifetime?
  let cause: UInt64
  var tracker: CompletionTracker?
}

/// A node with one child.
class WrapperNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  @exclusivity(unchecked) private var content: any Command
  @exclusivity(unchecked) private var child: ControlNode?
  private var timer: ScheduledAction?
  /// The number of the current timer. It distinguishes the timer from a cancelled one that had
  /// already fired, and whose action is still queued.
  final private(set) var timerNumber = 0
  /// The time at which the timer fires, by the runtime's clock.
  private var fireTime: Duration?
  /// The number of the current wait in the events for event handlers; 0 if none was reported.
  private var toldWait: UInt64 = 0

  init(_ content: any Command, _ context: CommandContext, _ controls: ControlScheduler) {
    self.content = content
    super.init(context, controls)
  }

  final func beginContent() { begin(makeContent()) }

  /// Creates the node of the content. A subclass may give it another context.
  func makeContent() -> ControlNode { makeContent(at: context) }
  final func makeContent(at context: CommandContext) -> ControlNode {
    controls.make(content, at: context)
  }

  /// Starts a child, unless this node has ended. Its start may cancel a command that it is part of.
  final func begin(_ child: ControlNode) {
    guard !isOver else { return }
    if toldWait != 0 { endWait(.resumed) }
    adopt(child)
    self.child = child
    child.begin()
  }

  final func startTimer(_ duration: Duration) {
    if controls.isFinishing && waitsOnlyForTime { return timeIsUp() }
    fireTime = controls.core.clock.now.adding(duration)
    timerNumber += 1
    timer = controls.schedule(self, number: timerNumber, after: duration)
    if waitsOnlyForTime { tellWait() }
  }

  /// Reports to the event handlers that this node waits for a timer or for its turn.
  final func tellWait() {
    guard let events = controls.core.events, events.wantsCommands else { return }
    toldWait = events.nextID()
    events.command(toldWait, name, context, due.map { .delayed(until: $0) } ?? .queued)
  }

  private func endWait(_ step: CommandEvent.Step) {
    controls.core.events?.command(toldWait, name, context, step)
    toldWait = 0
  }

  /// Called when the timer with a number fires. Does nothing if it is not the current one.
  final func fire(_ number: Int) {
    guard !isOver, timerNumber == number else { return }
    timer = nil
    timerFired()
  }

  override func startNow() {
    stopTimer()
    timerFired()
  }

  final func stopTimer() {
    timer?.cancel()
    timer = nil
    timerNumber += 1
  }

  override var parts: [ControlNode] { child.map { [$0] } ?? [] }

  /// Whether this node waits for nothing but a timer. Then it need not wait when the runtime
  /// finishes.
  var waitsOnlyForTime: Bool { false }

  override var timed: [ControlNode] {
    if let child, !child.isOver { return child.timed }
    return waitsOnlyForTime && timer != nil && !isOver ? [self] : []
  }

  final func silenceChild() { child?.silence() }

  override func waitingCommands(of expression: (any Command)?) -> [WaitingCommand] {
    if isOver { return [] }
    if let child, !child.isOver { return child.waitingCommands(of: expression) }
    return [WaitingCommand(command: expression ?? content, due: due)]
  }

  /// The time at which this node goes on, by the runtime's clock; `nil` if it waits for its turn.
  var due: Duration? { waitsOnlyForTime ? fireTime : nil }

  /// The name of the command inside of all wrappers, for reports.
  final var name: ValueName { ValueName(leaf(of: content)) }

  override func stop() {
    timer?.cancel()
    if toldWait != 0 { endWait(.cancelled(by: controls.core.events?.causingMessage)) }
    child?.silence()
    child = nil
    content = NoCommand()
  }
}

/// Stands for a command that is no longer needed, because a node that is over must not keep it.
private struct NoCommand: Command {}

/// Returns the command inside of all wrappers. A group is not a wrapper.
func leaf(of command: any Command) -> any Command {
  switch command {
  case let wrapper as any AddressWrapper: leaf(of: wrapper.content)
  case let controlled as ControlledCommand: leaf(of: controlled.content)
  default: command
  }
}

/// A command that waits for a timer or for its turn; for tests and reports.
package struct WaitingCommand {
  /// The command, with its control modifiers.
  package let command: any Command
  /// The time at which it goes on, by the runtime's clock; `nil` if it waits for its turn.
  package let due: Duration?
}
