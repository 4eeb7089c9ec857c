/// The routes of all message types.
enum RouteTable: Sendable {
  /// Of an updater alone: most often it is one of many in a combination, whose table is asked
  /// instead.
  case one(ObjectIdentifier, Route, untyped: Route)
  /// By types, and for those that no updater names.
  case many(TypeTable<Route>, untyped: Route)

  /// - Parameter size: Of the model, in bytes.
  init(_ leaves: [UpdateLeaf], size: Int) {
    if leaves.count == 1, let kind = leaves[0].kind {
      self = .one(kind.id, Route(leaves, size: size), untyped: .none)
    } else {
      self = .many(leaves, size: size)
    }
  }

  /// Each type's own leaves and those for all, in the declared order.
  private static func many(_ leaves: [UpdateLeaf], size: Int) -> RouteTable {
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
    return .many(
      table.mapValues { Route($0, size: size) }, untyped: Route(untyped, size: size))
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
  let providers: [Int]
  let isRaw: Bool
  private let offset: Int
  private let first: RawUpdate
  private let place: ModelPlace
  private let hasPath: Bool
  private let others: [OtherUpdate]
  let leaves: [UpdateLeaf]
  /// What the updaters may write.
  var extents: [Extent] { leaves.map(\.place.extent) }
  /// The regions of the model that they may write, as bits; see ``Extent/regions(of:)``.
  package let written: UInt64
  /// What the updaters say that they take: of a named type, or of all types, everything that comes
  /// here.
  private let takesEverything: Bool
  private let taken: Set<ObjectIdentifier>
  private let lazy: [LazyNode]

  /// Of a type that nobody takes.
  static let none = Route([], size: 0)

  /// The same route, which knows the providers that must be asked after it.
  convenience init(_ route: Route, size: Int, asking affected: AffectedProviders) {
    self.init(route.leaves, size: size, asking: affected[route.extents])
  }

  /// - Parameter size: Of the model, in bytes.
  init(_ leaves: [UpdateLeaf], size: Int, asking providers: [Int] = []) {
    self.leaves = leaves
    written = leaves.reduce(0) { $0 | $1.place.extent.regions(of: size) }
    self.providers = providers
    asksProviders = !providers.isEmpty
    isEmpty = leaves.isEmpty
    isRaw = !leaves.isEmpty && leaves.allSatisfy { $0.handler.raw != nil }
    place = leaves.first?.place ?? ModelPlace(model: Never.self)
    offset = place.offset
    hasPath = !place.path.isEmpty
    // Not by `??`: a function that passes through a generic one is wrapped twice for good.
    if let raw = leaves.first?.handler.raw { first = raw } else { first = { _, _ in [] } }
    others = isRaw ? leaves.dropFirst().map { OtherUpdate($0) } : []
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
  func takes(_ message: any Message, asked sites: inout Set<String>) -> Bool {
    takesEverything || taken.contains(typeID(of: message)) || lazy.takes(message, asked: &sites)
  }

  package func update(
    _ model: UnsafeMutableRawPointer, _ message: any Message
  ) -> [any Command] {
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
    // By index: a loop over them copies each.
    for index in others.indices {
      let new = others[index].update(model + others[index].offset, message)
      if new.isEmpty { continue }
      append(lift(new, leaves[index + 1].place), to: &commands)
    }
    return commands
  }
}

/// What is needed of the second updater of a message and those after it.
private struct OtherUpdate: Sendable {
  let update: RawUpdate
  let offset: Int

  init(_ leaf: UpdateLeaf) {
    if let raw = leaf.handler.raw { update = raw } else { update = { _, _ in [] } }
    offset = leaf.place.offset
  }
}
