package import Katana

/// Starts, updates and stops subscriptions, so that those that run are those that the model
/// declares. Used inside of steps only.
final class SubscriptionStore {
  private let core: RuntimeCore
  /// Returns the function that makes the interpreter of a subscription; `nil` if there is none.
  private let makeFactory: (any Subscription.Type) -> SubscriptionFactory?
  /// The factories that were looked up, by the types of their subscriptions.
  private var factories: [ObjectIdentifier: Factory] = [:]
  let table: DeclarationTable
  private var instances: [InstanceKey: Instance] = [:]
  private var startCount = 0
  private let router: Router

  init(
    core: RuntimeCore, router: Router,
    factory: @escaping (any Subscription.Type) -> SubscriptionFactory?
  ) {
    self.core = core
    makeFactory = factory
    self.table = DeclarationTable(core: core)
    self.router = router
  }

  /// A structure, because a closure in a dictionary gets a wrapper each time that it is read.
  private struct Factory {
    let make: SubscriptionFactory
  }

  /// The running subscriptions, in the order of their start.
  var running: [any Subscription] {
    instances.values.filter(\.isRunning).sorted().map(\.payload)
  }

  /// Applies the changes of declared subscriptions: stops instances in reverse order of their
  /// start, then updates, then starts in declared order.
  ///
  /// - Parameter changes: The changes of the lists, in declared order.
  func declare(_ changes: [ListChange], cause: UInt64) {
    let touched = redeclare(changes, cause: cause)
    let removed = touched.filter { $0.declarations.first == nil }
    var kept = inOrder(touched.filter { $0.declarations.first != nil }, after: changes)
    for instance in removed.sorted(by: >) { remove(instance) }
    for index in kept.indices where kept[index].startNumber > 0 {
      core.call { kept[index] = updated(kept[index]) }
    }
    for instance in kept where !instance.isRunning { core.call { start(instance) } }
  }

  /// Stops all instances, in reverse order of their start.
  ///
  /// - Parameter lists: All lists.
  func stopAll(_ lists: [DeclaredList]) {
    _ = redeclare(lists.map { ListChange($0, of: nil, to: []) }, cause: 0)
    for instance in instances.values.sorted(by: >) { remove(instance) }
  }

  /// Adds and removes declarations according to the new values. Returns the instances whose
  /// declarations changed, each once.
  private func redeclare(_ changes: [ListChange], cause: UInt64) -> [Instance] {
    // With their addresses, because a declaration may move from the list of one child to that of another
    // one.
    let oldValues = changes.flatMap { $0.list.values[$0.part.old].map($0.list.placed) }
    let values = changes.flatMap { $0.values[$0.part.new].map($0.list.placed) }
    let old = changes.flatMap { $0.list.declarations[$0.part.old] }
    let diff = SubscriptionDiff(from: oldValues[...], to: values[...])
    var touched: [Instance] = []
    func touch(_ instance: Instance?) {
      guard let instance, !instance.isTouched else { return }
      instance.isTouched = true
      touched.append(instance)
    }
    for index in diff.removed { touch(instances[key(of: oldValues[index])]) }
    var declared: [Declaration] = []
    declared.reserveCapacity(values.count)
    var lastOld = -1
    for change in changes {
      for _ in change.part.new {
        let index = declared.count
        guard let oldIndex = diff.continued[index] else {
          let (declaration, instance) = declare(values[index], cause: cause)
          declared.append(declaration)
          touch(instance)
          continue
        }
        // The order of declarations that share an instance may have changed, which is the order of
        // their messages. It may also change when a declaration has moved to another list, past
        // those of a third list that has not changed.
        if oldIndex < lastOld || old[oldIndex].list !== change.list {
          touch(instances[key(of: values[index])])
        }
        lastOld = max(lastOld, oldIndex)
        declared.append(old[oldIndex])
      }
    }
    table.replace(changes, declared, removed: diff.removed.map { old[$0] })
    // Keeps the removed declarations, because a deinitialiser may run any code.
    withExtendedLifetime(old) { regroup(touched) }
    return touched
  }

  /// Returns instances in the order of their first declarations.
  ///
  /// The walk has found the changed lists in declared order. Only its order knows where a row is.
  private func inOrder(_ instances: [Instance], after changes: [ListChange]) -> [Instance] {
    if instances.count < 2 { return instances }
    var places: [ObjectIdentifier: Int] = [:]
    for (index, change) in changes.enumerated() { places[ObjectIdentifier(change.list)] = index }
    func place(of instance: Instance) -> [Int] {
      guard let first = instance.declarations.first, let list = first.list else { return [] }
      if let place = places[ObjectIdentifier(list)] { return [2 * place + 1, Int(first.index)] }
      // Between changed lists.
      let own = position(of: list)
      let next = changes.firstIndex {
        $0.record != nil && own.lexicographicallyPrecedes(position(of: $0.list))
      }
      return [2 * (next ?? changes.count)] + own + [Int(first.index)]
    }
    return instances.map { ($0, place(of: $0)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  /// Returns the position of a list in the declared order, without that of the rows in a part.
  private func position(of list: DeclaredList) -> [Int] {
    router.position(of: list.item, in: list.address)
  }

  /// Sets the current declarations of each instance.
  private func regroup(_ touched: [Instance]) {
    let agreed = touched.map { instance in
      instance.isTouched = false
      instance.arrange(position)
      return instance.declared.isOneAtMost
        ? instance.declared : Declarations(agreeing(instance.declared.all))
    }
    table.assign(agreed, to: touched)
  }

  /// Returns the declarations that agree with the payload of the first one. Reports the others,
  /// which have a different payload under the same id.
  private func agreeing(_ declared: [Declaration]) -> [Declaration] {
    let payload = leaf(of: declared[0])
    let agreeing = declared.filter { isSame(leaf(of: $0), payload) }
    if agreeing.count < declared.count { core.report(.conflictingSubscriptions(payload)) }
    return agreeing
  }

  /// Returns the newest value of a declaration.
  private func leaf(of declaration: Declaration) -> any Subscription {
    unwrapped(declaration.value).leaf
  }

  private func key(of value: any Subscription) -> InstanceKey {
    let (leaf, context) = unwrapped(value)
    return InstanceKey(leaf, in: context.scope)
  }

  private func declare(
    _ value: any Subscription, cause: UInt64
  ) -> (Declaration, Instance) {
    let (leaf, context) = unwrapped(value)
    let scope = context.scope
    if !scope.isEmpty, !router.hasPart(scope) {
      core.loop?.reportUnreached(
        "The subscription \(type(of: leaf))", type(of: leaf), in: scope, cause: cause)
    }
    let key = InstanceKey(leaf, in: scope)
    let instance = instances[key] ?? Instance(leaf, in: scope, table)
    instances[key] = instance
    let limit: Int? =
      switch leaf.buffering {
      case .all: nil
      case .latest: 1
      case .newest(let count): count
      }
    let declaration = Declaration(core: core, type: instance.type, cause: cause, limit: limit)
    instance.declare(declaration)
    return (declaration, instance)
  }

  /// Gives an instance its newest payload. If its interpreter runs and cannot take it, stops that
  /// one, and returns a successor that must be started.
  private func updated(_ instance: Instance) -> Instance {
    guard let first = instance.declarations.first else { return instance }
    let payload = leaf(of: first)
    let isKept = instance.interpreter == nil || isSame(instance.payload, payload)
    if isKept || instance.interpreter.map({ updates($0, to: payload) }) == true {
      // The key has the payload, too.
      forget(instance)
      instance.payload = payload
      instances[instance.key] = instance
      if !isKept { tell(.updated, of: instance) }
      return instance
    }
    // A new source for the next interpreter, so that messages of the stopped one are dropped, also
    // those that it sends while it stops.
    let successor = Instance(succeeding: instance, payload)
    forget(instance)
    instances[successor.key] = successor
    table.assign([Declarations(), instance.declarations], to: [instance, successor])
    stop(instance)
    return successor
  }

  /// Passes a new payload to an interpreter. Returns whether the interpreter has taken it.
  private func updates<I: SubscriptionInterpreter>(
    _ interpreter: I, to subscription: any Subscription
  ) -> Bool { (subscription as? I.Sub).map(interpreter.update(to:)) ?? false }

  private func start(_ instance: Instance) {
    guard let factory = factory(of: instance.type) else {
      return core.report(.noSubscriptionInterpreter(of: instance.type))
    }
    startCount += 1
    instance.startNumber = startCount
    tell(.started, of: instance)
    func begin(_ interpreter: any SubscriptionInterpreter) {
      instance.interpreter = interpreter
      interpreter.start()
    }
    let interpreter = core.call { factory.make(instance.payload, instance) }
    if interpreter.flatMap({ made in core.call { begin(made) } }) == nil {
      tell(.stopped, of: instance)
    }
  }

  private func factory(of type: any Subscription.Type) -> Factory? {
    if let known = factories[ObjectIdentifier(type)] { return known }
    let found = makeFactory(type).map { Factory(make: $0) }
    factories[ObjectIdentifier(type)] = found
    return found
  }

  private func remove(_ instance: Instance) {
    forget(instance)
    stop(instance)
  }

  private func forget(_ instance: Instance) {
    instances[instance.key] = nil
    // So that an empty table keeps no memory.
    if instances.isEmpty { instances = [:] }
  }

  private func stop(_ instance: Instance) {
    guard let interpreter = instance.interpreter.take() else { return }
    interpreter.stop()
    tell(.stopped, of: instance)
  }

  private func tell(_ step: SubscriptionEvent.Step, of instance: Instance) {
    core.events?.subscription(instance.startNumber, instance.payload, in: instance.scope, step)
  }
}

/// The diff of two lists of declared subscriptions: which new ones continue old ones. Pure. It is
/// applied to the ``ChangedRange`` of the lists.
package struct SubscriptionDiff: Equatable {
  /// For each new element, the index of the equal old element that it continues.
  package private(set) var continued: [Int?]
  /// The indices of the old elements that no new element continues, in order.
  package private(set) var removed: [Int]

  package init(from old: ArraySlice<any Subscription>, to new: ArraySlice<any Subscription>) {
    var waiting = Waiting(old)
    continued = new.map { waiting.take($0) }
    removed = waiting.rest
  }
}

/// The old elements that no new element continues yet, by their hashes.
///
/// Indices, because a dictionary of values would copy them.
private struct Waiting {
  private let old: ArraySlice<any Subscription>
  /// For each hash, the first index; for each element, the next index with its hash.
  private var first: [Int: Int] = [:]
  private var next: [Int: Int] = [:]
  private var taken: Set<Int> = []

  init(_ old: ArraySlice<any Subscription>) {
    self.old = old
    for index in old.indices.reversed() {
      next[index] = first.updateValue(index, forKey: old[index].hashWithType)
    }
  }

  /// Takes the first element that is equal to a value. Returns its index in the list.
  mutating func take(_ value: any Subscription) -> Int? {
    let hash = value.hashWithType
    var (place, previous) = (first[hash], Int?.none)
    while let index = place {
      if areEqual(value, old[index]) {
        if let previous { next[previous] = next[index] } else { first[hash] = next[index] }
        taken.insert(index)
        return index
      }
      (previous, place) = (index, next[index])
    }
    return nil
  }

  var rest: [Int] { old.indices.filter { !taken.contains($0) } }
}
