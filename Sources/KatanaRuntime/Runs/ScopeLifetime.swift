import Katana

/// One lifetime of a child of the model for which commands run. It is kept while they run.
///
/// A sheet that is dismissed and presented again has the same address but another lifetime. So the
/// results of commands of the old sheet never reach the new one.
final class ScopeLifetime: @unchecked Sendable {
  // Sendable, because the state is used inside of steps only.
  let address: AnyAddress
  /// The address of the outermost child that is gone: this child, or one that it was inside of. `nil`
  /// while this child is there.
  fileprivate(set) var gone: AnyAddress?
  var isGone: Bool { gone != nil }
  /// The first run that is not cancelled since the child is gone; `nil` if none is. This covers also
  /// the runs that were not registered then, because their messages were still waiting.
  private(set) var firstKept: RunID?
  /// The registered runs of the child.
  var runs: Set<RunID> = []
  /// The control commands of the child that have not ended, and those parts of other control commands
  /// that belong to the child.
  var activities: Set<Handle> = []

  /// For a child that is gone: the lifetimes of the children inside of it, created when commands
  /// need them.
  private var inner: [AnyAddress: ScopeLifetime] = [:]

  init(_ address: AnyAddress, gone: AnyAddress?) {
    self.address = address
    self.gone = gone
  }

  /// Drops the messages of all runs of the child that have begun.
  func dropRuns() { firstKept = RunID.next() }

  /// For a child that is gone: returns the lifetime of a child inside of what is gone, or of this
  /// child itself.
  func inside(_ address: AnyAddress) -> ScopeLifetime {
    if address.covers(self.address) { return self }
    if let scope = inner[address] { return scope }
    let scope = ScopeLifetime(address, gone: gone)
    inner[address] = scope
    return scope
  }
}

/// The lifetimes of the children for which commands run.
struct ScopeLifetimes {
  private lazy var root = ScopeNode()
  /// The lifetimes that have ended in the current step. Commands that the child has returned in
  /// this step, such as a ``Cancel``, still belong to them.
  private var ended: [AnyAddress: ScopeLifetime] = [:]
  /// The bytes of the model that hold the children. An update that writes none of them removes no
  /// child.
  private(set) var extents: [ByteRange] = []
  /// The number of changes of the parts in the tree when `extents` was computed.
  private var partChanges = 0

  /// Returns the current lifetime of a child. For a child that is gone, it returns the lifetime
  /// that has ended in this step.
  ///
  /// - Parameter gone: For a child that is not there, the address of the outermost one that is not.
  mutating func enter(_ address: AnyAddress, gone: AnyAddress? = nil, _ router: Router)
    -> ScopeLifetime
  {
    if let gone {
      if let scope = ended[address] { return scope }
      let scope = ScopeLifetime(address, gone: gone)
      ended[address] = scope
      return scope
    }
    let node = root.node(at: address)
    let life = node.openScope ?? ScopeLifetime(address, gone: nil)
    node.life = life
    noteParts(router)
    return life
  }

  /// Returns the lifetimes that have ended in this step and that an address means.
  func justEnded(in address: AnyAddress) -> [ScopeLifetime] {
    ended.values.filter { address.covers($0.address) }
  }

  /// The number of lifetimes that have not ended, or that nobody has needed since; for tests.
  var openCount: Int {
    mutating get {
      var count = 0
      root.forEach { if $0.openScope != nil { count += 1 } }
      return count
    }
  }

  /// Whether no lifetime holds a control command; for tests.
  var holdNoActivities: Bool {
    mutating get {
      var holdNone = true
      root.forEach { if $0.openScope?.activities.isEmpty == false { holdNone = false } }
      return holdNone
    }
  }

  /// Returns whether a lifetime has ended in the current step.
  func hasJustEnded(_ scope: ScopeLifetime) -> Bool { ended[scope.address] === scope }

  /// Called at the end of a step.
  mutating func forgetEnded() { if !ended.isEmpty { ended = [:] } }

  /// Ends the lifetimes of the children that a message has removed from the model.
  ///
  /// - Returns: The ended lifetimes. `gone` is the number of steps in the address of the outermost
  ///   child that was removed, which is the child itself or contains it.
  mutating func close(
    after message: any Message, _ router: Router, _ model: ReadPlace,
    _ lastIndices: LastIndices
  ) -> [(life: ScopeLifetime, gone: Int)] {
    var closed: [(life: ScopeLifetime, gone: Int)] = []
    for (node, depth) in router.removeGone(from: root, model, after: message, lastIndices) {
      node.forEach { node in
        guard let life = node.openScope, !life.isGone else { return }
        life.gone = life.address.prefix(depth)
        ended[life.address] = life
        closed.append((life, depth))
      }
    }
    noteParts(router)
    return closed
  }

  /// Ends the lifetimes of all children.
  mutating func closeAll() {
    root.forEach { $0.openScope?.gone = .root }
    self = ScopeLifetimes()
  }

  private mutating func noteParts(_ router: Router) {
    if root.groupChanges == partChanges { return }
    partChanges = root.groupChanges
    extents = root.groups.flatMap { router.extents(of: $0) }
  }
}

extension ScopeNode {
  fileprivate var openScope: ScopeLifetime? {
    life.map { unsafeDowncast($0, to: ScopeLifetime.self) }
  }
}
