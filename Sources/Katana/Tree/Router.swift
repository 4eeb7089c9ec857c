/// Finds the updaters that take a message, and calls them in the declared order.
///
/// Nested combinations are flattened when the router is made: one look-up by the message's type
/// gives the list of updaters to call, each with the place of its part in the model, whatever the
/// number and the depth of the others. The parts that open scopes have routers of their own; a
/// message with an address goes from one to the next.
package final class Router: Sendable {
  /// The type of the model.
  let model: any Any.Type
  private let table: RouteTable
  /// All updaters that messages without an address may reach.
  let leaves: [UpdateLeaf]
  /// The parts that an address may name, slices included.
  let parts: PartTable<PartRoutes>
  let listeners: PartTable<[Listener]>
  let descendantListeners: [Listener]
  /// Whether somebody listens to children at this level.
  let hasListeners: Bool
  /// Where the models of slices are, by their types.
  let models: [ObjectIdentifier: [SlicePlace]]
  /// The providers of subscriptions, in declared order.
  let providers: [ProviderItem]
  /// Of the whole app's router: which providers must be asked after messages with an address.
  private let addressedProviders: AddressedProviders?

  init(_ entries: [TreeEntry], model: any Any.Type) {
    self.model = model
    var content = FlatContent()
    content.add(entries, at: ModelPlace(model: model))
    if !content.descendantListeners.isEmpty { content.addListenersToSlices() }
    leaves = content.leaves
    parts = PartTable(
      content.parts.isEmpty ? [:] : content.parts.mapValues { PartRoutes($0) })
    listeners = PartTable(content.listeners)
    descendantListeners = content.descendantListeners
    hasListeners = !content.listeners.isEmpty || !content.descendantListeners.isEmpty
    models = content.models
    providers = content.providers
    table = RouteTable(leaves)
    addressedProviders = nil
  }

  /// The same router, whose routes know which providers must be asked after them.
  package init(_ router: Router, asking places: [ProviderPlace]) {
    model = router.model
    leaves = router.leaves
    parts = router.parts
    listeners = router.listeners
    descendantListeners = router.descendantListeners
    hasListeners = router.hasListeners
    models = router.models
    providers = router.providers
    let affected = AffectedProviders(places)
    table = router.table.mapValues { Route($0, asking: affected) }
    addressedProviders = AddressedProviders(affected, router)
  }

  /// The providers that may declare something else after a message: their places in the list that
  /// this was made with, in order; `nil` for all.
  package func providersToAsk(after message: any Message) -> [Int]? {
    if let route = table[typeID(of: message)] { return route.providers }
    if let scoped = ScopedMessage.unboxed(message) {
      guard let part = scoped.scope.steps.first?.part else {
        return providersToAsk(after: scoped.message)
      }
      return addressedProviders?[part]
    }
    return table.untyped.providers
  }

  /// The updaters of each message type, where all of them take that type only: they need no box
  /// around the message. They live as long as the router.
  package var rawRoutes: [(type: ObjectIdentifier, route: Route)] {
    table.content.filter(\.route.isRaw)
  }

  /// The message types that an updater names.
  var types: [(type: ObjectIdentifier, route: Route)] { table.content }

  /// Whether an updater names the type of a message.
  func names(_ message: any Message) -> Bool { table[typeID(of: message)] != nil }

  /// What the updaters that name no type say of the messages that they take; `nil` if there are none.
  var takesOfOthers: MessageTypes? {
    let others = leaves.filter { $0.kind == nil }
    if others.isEmpty { return nil }
    var types: [any Message.Type] = []
    for leaf in others {
      switch leaf.takes?.types ?? .unstated {
      case .all: return .all
      case .only(let more): types += more
      case .unstated: break
      }
    }
    return types.isEmpty ? .unstated : .only(types)
  }

  /// Updates the model at an address with a message.
  package func handle(
    _ model: UnsafeMutableRawPointer, _ message: any Message, _ delivery: inout Delivery
  ) -> [any Command] {
    if let route = table[typeID(of: message)] {
      delivery.isTaken = true
      return route.update(model, message)
    }
    if let scoped = ScopedMessage.unboxed(message) {
      return deliver(scoped, model, &delivery)
    }
    let route = table.untyped
    if route.takes(message) { delivery.isTaken = true }
    return route.update(model, message)
  }

  package func handle(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    var delivery = Delivery()
    return handle(model, message, &delivery)
  }

  /// Whether an updater says that it takes messages of a type, without an address.
  package func takes(_ message: any Message) -> Bool {
    (table[typeID(of: message)] ?? table.untyped).takes(message)
  }

  fileprivate func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    (table[typeID(of: message)] ?? table.untyped).takes(message, asked: &sites)
  }

  /// Whether messages of a type reach any updater at all, without an address.
  func reaches(_ message: any Message) -> Bool {
    !(table[typeID(of: message)] ?? table.untyped).isEmpty
  }
}

/// What became of a message on its way through the tree.
package struct Delivery {
  /// Whether an updater says that it takes the message.
  package internal(set) var isTaken = false

  package init() {}
}

/// The routes of all message types.
private enum RouteTable: Sendable {
  /// Of an updater alone: most often it is one of many in a combination, whose table is asked
  /// instead.
  case one(ObjectIdentifier, Route, untyped: Route)
  /// By types, and for those that no updater names.
  case many(TypeTable<Route>, untyped: Route)

  init(_ leaves: [UpdateLeaf]) {
    if leaves.count == 1, let kind = leaves[0].kind {
      self = .one(kind.id, Route(leaves), untyped: .none)
    } else {
      self = .many(leaves)
    }
  }

  /// Each type's own leaves and those for all, in the declared order.
  private static func many(_ leaves: [UpdateLeaf]) -> RouteTable {
    var table = TypeTable<[UpdateLeaf]>(capacity: leaves.count)
    var untyped: [UpdateLeaf] = []
    for leaf in leaves {
      guard let kind = leaf.kind else {
        untyped.append(leaf)
        table.updateValues { $0.append(leaf) }
        continue
      }
      table.update(kind.id, default: untyped) { $0.append(leaf) }
    }
    return .many(table.mapValues { Route($0) }, untyped: Route(untyped))
  }

  subscript(type: ObjectIdentifier) -> Route? {
    switch self {
    case .one(let own, let route, _): own == type ? route : nil
    case .many(let table, _): table[type]
    }
  }

  var untyped: Route {
    switch self {
    case .one(_, _, let untyped), .many(_, let untyped): untyped
    }
  }

  var content: [(type: ObjectIdentifier, route: Route)] {
    switch self {
    case .one(let type, let route, _): [(type, route)]
    case .many(let table, _): table.content.map { ($0.key, $0.value) }
    }
  }

  func mapValues(_ transform: (Route) -> Route) -> RouteTable {
    switch self {
    case .one(let type, let route, let untyped):
      .one(type, transform(route), untyped: transform(untyped))
    case .many(let table, let untyped):
      .many(table.mapValues(transform), untyped: transform(untyped))
    }
  }
}

/// The updaters that take one message type, in the declared order.
///
/// An object, so that finding it costs one retain; most messages have one updater, which is kept
/// beside the others for the same reason.
package final class Route: Sendable {
  let isEmpty: Bool
  /// Whether a provider must be asked after this.
  package let asksProviders: Bool
  /// Which, in order.
  fileprivate let providers: [Int]
  fileprivate let isRaw: Bool
  private let offset: Int
  private let first: RawUpdate
  private let place: ModelPlace
  private let hasPath: Bool
  private let others: [UpdateLeaf]
  let leaves: [UpdateLeaf]
  /// What the updaters say that they take: of a named type, or of all types, everything that comes
  /// here.
  private let takesEverything: Bool
  private let taken: Set<ObjectIdentifier>
  private let lazy: [LazyNode]

  /// Of a type that nobody takes.
  fileprivate static let none = Route([])

  fileprivate convenience init(_ route: Route, asking affected: AffectedProviders) {
    self.init(route.leaves, asking: affected[route.leaves.map(\.place.extent)])
  }

  fileprivate init(_ leaves: [UpdateLeaf], asking providers: [Int] = []) {
    self.leaves = leaves
    self.providers = providers
    asksProviders = !providers.isEmpty
    isEmpty = leaves.isEmpty
    isRaw = !leaves.isEmpty && leaves.allSatisfy { $0.handler.raw != nil }
    place = leaves.first?.place ?? ModelPlace(model: Never.self)
    offset = place.offset
    hasPath = !place.path.isEmpty
    // Not by `??`: a function that passes through a generic one is wrapped twice for good.
    if let raw = leaves.first?.handler.raw { first = raw } else { first = { _, _ in [] } }
    others = Array(leaves.dropFirst())
    var (takesEverything, taken) = (false, Set<ObjectIdentifier>())
    var lazy: [LazyNode] = []
    for leaf in leaves {
      if let nodes = leaf.takes?.lazy { lazy += nodes }
      switch leaf.takes?.types ?? .unstated {
      case _ where leaf.kind != nil, .all: takesEverything = true
      case .only(let types): taken.formUnion(types.map { ObjectIdentifier($0) })
      case .unstated: break
      }
    }
    (self.takesEverything, self.taken) = (takesEverything, taken)
    self.lazy = lazy
  }

  /// Whether an updater says that it takes a message.
  func takes(_ message: any Message) -> Bool {
    if lazy.isEmpty { return takesEverything || taken.contains(typeID(of: message)) }
    var sites: Set<String> = []
    return takes(message, asked: &sites)
  }

  /// The same, without the lazy features at the sites that were asked already.
  fileprivate func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    takesEverything || taken.contains(typeID(of: message)) || lazy.takes(message, asked: &sites)
  }

  func update(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    if isRaw { return withPayload(of: message) { update(model, rawMessage: $0) } }
    var commands: [any Command] = []
    // By index: a loop over the leaves copies each.
    for index in leaves.indices { append(leaves[index].update(model, message), to: &commands) }
    return commands
  }

  /// The same with the bare message; only of ``Router/rawRoutes``.
  package func update(
    _ model: UnsafeMutableRawPointer, rawMessage message: UnsafeRawPointer
  ) -> [any Command] {
    var commands = first(model + offset, message)
    if hasPath && !commands.isEmpty { commands = lift(commands, place) }
    if others.isEmpty { return commands }
    for leaf in others { append(leaf.update(model, rawMessage: message), to: &commands) }
    return commands
  }
}

/// An updater at its place in a model.
struct UpdateLeaf: Sendable {
  var kind: MessageKind?
  /// What the updater says of messages of other types; `nil` if it says nothing.
  var takes: LeafTypes?
  var place: ModelPlace
  /// Whether the updater is in no part that comes and goes.
  var isAlwaysThere = true
  var handler: UpdateHandler

  func matches(_ message: any Message) -> Bool {
    if let kind { return kind.id == typeID(of: message) }
    var sites: Set<String> = []
    guard let takes else { return false }
    return takes.types.contains(typeID(of: message)) || takes.lazy.takes(message, asked: &sites)
  }

  func update(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    let commands = handler(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }

  func update(
    _ model: UnsafeMutableRawPointer, rawMessage message: UnsafeRawPointer
  ) -> [any Command] {
    guard let raw = handler.raw else { return [] }
    let commands = raw(model + place.offset, message)
    return commands.isEmpty ? commands : lift(commands, place)
  }
}

/// What an updater that names no type says of the messages that it takes. An object, because a leaf
/// is copied for each message.
final class LeafTypes: Sendable {
  let types: MessageTypes
  /// The lazy features in it, which say the rest.
  let lazy: [LazyNode]

  private init(_ types: MessageTypes, _ lazy: [LazyNode]) {
    self.types = types
    self.lazy = lazy
  }

  /// Returns `nil` if the updater says nothing. No initialiser: that would allocate all the same.
  static func stated(_ types: MessageTypes, lazy: [LazyNode] = []) -> LeafTypes? {
    if case .unstated = types, lazy.isEmpty { return nil }
    return LeafTypes(types, lazy)
  }

  var inScope: LeafTypes { LeafTypes(types, lazy.map(\.inScope)) }
}

/// A lazy feature as part of an updater that receives everything.
struct LazyNode: Sendable {
  let node: FeatureNode
  /// Whether a scope stands around it, which only global messages pass without an address.
  private(set) var isInScope = false

  init(_ node: FeatureNode) { self.node = node }

  var inScope: LazyNode {
    var inside = self
    inside.isInScope = true
    return inside
  }
}

extension [LazyNode] {
  /// Whether an updater in one of them says that it takes a message; those whose sites were asked
  /// already are left out.
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    for lazy in self where !lazy.isInScope || isGlobal(message) {
      guard let site = lazy.node.site, sites.insert(site).inserted else { continue }
      if lazy.node.router.takes(message, asked: &sites) { return true }
    }
    return false
  }
}

func append(_ new: [any Command], to commands: inout [any Command]) {
  if commands.isEmpty { commands = new } else { commands += new }
}
