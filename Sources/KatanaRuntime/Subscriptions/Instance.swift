package import Katana

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

/// What makes two declared subscriptions the same instance: their scope, their type and their `id`.
package struct InstanceKey: Hashable {
  /// The address of the child that declares it; empty for the app itself.
  let scope: AnyAddress
  /// The subscription whose `id` is compared. The `id` itself would need a box of its own.
  let subscription: any Subscription
  /// Computed once, because a key is looked up several times, and different keys usually differ in
  /// it.
  let hash: Int

  package init(_ subscription: any Subscription, in scope: AnyAddress) {
    self.scope = scope
    self.subscription = subscription
    let hash = subscription.idHashWithType
    self.hash = scope.isEmpty ? hash : hash &+ scope.hashValue
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && haveEqualIDs(lhs.subscription, rhs.subscription)
      && lhs.scope == rhs.scope
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Returns whether two declared values have the same payload. Their replies may differ.
func isSame(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  areEqual(lhs, rhs) || areEqualApartFromReplies(lhs, rhs)
}

extension RuntimeIssue {
  /// Returns the issue of two declared subscriptions with one id; `nil` if they have the same
  /// payload.
  package static func conflict(
    between first: any Subscription, and second: any Subscription
  ) -> RuntimeIssue? {
    let (first, second) = (unwrapped(first).leaf, unwrapped(second).leaf)
    return isSame(first, second) ? nil : .conflictingSubscriptions(first)
  }
}
