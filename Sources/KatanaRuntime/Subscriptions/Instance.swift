import Katana

/// A subscription that runs, or is about to start.
///
/// It is the source of its interpreter's messages, too. An app may have thousands of instances, so
/// each is kept small, and is one object.
final class Instance: SubscriptionSource, Comparable, @unchecked Sendable {
  // Sendable, because interpreters use only the state of the source, from any thread. All else is
  // used inside of steps only, which never overlap.
  /// The payload that the interpreter received last. Its `id` is always the same.
  var payload: any Subscription
  /// All declarations of the instance, in declared order.
  var declared = Declarations()
  var interpreter: (any SubscriptionInterpreter)?
  /// 0 before its start. Then it has the payload of its first declaration, for which it was created.
  var startNumber = 0
  /// Whether its declarations change in the current step.
  var isTouched = false

  init(_ subscription: any Subscription, in scope: AnyAddress, _ table: DeclarationTable) {
    self.payload = subscription
    super.init(of: subscription.dynamicType, in: scope, table)
  }

  /// Creates an instance that takes the place of another one, with a new payload.
  init(succeeding old: Instance, _ subscription: any Subscription) {
    payload = subscription
    super.init(of: old.type, in: old.scope, old.table)
    (declared, old.declared) = (old.declared, declared)
  }

  var isRunning: Bool { interpreter != nil }

  var key: InstanceKey { InstanceKey(payload, in: scope) }

  /// Adds a declaration.
  func declare(_ declaration: Declaration) {
    // Not changed in place, since that would be checked for overlapping accesses.
    var all = declared
    declared = Declarations()
    all.append(declaration)
    declared = all
  }

  /// Drops the declarations that were removed, and puts the others in declared order.
  ///
  /// - Parameter position: Returns the position of a list in the declared order.
  func arrange(_ position: (DeclaredList) -> [Int]) {
    if declared.isOneAtMost {
      if declared.first?.list == nil { declared = Declarations() }
      return
    }
    let placed = declared.all.compactMap { declaration in
      declaration.list.map { (declaration, position($0) + [Int(declaration.index)]) }
    }
    declared = Declarations(
      placed.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0))
  }

  /// Whether it was started before another one.
  static func < (lhs: Instance, rhs: Instance) -> Bool { lhs.startNumber < rhs.startNumber }
  static func == (lhs: Instance, rhs: Instance) -> Bool { lhs === rhs }
}

/// The declarations of one instance. Most instances have one, which needs no array.
struct Declarations {
  private(set) var first: Declaration?
  private var others: [Declaration]?

  /// All declarations, in order.
  var all: [Declaration] { (first.map { [$0] } ?? []) + (others ?? []) }
  var isOneAtMost: Bool { others == nil }

  init() {}

  init(_ all: some Collection<Declaration>) {
    first = all.first
    if all.count > 1 { others = Array(all.dropFirst()) }
  }

  mutating func append(_ declaration: Declaration) {
    if first == nil { return first = declaration }
    if others == nil { others = [] }
    others?.append(declaration)
  }
}
