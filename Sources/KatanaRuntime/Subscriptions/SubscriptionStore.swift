import Katana

/// Keeps what runs equal to what the model declares. Used inside the runtime's steps only.
final class SubscriptionStore {
  private let core: RuntimeCore
  private let factories: [ObjectIdentifier: Factory]
  private let otherFactory: Factory?
  private let table = DeclarationTable()
  /// What each provider declares, place by place as in the table.
  // Unchecked, as in `Instance`: used inside steps only, and a dynamic check costs 12 ns.
  @exclusivity(unchecked) private var sections: [[Declared]] = []
  /// By provider: where the subscriptions of its children are, once one child was asked alone.
  @exclusivity(unchecked) private var childRanges: [Int: ChildRanges] = [:]
  @exclusivity(unchecked) private var instances: [InstanceKey: Instance] = [:]
  private var startCount = 0
  private let router: Router?

  init(
    core: RuntimeCore, interpreters: [Interpreter], router: Router? = nil
  ) throws(WiringError) {
    self.core = core
    self.router = router
    var factories: [ObjectIdentifier: Factory] = [:]
    var otherFactory: Factory?
    for interpreter in interpreters {
      if case .otherSubscriptions(let make) = interpreter.kind {
        otherFactory = Factory(make: make, name: interpreter.name)
      }
      guard case .subscription(let type, let make) = interpreter.kind else { continue }
      if let other = factories[ObjectIdentifier(type)] {
        throw .twoSubscriptionInterpreters(
          subscription: "\(type)", first: "\(other.name)", second: "\(interpreter.name)")
      }
      factories[ObjectIdentifier(type)] = Factory(make: make, name: interpreter.name)
    }
    self.factories = factories
    self.otherFactory = otherFactory
  }

  /// Checks that a subscription type has an interpreter.
  func check(_ type: any Subscription.Type) throws(WiringError) {
    if factory(of: type) == nil {
      throw .noSubscriptionInterpreter(subscription: "\(type)")
    }
  }

  private func factory(of type: any Subscription.Type) -> Factory? {
    factories[ObjectIdentifier(type)] ?? otherFactory
  }

  /// A structure: a function in a dictionary or an optional alone is wrapped each time that it is
  /// taken out.
  private struct Factory {
    let make: SubscriptionFactory
    let name: InterpreterName
  }

  /// The running subscriptions, in the order of their start.
  var running: [any Subscription] { instances.values.filter(\.isRunning).sorted().map(\.payload) }

  /// Makes room for the lists of a number of providers.
  func grow(to count: Int) {
    table.grow(to: count)
    while sections.count < count { sections.append([]) }
  }

  /// What a provider declared the last time that it was asked.
  func list(of provider: Int) -> DeclaredList { table.lists[provider] }

  /// Where the subscriptions of a child are in the list of its part's provider: an empty range for a
  /// child without any; `nil` where that is not known.
  ///
  /// Finding it takes a look at the whole list, but only after the list has got another order.
  func range(of id: ScopeID, in part: PartName, of provider: Int) -> Range<Int>? {
    if childRanges[provider] == nil {
      childRanges[provider] = ChildRanges(of: table.lists[provider], in: part)
    }
    guard let ranges = childRanges[provider] else { return nil }
    return ranges[id] ?? 0..<0
  }

  /// Makes what runs equal to what is declared: stops in reverse order of start, then updates, then
  /// starts in declared order.
  ///
  /// - Parameter changes: Of those providers that were asked, in declared order.
  func declare(_ changes: [ListChange], cause: UInt64) {
    if changes.allSatisfy({ $0.part.isEmpty }) { return table.replace(changes) }
    for change in changes where change.movesChildren { childRanges[change.provider] = nil }
    let touched = redeclare(changes, cause: cause)
    let abandoned = touched.filter { $0.declarations.isEmpty }.sorted()
    for instance in abandoned.reversed() { remove(instance) }
    let declared = touched.filter { !$0.declarations.isEmpty }.sorted {
      guard let first = $0.declarations.first, let second = $1.declarations.first else {
        return false
      }
      return first.isBefore(second)
    }
    let starting = declared.filter(needsStart)
    for instance in starting where !core.isStepAbandoned { start(instance) }
  }

  /// Stops everything, in reverse order of start.
  func stopAll() {
    let changes = sections.indices.map { ListChange(provider: $0, endOf: table.lists[$0]) }
    if !changes.allSatisfy({ $0.part.isEmpty }) { _ = redeclare(changes, cause: 0) }
    for instance in instances.values.sorted().reversed() { remove(instance) }
  }

  func takeBuffered(_ declaration: Declaration) -> (any Message)? {
    table.takeBuffered(declaration)
  }

  /// Brings the declarations in line with the new values. Returns the instances whose declarations
  /// changed.
  private func redeclare(_ changes: [ListChange], cause: UInt64) -> [Instance] {
    let old = changes.flatMap { sections[$0.provider][$0.part.old] }
    let values = changes.flatMap(\.newValues)
    let providers = changes.flatMap { Array(repeating: $0.provider, count: $0.part.new.count) }
    let diff = SubscriptionDiff(
      from: changes.flatMap { table.lists[$0.provider].values[$0.part.old] }[...], to: values[...])
    var touched = TouchedInstances()
    for index in diff.removed {
      old[index].declaration.isSilenced = true
      touched.add(old[index].instance)
    }
    var declared: [Declared] = []
    declared.reserveCapacity(values.count)
    var lastOld = -1
    for ((value, provider), oldIndex) in zip(zip(values, providers), diff.continued) {
      guard let oldIndex else {
        declared.append(declare(value, cause: cause))
        touched.add(declared[declared.count - 1].instance)
        continue
      }
      // Out of order: those who share an instance get their messages in another order now. So may
      // they if one has gone to another provider, past those of a third that has not changed.
      let hasMoved = old[oldIndex].declaration.place?.provider != provider
      if oldIndex < lastOld || hasMoved { touched.add(old[oldIndex].instance) }
      lastOld = max(lastOld, oldIndex)
      declared.append(old[oldIndex])
    }
    put(declared, changes, removed: diff.removed.map { old[$0].declaration })
    regroup(touched.all)
    return touched.all
  }

  /// Puts declarations where they now belong, and the new values with them.
  private func put(_ declared: [Declared], _ changes: [ListChange], removed: [Declaration]) {
    var rest = declared[...]
    for change in changes {
      let count = change.part.new.count
      sections[change.provider].replaceSubrange(change.part.old, with: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    table.replace(changes, removed: removed) { change in
      let section = sections[change.provider]
      let end = change.part.isOfOtherLength ? section.count : change.part.new.upperBound
      for index in change.part.new.lowerBound..<end {
        section[index].declaration.place = Declaration.Place(
          provider: change.provider, index: index)
      }
    }
  }

  /// Gives each instance the declarations that it has now.
  private func regroup(_ touched: [Instance]) {
    for instance in touched {
      if instance.declared.isOneAtMost {
        if instance.declared.first?.place == nil { instance.declared = Declarations() }
        instance.declarations = instance.declared
      } else {
        let declared = instance.declared.all.filter { $0.place != nil }.sorted { $0.isBefore($1) }
        instance.declared = Declarations(declared)
        instance.declarations = Declarations(agreeing(declared, instance))
      }
      instance.isTouched = false
    }
    table.assign(touched.map { ($0.source, $0.declarations) })
  }

  /// Of declarations with different payloads under one id, those that agree with the first.
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

  /// The newest value of a declaration.
  private func leaf(of declaration: Declaration) -> any Subscription {
    guard let place = declaration.place else { preconditionFailure("it is declared") }
    return unwrapped(table.lists[place.provider].values[place.index]).leaf
  }

  private func declare(_ value: any Subscription, cause: UInt64) -> Declared {
    let (leaf, context) = unwrapped(value)
    let scope = context.scope
    if !scope.isEmpty, let router, !router.hasPart(scope) {
      core.cycle?.reportUnreached(
        "The subscription \(type(of: leaf))", type(of: leaf), in: scope, cause: cause)
    }
    let instance = instance(InstanceKey(leaf, in: scope))
    let declaration = declaration(of: leaf, cause: cause)
    instance.declared.append(declaration)
    return Declared(declaration: declaration, instance: instance)
  }

  private func declaration(of leaf: any Subscription, cause: UInt64) -> Declaration {
    let limit: Int? =
      switch leaf.buffering {
      case .all: nil
      case .latest: 1
      case .newest(let count): count
      }
    return Declaration(core: core, type: type(of: leaf), cause: cause, limit: limit)
  }

  private func instance(_ key: InstanceKey) -> Instance {
    if let instance = instances[key] { return instance }
    let instance = Instance(key: key, source: source(for: key.subscription))
    instances[key] = instance
    return instance
  }

  private func source(for subscription: any Subscription) -> SubscriptionSource {
    SubscriptionSource(of: type(of: subscription), core: core, table: table)
  }

  /// Whether an instance must be started: it is new, or it could not take its new payload.
  private func needsStart(_ instance: Instance) -> Bool {
    guard let declaration = instance.declarations.first else { return false }
    let payload = leaf(of: declaration)
    defer { instance.payload = payload }
    guard let interpreter = instance.interpreter else { return true }
    if isSame(instance.payload, payload) { return false }
    if updates(interpreter, to: payload) {
      instance.payload = payload
      core.events?.subscription(instance, .updated)
      return false
    }
    // A source of its own for the next one: what the stopped one sends goes nowhere, also while it
    // stops.
    let old = instance.source
    instance.source = source(for: payload)
    table.assign([(old, Declarations()), (instance.source, instance.declarations)])
    stop(instance)
    return true
  }

  /// Hands an interpreter a new payload. Returns whether it could take it.
  private func updates<I: SubscriptionInterpreter>(
    _ interpreter: I, to subscription: any Subscription
  ) -> Bool { (subscription as? I.Sub).map(interpreter.update(to:)) ?? false }

  private func start(_ instance: Instance) {
    guard let factory = factory(of: type(of: instance.payload)) else {
      return core.report(
        .noSubscriptionInterpreter(subscription: "\(type(of: instance.payload))"))
    }
    startCount += 1
    instance.startNumber = startCount
    core.events?.subscription(instance, .started)
    let interpreter = factory.make(instance.payload, instance.source)
    instance.interpreter = interpreter
    interpreter.start()
  }

  private func remove(_ instance: Instance) {
    instances[instance.key] = nil
    stop(instance)
  }

  private func stop(_ instance: Instance) {
    guard let interpreter = instance.interpreter else { return }
    interpreter.stop()
    instance.interpreter = nil
    core.events?.subscription(instance, .stopped)
  }
}
