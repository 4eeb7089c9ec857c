package import Katana

/// Keeps what runs equal to what the model declares. Used inside the runtime's steps only.
final class SubscriptionHost {
  private let home: Home
  private let factories: [ObjectIdentifier: (make: SubscriptionFactory, name: InterpreterName)]
  private let otherFactory: SubscriptionFactory?
  private let table = DeclarationTable()
  private var values: [any Subscription] = []
  private var declarations: [Declaration] = []
  private var instances: [InstanceKey: Instance] = [:]
  private var keys: [InstanceKey] = []
  private var startCount = 0

  init(home: Home, interpreters: [Interpreter]) throws(WiringError) {
    self.home = home
    var factories: [ObjectIdentifier: (make: SubscriptionFactory, name: InterpreterName)] = [:]
    var otherFactory: SubscriptionFactory?
    for interpreter in interpreters {
      if case .otherSubscriptions(let make) = interpreter.kind { otherFactory = make }
      guard case .subscription(let type, let make) = interpreter.kind else { continue }
      if let other = factories[ObjectIdentifier(type)] {
        throw .twoSubscriptionInterpreters(
          subscription: "\(type)", first: "\(other.name)", second: "\(interpreter.name)")
      }
      factories[ObjectIdentifier(type)] = (make, interpreter.name)
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

  private func factory(of type: any Subscription.Type) -> SubscriptionFactory? {
    factories[ObjectIdentifier(type)]?.make ?? otherFactory
  }

  /// The running subscriptions, in the order of their start.
  var running: [any Subscription] { instances.values.filter(\.isRunning).sorted().map(\.payload) }

  /// Makes what runs equal to what is declared: stops in reverse order of start, then updates, then
  /// starts in declared order.
  func declare(_ newValues: [any Subscription], cause: UInt64) {
    let diff = SubscriptionDiff(from: values, to: newValues)
    values = newValues
    if diff.isEmpty { return table.replace(newValues) }
    let touched = redeclare(diff, cause: cause)
    let abandoned = touched.filter(\.declarations.isEmpty).sorted()
    for instance in abandoned.reversed() { remove(instance) }
    let starting = touched.filter { !$0.declarations.isEmpty && needsStart($0) }
    for instance in starting { start(instance) }
  }

  /// Stops everything, in reverse order of start.
  func stopAll() {
    for declaration in declarations { declaration.isSilenced = true }
    let stopping = instances.values.sorted()
    (values, declarations, keys) = ([], [], [])
    table.replace([], declarations: [], from: 0, sources: stopping.map { ($0.source, []) })
    for instance in stopping.reversed() { remove(instance) }
  }

  func takeBuffered(_ declaration: Declaration) -> (any Message)? {
    table.takeBuffered(declaration)
  }

  /// Brings the declarations in line with the new values. Returns the instances whose declarations
  /// changed, in declared order, those that lost all of theirs at the end.
  private func redeclare(_ diff: SubscriptionDiff, cause: UInt64) -> [Instance] {
    var touchedKeys = Set<InstanceKey>()
    for index in diff.removed {
      declarations[index].isSilenced = true
      touchedKeys.insert(keys[index])
    }
    let (oldDeclarations, oldKeys) = (declarations, keys)
    declarations.removeSubrange(diff.prefix...)
    keys.removeSubrange(diff.prefix...)
    var lastOld = -1
    for (offset, old) in diff.continued.enumerated() {
      let index = diff.prefix + offset
      if let old {
        // Out of order: those who share an instance get their messages in another order now.
        if old < lastOld { touchedKeys.insert(oldKeys[old]) }
        lastOld = max(lastOld, old)
        declarations.append(oldDeclarations[old])
        keys.append(oldKeys[old])
      } else {
        let (leaf, context) = unwrapped(values[index])
        let key = InstanceKey(leaf, in: context.scope)
        declarations.append(declaration(of: leaf, cause: cause, index: index))
        keys.append(key)
        touchedKeys.insert(key)
      }
    }
    return regroup(touchedKeys, from: diff.prefix)
  }

  private func regroup(_ touched: Set<InstanceKey>, from start: Int) -> [Instance] {
    var order: [Instance] = []
    var groups: [InstanceKey: [Declaration]] = [:]
    for (index, (declaration, key)) in zip(declarations, keys).enumerated()
    where touched.contains(key) {
      if groups[key] == nil { order.append(instance(key, value: values[index])) }
      groups[key, default: []].append(declaration)
    }
    for key in touched where groups[key] == nil {
      if let instance = instances[key] { order.append(instance) }
    }
    for instance in order { instance.declarations = groups[instance.key] ?? [] }
    for instance in order { dropConflicts(&instance.declarations, of: instance.key) }
    table.replace(
      values, declarations: declarations, from: start,
      sources: order.map { ($0.source, $0.declarations) })
    return order
  }

  /// Of declarations with different payloads under one id, keeps those that agree with the first.
  private func dropConflicts(_ declarations: inout [Declaration], of key: InstanceKey) {
    guard declarations.count > 1, let first = declarations.first else { return }
    let payloads = zip(self.declarations, values).filter { pair in
      declarations.contains { $0 === pair.0 }
    }
    let payload = unwrapped(payloads.first { $0.0 === first }?.1 ?? values[0]).leaf
    let agreeing = payloads.filter { isSame(unwrapped($0.1).leaf, payload) }.map(\.0)
    if agreeing.count < declarations.count {
      home.report(
        .conflictingSubscriptions(subscription: "\(type(of: payload))", id: "\(key.idDescription)"))
      declarations = agreeing
    }
  }

  private func declaration(
    of leaf: any Subscription, cause: UInt64, index: Int
  ) -> Declaration {
    let limit: Int? =
      switch leaf.buffering {
      case .all: nil
      case .latest: 1
      case .newest(let count): count
      }
    return Declaration(home: home, type: type(of: leaf), cause: cause, index: index, limit: limit)
  }

  private func instance(_ key: InstanceKey, value: any Subscription) -> Instance {
    if let instance = instances[key] { return instance }
    let instance = Instance(
      key: key, payload: unwrapped(value).leaf, source: SubscriptionSource(home: home, table: table)
    )
    instances[key] = instance
    return instance
  }

  /// Whether an instance must be started: it is new, or it could not take its new payload.
  private func needsStart(_ instance: Instance) -> Bool {
    guard let first = instance.declarations.first else { return false }
    let payload = unwrapped(values[first.index]).leaf
    defer { instance.payload = payload }
    guard let interpreter = instance.interpreter else { return true }
    if isSame(instance.payload, payload) || interpreter.update(to: payload) { return false }
    interpreter.stop()
    instance.interpreter = nil
    // A source of its own for the next one: what the stopped one sends from now on goes nowhere.
    let old = instance.source
    instance.source = SubscriptionSource(home: home, table: table)
    table.replace(
      values, declarations: declarations, from: declarations.count,
      sources: [(old, []), (instance.source, instance.declarations)])
    return true
  }

  private func start(_ instance: Instance) {
    guard let make = factory(of: type(of: instance.payload)) else {
      return home.report(
        .noSubscriptionInterpreter(subscription: "\(type(of: instance.payload))"))
    }
    startCount += 1
    instance.startNumber = startCount
    let interpreter = make(instance.payload, instance.source)
    instance.interpreter = interpreter
    interpreter.start()
  }

  private func remove(_ instance: Instance) {
    instances[instance.key] = nil
    instance.interpreter?.stop()
    instance.interpreter = nil
  }
}

/// Whether two declared values are the same payload: who is answered makes no difference.
private func isSame(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  areEqual(lhs, rhs) || areEqualApartFromReplies(lhs, rhs)
}

/// What makes two declared subscriptions the same instance.
package struct InstanceKey: Hashable {
  private let scope: Scope
  private let type: ObjectIdentifier
  private let id: AnyHashable

  package init(_ subscription: any Subscription, in scope: Scope) {
    func erase<S: Subscription>(_ subscription: S) -> AnyHashable { AnyHashable(subscription.id) }
    self.scope = scope
    self.type = ObjectIdentifier(Swift.type(of: subscription))
    self.id = erase(subscription)
  }

  var idDescription: String { "\(id.base)" }
}

/// One subscription that runs, or is about to.
private final class Instance: Comparable {
  let key: InstanceKey
  var source: SubscriptionSource
  var payload: any Subscription
  var declarations: [Declaration] = []
  var interpreter: (any RunningSubscription)?
  var startNumber = 0

  init(key: InstanceKey, payload: any Subscription, source: SubscriptionSource) {
    self.key = key
    self.payload = payload
    self.source = source
  }

  var isRunning: Bool { interpreter != nil }

  static func < (lhs: Instance, rhs: Instance) -> Bool { lhs.startNumber < rhs.startNumber }
  static func == (lhs: Instance, rhs: Instance) -> Bool { lhs === rhs }
}
