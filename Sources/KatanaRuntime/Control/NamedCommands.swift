import Katana

/// The key of commands with an id: the id, and the lifetime of the child to which they belong.
struct ControlKey: Equatable, CustomStringConvertible {
  private let life: ScopeLifetime?
  private let id: CancelID

  init(_ id: CancelID, of life: ScopeLifetime?) {
    self.life = life
    self.id = id
  }

  var description: String { "\(id)" }
  /// The name of the id, which contains no data.
  var name: String { id.name }

  static func == (lhs: ControlKey, rhs: ControlKey) -> Bool {
    lhs.life === rhs.life && lhs.id == rhs.id
  }

  /// The same number for equal keys. The hash of the id is random, that of the lifetime is not.
  var hash: UInt64 {
    let life = life.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    return UInt64(UInt(bitPattern: id.hash) &+ life)
  }
}

/// The commands that have one key, and what they share. Used inside of steps only.
///
/// An object, so that each command looks its key up only once. The scheduler holds it as long as
/// anything is in it.
final class NamedCommands: Hashable, @unchecked Sendable {
  // Sendable, because it is used inside of steps only; the actions of timers are posted to them.
  // For the same reason, its state needs no dynamic exclusivity checks.
  let key: ControlKey
  /// Most keys have one node, which needs no dictionary.
  @exclusivity(unchecked) private var one: NamedNode?
  @exclusivity(unchecked) private var others: [UInt64: NamedNode] = [:]
  /// The debounced command that waits.
  @exclusivity(unchecked) var debounced: DebounceNode?
  /// The open period of throttled commands.
  @exclusivity(unchecked) var period: ThrottlePeriod?
  @exclusivity(unchecked) var queue = ControlQueue()
  /// The trackers of the consequences that a cancellation of the key also cancels, in the order of
  /// their start.
  @exclusivity(unchecked) var consequences = NumberedList<CompletionTracker>()

  init(_ key: ControlKey) { self.key = key }

  /// The nodes that have begun and not ended, in no order.
  var nodes: [NamedNode] { (one.map { [$0] } ?? []) + others.values }

  var isEmpty: Bool {
    one == nil && others.isEmpty && debounced == nil && period == nil && queue.isEmpty
      && consequences.isEmpty
  }

  func insert(_ node: NamedNode) {
    if one == nil { one = node } else { others[node.number] = node }
  }

  func remove(_ node: NamedNode) {
    if one === node { one = nil } else { others[node.number] = nil }
  }

  /// Cancels the period of throttled commands. A command that waits for its end must have ended.
  func cancelPeriod() {
    period?.timer.cancel()
    period = nil
  }

  /// Releases everything, because the runtime ends.
  func removeAll() {
    cancelPeriod()
    queue.removeAll()
    (one, others, debounced, consequences) = (nil, [:], nil, NumberedList())
  }

  static func == (lhs: NamedCommands, rhs: NamedCommands) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ControlScheduler {
  /// Returns the commands with a key; `nil` if there are none.
  func commands(_ key: ControlKey) -> NamedCommands? {
    named.value(key.hash) { $0.key == key }
  }

  /// Adds a node to the commands with its key, and returns these.
  func register(_ node: NamedNode) -> NamedCommands {
    let commands: NamedCommands
    if let found = self.commands(node.key) {
      commands = found
    } else {
      commands = NamedCommands(node.key)
      named.insert(commands, node.key.hash)
    }
    commands.insert(node)
    return commands
  }

  /// Called after something was removed from the commands with a key.
  func releaseIfEmpty(_ commands: NamedCommands) {
    if commands.isEmpty { named.remove(commands.key.hash) { $0 === commands } }
  }

  /// Cancels all commands with the id of a node, and their consequences, except those that contain
  /// the node.
  func cancelOthers(like part: NamedNode) {
    guard let commands = commands(part.key) else { return }
    for node in oldestFirst([commands]) where !part.isInside(node) {
      let consequences = (node as? CancellableNode)?.consequences
      if let consequences, part.context.tracker?.isPart(of: consequences) == true { continue }
      node.end(.cancelled)
    }
    cancelConsequences(of: CollectionOfOne(commands)) {
      part.context.tracker?.isPart(of: $0) != true
    }
  }

  /// Cancels all commands with an id in a child, or in all children that the address of a
  /// context covers.
  func cancel(_ id: CancelID, in context: CommandContext, sparingWhatRuns: Bool) {
    let found = commands(id, in: context)
    if found.isEmpty { return }
    for node in oldestFirst(found) where !sparingWhatRuns || !node.hasStarted {
      node.end(.cancelled)
    }
    if sparingWhatRuns { return }
    cancelConsequences(of: found) { _ in true }
  }

  /// Starts the commands that wait for a timer under an id.
  func flush(_ id: CancelID, in context: CommandContext) {
    let nodes = oldestFirst(commands(id, in: context))
    let all = Set(nodes.map(ObjectIdentifier.init))
    // Not what is inside of another one, which the flush of that one reaches.
    let outermost = nodes.filter { node in
      !node.ancestors.contains { all.contains(ObjectIdentifier($0)) }
    }
    for node in outermost { flush(node) }
  }

  private func flush(_ node: ControlNode) {
    for waiting in node.timed where waiting.isTimed {
      waiting.startNow()
      flush(waiting)
    }
  }

  /// Returns the commands with an id in a child, or in all children that the address of a
  /// context covers.
  private func commands(_ id: CancelID, in context: CommandContext) -> [NamedCommands] {
    if named.isEmpty { return [] }
    let lives = withRunner { $0.lives(in: context) }.filter { $0 !== context.scope }
    let keys = [ControlKey(id, of: context.scope)] + lives.map { ControlKey(id, of: $0) }
    return keys.compactMap { commands($0) }
  }

  /// Returns the nodes in the order of their creation. A group must be cancelled before its parts:
  /// the end of a part could make the group fail.
  private func oldestFirst(_ all: [NamedCommands]) -> [NamedNode] {
    all.isEmpty ? [] : all.flatMap(\.nodes).sorted { $0.number < $1.number }
  }

  /// Cancels the consequences of commands in the order in which these commands have started.
  private func cancelConsequences(
    of all: some Sequence<NamedCommands>, where condition: (CompletionTracker) -> Bool
  ) {
    let cancelled = all.flatMap(\.consequences.all).filter(condition)
      .sorted { ($0.name?.number ?? 0) < ($1.name?.number ?? 0) }
    for tracker in cancelled {
      tracker.isCancelled = true
      if let name = tracker.name { forgetConsequences(name.number, of: name.commands) }
    }
    for tracker in cancelled {
      for id in tracker.pendingIDs { cancel(id) }
    }
  }

  /// Returns whether what a tracker counts belongs to the consequences of commands already.
  func isConsequence(_ tracker: CompletionTracker?, of commands: NamedCommands) -> Bool {
    guard let tracker, !commands.consequences.isEmpty else { return false }
    return tracker.isPart { $0.name?.commands === commands && !$0.isCancelled }
  }

  /// Removes consequences that have ended.
  func forgetConsequences(_ number: UInt64, of commands: NamedCommands) {
    commands.consequences.remove(number)
    releaseIfEmpty(commands)
  }
}
