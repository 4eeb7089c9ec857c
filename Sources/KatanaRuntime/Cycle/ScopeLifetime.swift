import Katana

/// One life of a child of the model, while commands of it run: from when it was seen until it is
/// gone.
///
/// A sheet that is dismissed and presented again has the same address but another life, so that
/// what the old one asked for never reaches the new one.
final class ScopeLifetime: @unchecked Sendable {
  // Sendable, because the state is used inside the runtime's steps only.
  let address: Scope
  fileprivate(set) var isGone: Bool
  /// The runs of the child that are tracked.
  var runs: Set<Run.ID> = []
  /// The control commands of the child that go on.
  var controls: Set<Run.ID> = []
  /// Whether commands of others contain some of the child, so that `controls` are not all.
  var isInCommandsOfOthers = false

  /// Of one that is gone: the lives that went with it, as commands ask for them.
  private var inner: [Scope: ScopeLifetime] = [:]

  fileprivate init(_ address: Scope, isGone: Bool) {
    self.address = address
    self.isGone = isGone
  }

  /// The life of what was inside of a child that is gone, or of itself.
  func inside(_ address: Scope) -> ScopeLifetime {
    if address == self.address { return self }
    if let scope = inner[address] { return scope }
    let scope = ScopeLifetime(address, isGone: true)
    inner[address] = scope
    return scope
  }
}

/// The lives of the children that commands run for.
struct ScopeLifetimes {
  private lazy var root = ScopeNode()
  /// Those that have ended in the step that is going on: what the child has returned in it, such as
  /// a ``Cancel``, still belongs to them.
  private var ended: [Scope: ScopeLifetime] = [:]
  /// The regions of the model in which the children lie, as bits; see ``Route/written``. An update that
  /// writes none of them removes no child.
  private(set) var regions: UInt64 = 0
  /// How often parts had come and gone when `regions` was made.
  private var partChanges = 0

  /// The current life of a child; of one that is gone, the life that has ended in this step.
  mutating func enter(_ address: Scope, isThere: Bool, _ router: Router?) -> ScopeLifetime {
    if !isThere {
      if let scope = ended[address] { return scope }
      let scope = ScopeLifetime(address, isGone: true)
      ended[address] = scope
      return scope
    }
    let node = root.node(at: address)
    let life = node.openScope ?? ScopeLifetime(address, isGone: false)
    node.life = life
    noteParts(router)
    return life
  }

  /// The lives, until the end of this step, of the children that an address means.
  mutating func all(in address: Scope) -> [ScopeLifetime] {
    var found = ended.values.filter { address.covers($0.address) }
    root.forEach { node in
      if let life = node.openScope, address.covers(life.address) { found.append(life) }
    }
    return found
  }

  /// Whether a life has ended in the step that is going on.
  func hasJustEnded(_ scope: ScopeLifetime) -> Bool { ended[scope.address] === scope }

  /// The step is over.
  mutating func forgetEnded() { if !ended.isEmpty { ended = [:] } }

  /// Ends the lives of the children that a message has removed from a model. Returns them, each with the
  /// number of steps to the child that is gone, in which it was or which it is.
  mutating func close(
    after message: any Message, _ router: Router, _ model: UnsafeRawPointer, _ places: LastPlaces
  ) -> [(life: ScopeLifetime, gone: Int)] {
    var closed: [(life: ScopeLifetime, gone: Int)] = []
    for (node, depth) in router.removeGone(from: root, model, after: message, places) {
      node.forEach { node in
        guard let life = node.openScope, !life.isGone else { return }
        life.isGone = true
        ended[life.address] = life
        closed.append((life, depth))
      }
    }
    noteParts(router)
    return closed
  }

  /// Ends the lives of all children.
  mutating func closeAll() {
    root.forEach { $0.openScope?.isGone = true }
    self = ScopeLifetimes()
  }

  private mutating func noteParts(_ router: Router?) {
    if root.groupChanges == partChanges { return }
    partChanges = root.groupChanges
    // Without a router nothing is known of the model.
    regions = root.groups.reduce(0) { $0 | (router?.regions(of: $1) ?? .max) }
  }
}

extension ScopeNode {
  fileprivate var openScope: ScopeLifetime? {
    life.map { unsafeDowncast($0, to: ScopeLifetime.self) }
  }
}
