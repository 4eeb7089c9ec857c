import Katana

/// A subscription that runs, or is about to start.
///
/// It is the source of its interpreter's messages, too. An app may have thousands of instances, so
/// each is kept small, and is one object.
final class Instance: SubscriptionSource, Comparable, @unchecked Sendable {
  // Sendable, because interpreters use only the state of the source, from any thread. All else is
  // used inside of steps only, which never overlap, and so is not checked for exclusive access.
  /// The payload that the interpreter received last. Its `id` is always the same.
  @exclusivity(unchecked) var payload: any Subscription
  /// All declarations of the instance, in declared order.
  @exclusivity(unchecked) var declared = Declarations()
  @exclusivity(unchecked) var interpreter: (any SubscriptionInterpreter)?
  @exclusivity(unchecked) var startNumber = 0
  /// The hash of the key.
  let hash32: UInt32
  /// Whether no step has tried to start it yet. Then it has the payload of its first declaration, for
  /// which it was created.
  @exclusivity(unchecked) var isNew = true
  /// Whether its declarations change in the current step.
  @exclusivity(unchecked) var isTouched = false

  /// - Parameter hash: The hash of the key.
  init(
    _ subscription: any Subscription, in scope: AnyAddress, hash: UInt32, _ table: DeclarationTable
  ) {
    self.payload = subscription
    self.hash32 = hash
    super.init(of: subscription.dynamicType, in: scope, table)
  }

  /// Creates an instance that takes the place of another one, with a new payload.
  init(succeeding old: Instance, _ subscription: any Subscription) {
    payload = subscription
    declared = old.declared
    hash32 = old.hash32
    super.init(succeeding: old)
  }

  var key: InstanceKey { InstanceKey(payload, in: scope, hash: hash32) }
  /// The hash of the key.
  var hash: UInt64 { UInt64(hash32) }
  var isRunning: Bool { interpreter != nil }

  /// The position of its first declaration; `nil` if it has none.
  var position: Declaration.Position? { declarations.first?.position }

  /// Sends for its declaration from now on, if it has one at most. Called with the table's lock
  /// held. Returns `false` if it has several.
  // Not inlined: in a loop, the compiler would retain each instance and each declaration once more.
  @inline(never)
  func sendForOne() -> Bool {
    isTouched = false
    guard declared.isOneAtMost else { return false }
    if declared.first?.position == nil { declared = Declarations() }
    declarations = declared
    return true
  }

  /// Whether another instance has the same key. Makes no keys, because they would copy payloads.
  func hasKey(of other: Instance) -> Bool {
    scope == other.scope && haveEqualIDs(payload, other.payload)
  }

  /// Whether a step stops or starts it before another one. First come those that are no longer
  /// declared, of these the last to start first, then the others, in declared order.
  func comesBefore(_ other: Instance) -> Bool {
    guard let position else { return other.position != nil || other < self }
    return other.position.map { position < $0 } ?? false
  }

  static func < (lhs: Instance, rhs: Instance) -> Bool { lhs.startNumber < rhs.startNumber }
  static func == (lhs: Instance, rhs: Instance) -> Bool { lhs === rhs }
}

/// A declaration, and its instance.
struct Declared {
  let declaration: Declaration
  var instance: Instance
}

/// The instances whose declarations change in a step, each once.
struct TouchedInstances {
  // Unmanaged, because each loop over objects retains each of them, which took a tenth of the time
  // when many change. The store holds each instance until it has stopped it.
  private(set) var all: [Unmanaged<Instance>] = []

  mutating func add(_ instance: Instance) {
    if instance.isTouched { return }
    instance.isTouched = true
    all.append(.passUnretained(instance))
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
    if first == nil {
      first = declaration
    } else if others == nil {
      others = [declaration]
    } else {
      others!.append(declaration)
    }
  }
}
