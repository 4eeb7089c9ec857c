import Katana

/// One subscription that runs, or is about to.
final class Instance: Comparable {
  // All unchecked: used inside the runtime's steps only, which never overlap.
  let key: InstanceKey
  @exclusivity(unchecked) var source: SubscriptionSource
  /// The value that the interpreter was given last.
  @exclusivity(unchecked) var payload: any Subscription
  /// Everybody who declares it, in declared order.
  @exclusivity(unchecked) var declared: [Declaration] = []
  /// Of these, whom it sends for.
  @exclusivity(unchecked) var declarations: [Declaration] = []
  @exclusivity(unchecked) var interpreter: (any RunningSubscription)?
  @exclusivity(unchecked) var startNumber = 0
  /// Whether its declarations change in this step.
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

/// One declared subscription, and what runs for it.
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
