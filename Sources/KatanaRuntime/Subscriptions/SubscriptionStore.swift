import Katana

/// Starts, updates and stops subscriptions, so that those that run are those that the model
/// declares. Used inside of steps only.
final class SubscriptionStore {
  private let core: RuntimeCore
  /// Returns the function that makes the interpreter of a subscription; `nil` if there is none.
  private let factory: (any Subscription.Type) -> SubscriptionFactory?
  /// The factories that were looked up, by the types of their subscriptions.
  private var factories: [ObjectIdentifier: Factory] = [:]
  /// The factory that was looked up last. Most lists have one type of subscriptions only.
  // Unmanaged, because the dictionary holds it, and it is used for each subscription that starts.
  @exclusivity(unchecked) private var lastFactory:
    (type: any Subscription.Type, factory: Unmanaged<Factory>)?
  private let table: DeclarationTable
  /// The declarations of each provider, at the same indices as their values in the table.
  // Unchecked, as in `Instance`: used inside of steps only, and dynamic exclusivity checks are
  // measurable here.
  @exclusivity(unchecked) private var sections: [[Declared]] = []
  /// At most one for each key.
  @exclusivity(unchecked) private var instances = HashedTable<Instance>()
  private var startCount = 0
  private let router: Router?

  init(core: RuntimeCore, router: Router, factory: @escaping (any Subscription.Type) -> SubscriptionFactory?) {
    self.core = core
    self.factory = factory
    self.table = DeclarationTable(core: core)
    self.router = router
  }

  private func factory(of type: any Subscription.Type) -> Unmanaged<Factory>? {
    if let lastFactory, lastFactory.type == type { return lastFactory.factory }
    guard let found = factories[ObjectIdentifier(type)] ?? newFactory(of: type) else { return nil }
    let factory = Unmanaged.passUnretained(found)
    lastFactory = (type, factory)
    return factory
  }

  private func newFactory(of type: any Subscription.Type) -> Factory? {
    guard let make = factory(type) else { return nil }
    let factory = Factory(make)
    factories[ObjectIdentifier(type)] = factory
    return factory
  }

  /// An object, because a closure in a dictionary or an optional gets a wrapper each time that it
  /// is read, and because reading a structure retains its closure.
  private final class Factory {
    let make: SubscriptionFactory

    init(_ make: @escaping SubscriptionFactory) { self.make = make }
  }

  /// The running subscriptions, in the order of their start.
  var running: [any Subscription] {
    instances.all.map(\.value).filter(\.isRunning).sorted().map(\.payload)
  }

  /// Makes room for the lists of a number of providers.
  func grow(to count: Int) {
    table.grow(to: count)
    while sections.count < count { sections.append([]) }
  }

  /// Returns the subscriptions that a provider declared when it was last asked.
  func list(of provider: Int) -> DeclaredList { table.lists[provider] }

  /// Takes over a list that equals the last one of its provider, because a value may hold a newer
  /// reply. Returns `false` if the list is another one.
  func renew(_ provider: Int, _ declared: [any Subscription]) -> Bool {
    table.renew(provider, declared)
  }

  /// Applies the changes of declared subscriptions: stops instances in reverse order of their
  /// start, then updates, then starts in declared order.
  ///
  /// - Parameter changes: The changes of the providers that were asked, in declared order.
  func declare(_ changes: [ListChange], cause: UInt64) {
    if changes.allSatisfy({ $0.part.isEmpty }) { return table.replace(changes) }
    var instances = redeclare(changes, cause: cause)
    func comesBefore(_ lhs: Unmanaged<Instance>, _ rhs: Unmanaged<Instance>) -> Bool {
      lhs._withUnsafeGuaranteedRef { lhs in rhs._withUnsafeGuaranteedRef { lhs.comesBefore($0) } }
    }
    // Sorting takes memory, and they are in order mostly.
    if instances.indices.dropFirst().contains(where: {
      comesBefore(instances[$0], instances[$0 - 1])
    }) {
      instances.sort(by: comesBefore)
    }
    let firstDeclared =
      instances.firstIndex { $0._withUnsafeGuaranteedRef { $0.position != nil } }
      ?? instances.endIndex
    for instance in instances[..<firstDeclared] { instance._withUnsafeGuaranteedRef(remove) }
    for index in firstDeclared..<instances.endIndex
    where instances[index]._withUnsafeGuaranteedRef({ !$0.isNew }) && !core.isStepAbandoned {
      if let successor = update(instances[index].takeUnretainedValue()) {
        instances[index] = .passUnretained(successor)
      }
    }
    for instance in instances[firstDeclared...] where !core.isStepAbandoned {
      instance._withUnsafeGuaranteedRef { if !$0.isRunning { start($0) } }
    }
  }

  /// Stops all instances, in reverse order of their start.
  func stopAll() {
    let changes = sections.indices.map { ListChange(provider: $0, endOf: table.lists[$0]) }
    if !changes.allSatisfy({ $0.part.isEmpty }) { _ = redeclare(changes, cause: 0) }
    for instance in instances.all.map(\.value).sorted().reversed() { remove(instance) }
  }

  func takeBuffered(_ declaration: Declaration) -> (any Message)? {
    table.takeBuffered(declaration)
  }

  /// Adds and removes declarations according to the new values. Returns the instances whose
  /// declarations changed.
  private func redeclare(_ changes: [ListChange], cause: UInt64) -> [Unmanaged<Instance>] {
    let old = changes.joined { sections[$0.provider][$0.part.old] }
    let values = changes.joined(\.newValues)
    let hashes = values.map { hashOfKey($0) }
    let diff = SubscriptionDiff(
      from: changes.joined { table.lists[$0.provider].values[$0.part.old] }[...], to: values[...],
      hashes: (old.map(\.instance.hash32), hashes))
    var touched = TouchedInstances()
    for index in diff.removed.reversed() {
      touched.add(old[index].instance)
    }
    var declared: [Declared] = []
    declared.reserveCapacity(values.count)
    var lastOld = -1
    for change in changes {
      for _ in change.part.new {
        let index = declared.count
        guard let oldIndex = diff.continued[index] else {
          declared.append(declare(values[index], hashes[index], cause: cause))
          touched.add(declared[index].instance)
          continue
        }
        // The order of declarations that share an instance may have changed, which is the order of
        // their messages. It may also change when a declaration has moved to another provider, past
        // those of a third provider that has not changed.
        let hasMoved = old[oldIndex].declaration.position?.provider != change.provider
        if oldIndex < lastOld || hasMoved { touched.add(old[oldIndex].instance) }
        lastOld = max(lastOld, oldIndex)
        declared.append(old[oldIndex])
      }
    }
    put(declared, changes, removed: diff.removed.map { old[$0].declaration })
    // Keeps the removed declarations, because a deinitialiser may run any code.
    withExtendedLifetime(old) { regroup(touched.all) }
    return touched.all
  }

  /// Stores the declarations and the new values at their new positions.
  private func put(_ declared: [Declared], _ changes: [ListChange], removed: [Declaration]) {
    var rest = declared[...]
    for change in changes {
      let count = change.part.new.count
      if change.part.old == sections[change.provider].indices {
        // The only change that declares anything needs no copy.
        let isAll = count == declared.count
        sections[change.provider] = isAll ? declared : Array(rest.prefix(count))
      } else {
        sections[change.provider].replaceSubrange(change.part.old, with: rest.prefix(count))
      }
      rest = rest.dropFirst(count)
    }
    table.replace(changes, removed: removed) { change in
      let section = sections[change.provider]
      let end = change.part.isOfOtherLength ? section.count : change.part.new.upperBound
      for index in change.part.new.lowerBound..<end {
        section[index].declaration.position = Declaration.Position(
          provider: change.provider, index: index)
      }
    }
  }

  /// Sets the current declarations of each instance.
  private func regroup(_ touched: [Unmanaged<Instance>]) {
    let several = table.assignOne(to: touched)
    if several.isEmpty { return }
    var agreed: [(SubscriptionSource, Declarations)] = []
    for instance in several {
      let declared = instance.declared.all.filter { $0.position != nil }.sorted { $0.isBefore($1) }
      instance.declared = Declarations(declared)
      agreed.append((instance, Declarations(agreeing(declared, instance))))
    }
    table.assign(agreed)
  }

  /// Returns the declarations that agree with the payload of the first one. Reports the others,
  /// which have a different payload under the same id.
  private func agreeing(_ declared: [Declaration], _ instance: Instance) -> [Declaration] {
    guard declared.count > 1 else { return declared }
    let payload = leaf(of: declared[0])
    let agreeing = declared.filter { isSame(leaf(of: $0), payload) }
    if agreeing.count < declared.count {
      core.report(
        .conflictingSubscriptions(
          subscription: "\(type(of: payload))", id: instance.key.idDescription,
          of: instance.key.idName))
    }
    return agreeing
  }

  /// Returns the newest value of a declaration.
  private func leaf(of declaration: Declaration) -> any Subscription {
    guard let position = declaration.position else { preconditionFailure("it is declared") }
    return leaf(at: position)
  }

  private func leaf(at position: Declaration.Position) -> any Subscription {
    let value = table.lists[position.provider].values[position.index]
    return value.isWrapper ? unwrapped(value).leaf : value
  }

  private func hashOfKey(_ value: any Subscription) -> UInt32 {
    if !value.isWrapper { return InstanceKey.hash(of: value, in: .root) }
    let (leaf, context) = unwrapped(value)
    return InstanceKey.hash(of: leaf, in: context.scope)
  }

  /// - Parameter hash: The hash of the key.
  private func declare(_ value: any Subscription, _ hash: UInt32, cause: UInt64) -> Declared {
    // Without a copy, which is measurable here.
    if !value.isWrapper { return declare(value, in: .root, hash, cause: cause) }
    let (leaf, context) = unwrapped(value)
    let scope = context.scope
    if !scope.isEmpty, let router, !router.hasPart(scope) {
      core.steps?.reportUnreached(
        "The subscription \(type(of: leaf))", type(of: leaf), in: scope, cause: cause)
    }
    return declare(leaf, in: scope, hash, cause: cause)
  }

  private func declare(
    _ leaf: any Subscription, in scope: AnyAddress, _ hash: UInt32, cause: UInt64
  ) -> Declared {
    let instance = instance(of: leaf, in: scope, hash)
    let limit: Int? =
      switch leaf.buffering {
      case .all: nil
      case .latest: 1
      case .newest(let count): count
      }
    let declaration = Declaration(core: core, type: instance.type, cause: cause, limit: limit)
    instance.declared.append(declaration)
    return Declared(declaration: declaration, instance: instance)
  }

  private func instance(
    of leaf: any Subscription, in scope: AnyAddress, _ hash: UInt32
  ) -> Instance {
    let new = Instance(leaf, in: scope, hash: hash, table)
    if let known = instances.value(new.hash, where: new.hasKey) { return known }
    instances.insert(new, new.hash)
    return new
  }

  /// Gives an instance its newest payload. If its interpreter runs and cannot take it, stops that
  /// one, and returns a successor that must be started.
  private func update(_ instance: Instance) -> Instance? {
    guard let position = instance.position else { return nil }
    let payload = leaf(at: position)
    guard let interpreter = instance.interpreter else {
      instance.payload = payload
      return nil
    }
    let isKept = isSame(instance.payload, payload)
    if isKept || updates(interpreter, to: payload) {
      instance.payload = payload
      if !isKept { core.events?.subscription(instance, .updated) }
      return nil
    }
    // A new source for the next interpreter, so that messages of the stopped one are dropped, also
    // those that it sends while it stops.
    let successor = Instance(succeeding: instance, payload)
    instances.remove(instance.hash) { $0 === instance }
    instances.insert(successor, successor.hash)
    for case let position? in instance.declared.all.map(\.position) {
      sections[position.provider][position.index].instance = successor
    }
    table.assign([(instance, Declarations()), (successor, instance.declarations)])
    stop(instance)
    return successor
  }

  /// Passes a new payload to an interpreter. Returns whether the interpreter has taken it.
  private func updates<I: SubscriptionInterpreter>(
    _ interpreter: I, to subscription: any Subscription
  ) -> Bool { (subscription as? I.Sub).map(interpreter.update(to:)) ?? false }

  private func start(_ instance: Instance) {
    instance.isNew = false
    guard let factory = factory(of: instance.type) else {
      return core.report(.noSubscriptionInterpreter(subscription: "\(instance.type)"))
    }
    startCount += 1
    instance.startNumber = startCount
    core.events?.subscription(instance, .started)
    let interpreter =
      core.isStepAbandoned
      ? nil : factory._withUnsafeGuaranteedRef { $0.make(instance.payload, instance) }
    guard let interpreter, !core.isStepAbandoned else {
      core.events?.subscription(instance, .stopped)
      return
    }
    instance.interpreter = interpreter
    interpreter.start()
  }

  private func remove(_ instance: Instance) {
    let held = instances.remove(instance.hash) { $0 === instance }
    stop(instance)
    withExtendedLifetime(held) {}
  }

  private func stop(_ instance: Instance) {
    guard let interpreter = instance.interpreter.take() else { return }
    interpreter.stop()
    core.events?.subscription(instance, .stopped)
  }
}
