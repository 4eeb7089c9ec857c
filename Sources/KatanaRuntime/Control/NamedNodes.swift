import Katana

/// A node that can be cancelled by its id.
class NamedNode: WrapperNode, @unchecked Sendable {
  // Sendable as its superclass is.
  final let key: ControlKey
  /// The commands that have the same key; `nil` before this node begins.
  final private(set) var commands: NamedCommands!

  init(
    _ id: CancelID, _ content: any Command, _ context: CommandContext, _ controls: ControlScheduler
  ) {
    self.key = ControlKey(id, of: context.scope)
    super.init(content, context, controls)
  }

  override func begin() {
    commands = controls.register(self)
    beginNamed()
  }

  /// Starts to execute the expression, after the node was registered.
  func beginNamed() { beginContent() }

  override func stop() {
    if let commands {
      commands.remove(self)
      controls.releaseIfEmpty(commands)
    }
    super.stop()
  }
}

/// Executes a `cancellable`. It may first cancel the commands that have the same id, except those
/// that it is part of.
final class CancellableNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let cancelsInFlight: Bool
  /// Counts the consequences of the content and of its messages, if the id also means these.
  private(set) var consequences: CompletionTracker?
  private let withConsequences: Bool

  init(
    _ id: CancelID, cancelsInFlight: Bool, withConsequences: Bool, _ content: any Command,
    _ context: CommandContext, _ controls: ControlScheduler
  ) {
    self.cancelsInFlight = cancelsInFlight
    self.withConsequences = withConsequences
    super.init(id, content, context, controls)
  }

  override func begin() {
    if cancelsInFlight { controls.cancelOthers(like: self) }
    if !isOver { super.begin() }
  }

  override func beginNamed() {
    // A command that starts itself again under the same id belongs to the consequences that are
    // already counted.
    if withConsequences && !controls.isConsequence(context.tracker, of: commands) {
      countConsequences()
    }
    beginContent()
  }

  private func countConsequences() {
    let (controls, commands, number) = (controls, commands!, controls.nextNumber())
    let tracker = CompletionTracker(parent: context.tracker, name: (commands, number)) { _ in
      controls.forgetConsequences(number, of: commands)
    }
    tracker.begin()
    consequences = tracker
    commands.consequences.append(tracker, as: number)
  }

  override func stop() {
    super.stop()
    // Removes the count that stands for this node itself. From now on, only its consequences count.
    consequences?.done(nil, .own)
  }

  override func makeContent() -> ControlNode {
    guard let consequences else { return super.makeContent() }
    var context = context
    context.tracker = consequences
    return makeContent(at: context)
  }
}

/// Starts its content when no other command with its id has come for a time.
final class DebounceNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration

  init(
    _ id: CancelID, _ duration: Duration, _ content: any Command, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.duration = duration
    super.init(id, content, context, controls)
  }

  override func beginNamed() {
    let last = commands.debounced
    commands.debounced = self
    startTimer(duration)
    // Last, because this may end a group that starts timers, or that contains this node.
    last?.end(.cancelled)
  }

  override func timerFired() {
    commands.debounced = nil
    beginContent()
  }

  override var waitsOnlyForTime: Bool { true }

  override func stop() {
    if commands?.debounced === self { commands.debounced = nil }
    super.stop()
  }
}

/// Starts its content at most once in a period, which all commands with its id share.
final class ThrottleNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  let duration: Duration
  private let throttling: Throttling

  init(
    _ id: CancelID, _ duration: Duration, _ throttling: Throttling, _ content: any Command,
    _ context: CommandContext, _ controls: ControlScheduler
  ) {
    self.duration = duration
    self.throttling = throttling
    super.init(id, content, context, controls)
  }

  override func beginNamed() {
    if controls.isFinishing { return beginContent() }
    let isFirst = commands.period == nil
    if isFirst { controls.openPeriod(for: self) }
    switch throttling {
    case .leading, .leadingAndTrailing:
      if isFirst { return beginContent() }
      if throttling == .leading { return end(.cancelled) }
    case .firstAtEnd: if commands.period?.waiting != nil { return end(.cancelled) }
    case .trailing: break
    }
    commands.period?.waiting?.end(.cancelled)
    if isOver { return }
    commands.period?.waiting = self
    tellWait()
  }

  override var due: Duration? { commands?.period?.end }
  private var isWaiting: Bool { commands?.period?.waiting === self }

  override func turnCame() { beginContent() }
  override var timed: [ControlNode] { isWaiting ? [self] : super.timed }

  override func startNow() {
    commands.period?.waiting = nil
    beginContent()
  }

  override func stop() {
    if isWaiting { commands.period?.waiting = nil }
    super.stop()
  }
}

/// The period of throttled commands that has begun.
struct ThrottlePeriod {
  /// Distinguishes its timer from a cancelled one that had already fired.
  let number: UInt64
  let timer: ScheduledAction
  /// The end of the period, by the runtime's clock.
  let end: Duration
  var waiting: ThrottleNode?
}

extension ControlScheduler {
  func openPeriod(for node: ThrottleNode) {
    let (commands, number) = (node.commands!, nextNumber())
    let timer = core.schedule(after: node.duration) { self.periodEnded(of: commands, number) }
    commands.period = ThrottlePeriod(
      number: number, timer: timer, end: core.clock.now.adding(node.duration))
  }

  private func periodEnded(of commands: NamedCommands, _ number: UInt64) {
    guard let period = commands.period, period.number == number else { return }
    commands.period = nil
    guard let waiting = period.waiting else { return releaseIfEmpty(commands) }
    openPeriod(for: waiting)
    executeEvent { waiting.turnCame() }
  }

  /// Cancels all periods of throttled commands. Those that wait for the end of a period must have
  /// ended.
  func cancelPeriods() {
    for (_, commands) in named.all where commands.period != nil {
      commands.cancelPeriod()
      releaseIfEmpty(commands)
    }
  }
}
