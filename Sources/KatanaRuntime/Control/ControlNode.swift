package import Katana

/// One command expression that is carried out, from its start to its end. Used inside steps only.
///
/// A tree: the node of `Sequential([a, b.delayed(…)])` has those of `a` and of `b.delayed(…)`
/// as its children, one after the other. Each kind says what begins, and what the end of a child
/// means.
class ControlNode: @unchecked Sendable {
  // Sendable, because it is used inside the runtime's steps only; timers hand it back by
  // posting.

  /// How a command expression ended.
  enum Outcome {
    case finished
    case failed(CommandFailure)
    /// It was cancelled, or gave way to another one.
    case cancelled
  }

  let place: CommandPlace
  unowned let controls: ControlScheduler
  /// Grows from one node to the next, so that nothing depends on the order of a dictionary.
  let number: UInt64
  weak var parent: ControlNode?
  /// What whoever waits knows this by, if it is no part of another one.
  final var rootID: Run.ID?
  /// Whether a command of it has been started.
  final var hasStarted = false
  private(set) var isOver = false

  init(_ place: CommandPlace, _ controls: ControlScheduler) {
    self.place = place
    self.controls = controls
    self.number = controls.nextNumber()
  }

  /// Starts what the expression says.
  func begin() {}
  /// What a timer that this has started leads to.
  func timerFired() {}
  /// The parts of this that wait for a timer now, in the order of their start.
  var timed: [ControlNode] { [] }
  /// Whether this still waits for a timer: what begins may start another one that waits.
  final var isTimed: Bool { !isOver && timed.first === self }
  /// What a timer would lead to is done now.
  func startNow() { timerFired() }
  /// The same when the runtime finishes.
  func timeIsUp() { startNow() }
  /// What this carries out in turn.
  var parts: [ControlNode] { [] }
  /// What it waited for without a timer has come.
  func turnCame() {}
  /// A child has ended.
  func childEnded(_ outcome: Outcome) { end(outcome) }
  /// What waits for its time or its turn: this, or parts of it.
  ///
  /// - Parameter expression: What this carries out, if that is known.
  func waitingCommands(of expression: (any Command)?) -> [WaitingCommand] { [] }
  /// Stops what still goes on below this, silently, and forgets this wherever it is registered.
  func stop() {}

  /// Whether this is part of another one.
  final func isInside(_ other: ControlNode) -> Bool {
    var next = parent
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }

  /// This, if it is a `retried`: a cast takes longer.
  var asRetry: RetryNode? { nil }

  /// The `retried` that this is inside of, the innermost first.
  final var retries: [RetryNode] {
    var (found, next): ([RetryNode], ControlNode?) = ([], parent)
    while let node = next {
      if let retry = node.asRetry { found.append(retry) }
      next = node.parent
    }
    return found
  }

  /// Ends, and tells the parent.
  final func end(_ outcome: Outcome) {
    guard !isOver else { return }
    silence()
    if let parent { parent.childEnded(outcome) } else { controls.ended(self, outcome) }
  }

  /// Ends without telling the parent, which knows.
  final func silence() {
    guard !isOver else { return }
    isOver = true
    stop()
  }
}

/// Where a command belongs: what happens to its messages, what asked for it, and who waits for it.
struct CommandPlace {
  var context: EffectContext
  var scope: ScopeLifetime?
  let cause: UInt64
  var tracker: CompletionTracker?
}

/// A node with one child.
class WrapperNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let content: any Command
  private var child: ControlNode?
  private var timer: ScheduledAction?
  /// Which timer is awaited: one that was cancelled may have fired before, and be on its way.
  final private(set) var timerNumber = 0
  /// When the timer fires, in the runtime's time.
  private var fireTime: Duration?
  /// The number by which listeners know the wait that goes on; 0 if they were told of none.
  private var toldWait: UInt64 = 0

  init(_ content: any Command, _ place: CommandPlace, _ controls: ControlScheduler) {
    self.content = content
    super.init(place, controls)
  }

  final func beginContent() {
    if toldWait != 0 { endWait(.resumed) }
    begin(controls.make(content, at: contentPlace))
  }

  /// Where the content belongs: where this does, and perhaps to more who wait for it.
  var contentPlace: CommandPlace { place }

  /// Begins a child, unless this has ended meanwhile: what begins may cancel what it is part of.
  final func begin(_ child: ControlNode) {
    guard !isOver else { return }
    child.parent = self
    self.child = child
    child.begin()
  }

  final func startTimer(_ duration: Duration) {
    if controls.isFinishing && waitsOnlyForTime { return timeIsUp() }
    fireTime = controls.core.clock.now + duration
    timerNumber += 1
    timer = controls.schedule(self, number: timerNumber, after: duration)
    if waitsOnlyForTime { tellWait() }
  }

  /// Tells the listeners that this waits for its time or its turn.
  final func tellWait() {
    guard let events = controls.core.events, events.wantsCommands else { return }
    toldWait = events.nextID()
    events.command(toldWait, name, place, due.map { .delayed(until: $0) } ?? .queued)
  }

  private func endWait(_ step: CommandEvent.Step) {
    controls.core.events?.command(toldWait, name, place, step)
    toldWait = 0
  }

  override func startNow() {
    timer?.cancel()
    timerNumber += 1
    timerFired()
  }

  override var parts: [ControlNode] { child.map { [$0] } ?? [] }

  /// Whether the timer is all that this waits for: it need not pass when the runtime finishes.
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

  /// When this goes on, in the runtime's time; `nil` if it waits for its turn.
  var due: Duration? { waitsOnlyForTime ? fireTime : nil }

  /// The name of the command inside, for reports.
  final var name: ValueName { ValueName(leaf(of: content)) }

  override func stop() {
    timer?.cancel()
    if toldWait != 0 { endWait(.cancelled(by: controls.core.events?.causingMessage)) }
    child?.silence()
  }
}

/// The command inside all wrappers; a group stands for itself.
func leaf(of command: any Command) -> any Command {
  switch command {
  case let wrapper as any AddressWrapper: leaf(of: wrapper.content)
  case let controlled as ControlledCommand: leaf(of: controlled.content)
  default: command
  }
}

/// A command that waits for its time or its turn; for tests.
package struct WaitingCommand {
  /// The command, with what is said about it.
  package let command: any Command
  /// When it goes on, in the runtime's time; `nil` if it waits for its turn.
  package let due: Duration?
}
