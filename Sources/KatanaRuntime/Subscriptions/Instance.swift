import Katana

/// A subscription that runs, or is about to start.
final class Instance: Comparable {
  // All unchecked: used inside of steps only, which never overlap.
  let key: InstanceKey
  @exclusivity(unchecked) var source: SubscriptionSource
  /// The payload that the interpreter received last.
  @exclusivity(unchecked) var payload: any Subscription
  /// All declarations of the instance, in declared order.
  @exclusivity(unchecked) var declared = Declarations()
  /// The declarations for which the instance sends: those that agree on the payload.
  @exclusivity(unchecked) var declarations = Declarations()
  @exclusivity(unchecked) var interpreter: (any SubscriptionInterpreter)?
  @exclusivity(unchecked) var startNumber = 0
  /// Whether its declarations change in the current step.
  @exclusivity(unchecked) var isTouched = false

  init(key: InstanceKey, source: SubscriptionSource) {
    self.key = key
    self.payload = key.subscription
    self.source = source
  }

  var isRunning: Bool { interpreter != nil }

  static func < (lhs: Instance, rhs: Instance) -> Bool { lhs.startNumber < rhs.startNumber }
  static func == (lhs: Instance, rhs: Instance) -> Bool { lhs === rhs }
}

/// A declaration, and its instance.
struct Declared {
  let declaration: Declaration
  let instance: Instance
}

/// The instances whose declarations change in a step, each once.
struct TouchedInstances {
  private(set) var all: [Instance] = []

  mutating func add(_ instance: Instance) {
    if instance.isTouched { return }
    instance.isTouched = true
    all.append(instance)
  }
}

/// The declarations of one instance. Most instances have one, which needs no array.
struct Declarations {
  private(set) var first: Declaration?
  private var others: [Declaration]?

  var isEmpty: Bool { first == nil }
  /// All declarations, in order.
  var all: [Declaration] { (first.map { [$0] } ?? []) + (others ?? []) }
  var isOneAtMost: Bool { others == nil }

  init() {}

  init(_ all: some Collection<Declaration>) {
    first = all.first
    if all.count > 1 { others = Array(all.dropFirst()) }
  }

  mutating func append(_ declaration: Declaration) {
    if first == nil { first = declaration } else { others = (others ?? []) + [declaration] }
  }
}
