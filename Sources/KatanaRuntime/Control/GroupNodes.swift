import Katana

/// Executes commands one after the other.
final class SequenceNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private var rest: ArraySlice<any Command>
  private var child: ControlNode?
  private var isStarting = false

  init(_ commands: [any Command], _ context: CommandContext, _ controls: ControlScheduler) {
    self.rest = commands[...]
    super.init(context, controls)
  }

  /// A loop instead of recursion, because any number of children may have ended when their `begin`
  /// returns.
  override func begin() {
    while !isOver, let command = rest.popFirst() {
      let child = controls.make(command, at: context)
      adopt(child)
      self.child = child
      isStarting = true
      child.begin()
      isStarting = false
      if !child.isOver { return }
    }
    end(.finished)
  }

  override var timed: [ControlNode] { child?.timed ?? [] }
  override var parts: [ControlNode] { child.map { [$0] } ?? [] }

  override func childEnded(_ child: ControlNode, _ outcome: Outcome) {
    guard case .finished = outcome else { return end(outcome) }
    if !isStarting { begin() }
  }

  override func waitingCommands(of expression: (any Command)?) -> [WaitingCommand] {
    child?.waitingCommands(of: nil) ?? []
  }

  override func stop() {
    child?.silence()
    child = nil
    rest = []
  }
}

/// Executes commands at the same time: the base of ``GroupNode`` and ``RaceNode``.
class MembersNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private var commands: [any Command]
  final var children: [ControlNode] = []
  /// The number of members that have not ended.
  final var openCount: Int
  /// The error with which the group fails.
  final var failure: CommandFailure?

  init(_ commands: [any Command], _ context: CommandContext, _ controls: ControlScheduler) {
    self.commands = commands
    self.openCount = commands.count
    super.init(context, controls)
  }

  override func begin() {
    for command in commands where !isOver {
      let child = controls.make(command, at: context)
      adopt(child)
      children.append(child)
      child.begin()
    }
    if commands.isEmpty { allHaveEnded() }
  }

  /// Whether no member is left to begin.
  final var hasBegunAll: Bool { children.count == commands.count }

  /// Called when all members have ended.
  func allHaveEnded() {}

  override var timed: [ControlNode] { children.flatMap(\.timed) }
  override var parts: [ControlNode] { children }

  override func waitingCommands(of expression: (any Command)?) -> [WaitingCommand] {
    zip(children, commands).flatMap { $0.waitingCommands(of: $1) }
  }

  override func stop() {
    for child in children { child.silence() }
    children = []
    commands = []
  }
}

/// Executes commands at the same time, then sends a message if there is one.
final class GroupNode: MembersNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private var message: (any Message)?
  private var hasCancelled = false
  private var isConcluding = false

  init(_ group: Concurrent, _ context: CommandContext, _ controls: ControlScheduler) {
    self.message = group.message
    super.init(group.commands, context, controls)
  }

  override func childEnded(_ child: ControlNode, _ outcome: Outcome) {
    if isConcluding { return end(outcome) }
    switch outcome {
    case .finished: break
    case .failed(let failure): note(failure)
    case .cancelled: hasCancelled = true
    }
    openCount -= 1
    if openCount == 0 { allHaveEnded() }
  }

  /// The first error whose answer is kept counts, because what keeps the answer must receive its
  /// error; then the first error that the app does not know; then the first one.
  private func note(_ failure: CommandFailure) {
    func rank(_ failure: CommandFailure) -> Int {
      failure.isKept ? 2 : failure.isAnswered ? 0 : 1
    }
    if self.failure.map({ rank($0) < rank(failure) }) ?? true { self.failure = failure }
  }

  override func stop() {
    super.stop()
    message = nil
  }

  override func allHaveEnded() {
    guard !isOver else { return }
    isConcluding = true
    if let failure { return end(.failed(failure)) }
    guard let message, !hasCancelled else { return end(hasCancelled ? .cancelled : .finished) }
    let last = LeafNode(sending: message, context, controls)
    adopt(last)
    children = [last]
    last.begin()
  }
}

/// Executes commands at the same time. The first member with a handled message wins, and the others
/// are cancelled.
///
/// A member that answers with an error has not won. Its answer is kept while other members go on. It
/// is sent if no member wins and no other member answers later.
final class RaceNode: MembersNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private var isDecided = false
  private var answers: [KeptAnswer] = []
  /// The last member that has failed with an answer.
  private var lastAnswering: ControlNode?
  /// Whether the race has ended, and the kept answers are being sent.
  private var isConcluding = false

  override class var kind: Kinds { race }
  override var asRace: RaceNode? { self }

  /// Called before a message of a child is handled. Returns the losing children before and after
  /// it; none if the race was already decided.
  func losers(to winner: ControlNode) -> (before: [ControlNode], after: [ControlNode]) {
    guard !isDecided, let index = children.firstIndex(where: { $0 === winner }) else {
      return ([], [])
    }
    isDecided = true
    return (Array(children[..<index]), Array(children[(index + 1)...]))
  }

  override func keepsAnswer(to error: any Error) -> Bool { !isDecided && openCount > 1 }
  override func keep(_ answer: KeptAnswer) { answers.append(answer) }

  override func childEnded(_ child: ControlNode, _ outcome: Outcome) {
    if isConcluding { return end(outcome) }
    openCount -= 1
    if isDecided { return conclude(outcome, answersOf: child) }
    if case .finished = outcome { return end(.finished) }
    if case .failed(let failure) = outcome { note(failure, of: child) }
    if openCount == 0 { allHaveEnded() } else { checkQueuesAround() }
  }

  /// The last answered error counts, otherwise the first error.
  private func note(_ failure: CommandFailure, of child: ControlNode) {
    if failure.isAnswered { lastAnswering = child }
    if failure.isAnswered || self.failure == nil { self.failure = failure }
  }

  override func allHaveEnded() {
    // An empty race finishes immediately.
    let outcome = children.isEmpty ? .finished : failure.map(Outcome.failed) ?? .cancelled
    conclude(outcome, answersOf: lastAnswering)
  }

  /// Ends the race. Sends the kept answers of a member before.
  private func conclude(_ outcome: Outcome, answersOf member: ControlNode?) {
    guard !isOver else { return }
    let own = answers.filter { $0.path.last === member }
    guard let last = lastNode(sending: own, then: outcome) else { return end(outcome) }
    (isDecided, isConcluding) = (true, true)
    adopt(last)
    children = [last]
    last.begin()
  }

  override func stop() {
    super.stop()
    answers = []
    lastAnswering = nil
  }
}
