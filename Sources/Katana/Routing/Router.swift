/// Finds the updaters that take a message, and calls them in the declared order.
///
/// Nested combinations are flattened when the router is made: one look-up by the message's type
/// gives the list of updaters to call, each with the place of its part in the whole model, whatever
/// the number and the depth of the others. Messages to a child walk the tree of parts instead.
package final class Router: Sendable {
  let entries: [UpdateEntry]
  /// The entries that a message with an address may concern.
  let addressable: [UpdateEntry]
  /// Whether an updater that routes by hand may know children that are no parts.
  let hidesChildren: Bool
  private let table: RouteTable
  /// All updaters, flattened. If some take classes, those are found here, since a subclass matches too.
  private let leaves: [UpdateLeaf]
  private let hasClasses: Bool
  /// Of the whole app's router: which providers must be asked after messages with an address.
  private let addressedProviders: AddressedProviders?

  init(_ entries: [UpdateEntry]) {
    self.entries = entries
    addressable = entries.filter(\.mayBeAddressed)
    var leaves: [UpdateLeaf] = []
    for entry in entries { entry.addLeaves(to: &leaves) }
    self.leaves = leaves
    hasClasses = leaves.contains { $0.kind?.isClass == true }
    table = RouteTable(leaves)
    hidesChildren =
      leaves.contains { $0.kind == nil }
      || addressable.contains { if case .updater = $0 { true } else { false } }
    addressedProviders = nil
  }

  /// The same router, whose routes know which providers must be asked after them.
  package init(_ router: Router, asking providers: [ProviderPlace]) {
    entries = router.entries
    addressable = router.addressable
    hidesChildren = router.hidesChildren
    leaves = router.leaves
    hasClasses = router.hasClasses
    let affected = AffectedProviders(providers)
    table = router.table.mapValues { Route($0, asking: affected) }
    addressedProviders = AddressedProviders(affected, entries)
  }

  /// The providers that may declare something else after a message: their places in the list that this was
  /// made with, in order; `nil` for all.
  package func providersToAsk(after message: any Message) -> [Int]? {
    if let route = table[typeID(of: message)] { return route.providers }
    if let scoped = ScopedMessage.unboxed(message) {
      return addressedProviders?[scoped.scope.steps.first?.part]
    }
    if hasClasses, type(of: message) is AnyObject.Type { return nil }
    return table.untyped.providers
  }

  /// The updaters of each message type, where all of them take that type only: they need no box around
  /// the message. They live as long as the router.
  package var rawRoutes: [(type: ObjectIdentifier, route: Route)] {
    table.content.filter(\.route.isRaw)
  }

  package func handle(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    if let route = table[typeID(of: message)] { return route.update(model, message) }
    if let scoped = ScopedMessage.unboxed(message) { return deliver(scoped, model) }
    return route(for: message).update(model, message)
  }

  /// Whether an updater takes messages of a type that have no address.
  func hasRoute(for message: any Message) -> Bool {
    !(table[typeID(of: message)] ?? route(for: message)).isEmpty
  }

  /// The route of a type that no updater names: of a class, updaters of a superclass may take it.
  private func route(for message: any Message) -> Route {
    guard hasClasses, type(of: message) is AnyObject.Type else { return table.untyped }
    return Route(leaves.filter { $0.kind == nil || $0.kind?.matches(message) == true })
  }
}

/// The routes of all message types.
private enum RouteTable: Sendable {
  /// Of an updater alone: most often it is one of many in a combination, whose table is asked instead.
  case one(ObjectIdentifier, Route, untyped: Route)
  /// By types, and for those that no updater names.
  case many(TypeTable<Route>, untyped: Route)

  init(_ leaves: [UpdateLeaf]) {
    if leaves.count == 1, let kind = leaves[0].kind, kind.isPlain {
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
      if kind.isPlain { table.update(kind.id, default: untyped) { $0.append(leaf) } }
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
  private let slices: [PartName]
  private let others: [UpdateLeaf]
  private let leaves: [UpdateLeaf]

  /// Of a type that nobody takes.
  fileprivate static let none = Route([])

  fileprivate convenience init(_ route: Route, asking affected: AffectedProviders) {
    self.init(route.leaves, asking: affected[route.leaves.map(\.extent)])
  }

  fileprivate init(_ leaves: [UpdateLeaf], asking providers: [Int] = []) {
    self.leaves = leaves
    self.providers = providers
    asksProviders = !providers.isEmpty
    isEmpty = leaves.isEmpty
    isRaw = !leaves.isEmpty && leaves.allSatisfy { $0.handler.raw != nil }
    offset = leaves.first?.offset ?? 0
    // Not by `??`: a function that passes through a generic one is wrapped twice for good.
    if let raw = leaves.first?.handler.raw { first = raw } else { first = { _, _ in [] } }
    slices = leaves.first?.slices ?? []
    others = Array(leaves.dropFirst())
  }

  func update(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    if isRaw { return withPayload(of: message) { update(model, rawMessage: $0) } }
    var commands: [any Command] = []
    for leaf in leaves { append(leaf.update(model, message), to: &commands) }
    return commands
  }

  /// The same with the bare message; only of ``Router/rawRoutes``.
  package func update(
    _ model: UnsafeMutableRawPointer, rawMessage message: UnsafeRawPointer
  ) -> [any Command] {
    var commands = first(model + offset, message)
    if !commands.isEmpty { commands = addScopes(slices, to: commands) }
    if others.isEmpty { return commands }
    for leaf in others { append(leaf.update(model, rawMessage: message), to: &commands) }
    return commands
  }
}

/// An updater at its place in the whole model.
struct UpdateLeaf: Sendable {
  var kind: MessageKind?
  /// From the start of the whole model to the updater's part, in bytes.
  var offset = 0
  /// The slices that lead to the part, from the outside in.
  var slices: [PartName] = []
  /// What the updater may write of the whole model.
  var extent = Extent.whole
  var handler: UpdateHandler

  func update(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    let commands = handler(model + offset, message)
    return commands.isEmpty ? commands : addScopes(slices, to: commands)
  }

  func update(
    _ model: UnsafeMutableRawPointer, rawMessage message: UnsafeRawPointer
  ) -> [any Command] {
    guard let raw = handler.raw else { return [] }
    let commands = raw(model + offset, message)
    return commands.isEmpty ? commands : addScopes(slices, to: commands)
  }
}

extension UpdateEntry {
  /// Whether a message with an address may concern this.
  fileprivate var mayBeAddressed: Bool {
    switch self {
    case .updater(let kind, _): kind?.isAddressed ?? true
    case .child: true
    }
  }

  /// Adds the updaters that take messages without an address.
  fileprivate func addLeaves(to leaves: inout [UpdateLeaf]) {
    switch self {
    case .updater(let kind, let handler): leaves.append(UpdateLeaf(kind: kind, handler: handler))
    case .child(let part, let router):
      if !part.isCollection { router.addLeaves(to: &leaves, through: part) }
    }
  }
}

extension Router {
  fileprivate func addLeaves(to all: inout [UpdateLeaf], through part: ModelPart) {
    for leaf in leaves { all.append(leaf.lifted(through: part)) }
  }
}

extension UpdateLeaf {
  fileprivate func lifted(through part: ModelPart) -> UpdateLeaf {
    var lifted = self
    if let offset = part.offset {
      lifted.offset += offset
      lifted.slices.insert(part.name, at: 0)
      lifted.extent = extent.lifted(through: part)
      return lifted
    }
    if handler.raw != nil {
      return UpdateLeaf(
        kind: kind, extent: extent.lifted(through: part),
        handler: UpdateHandler(raw: { [self] model, message in
          var commands: [any Command] = []
          part.change(model, nil) { child, id in
            commands = part.addressed(update(child, rawMessage: message), id)
          }
          return commands
        }))
    }
    return UpdateLeaf(
      kind: kind, extent: extent.lifted(through: part),
      handler: UpdateHandler(boxed: { [self] model, message in
        var commands: [any Command] = []
        part.change(model, nil) { child, id in
          commands = part.addressed(update(child, message), id)
        }
        return commands
      }))
  }
}

func append(_ new: [any Command], to commands: inout [any Command]) {
  if commands.isEmpty { commands = new } else { commands += new }
}

private func addScopes(_ slices: [PartName], to commands: [any Command]) -> [any Command] {
  slices.isEmpty ? commands : commands.map { addScopes(slices, to: $0) }
}

/// A command of a slice: what belongs to a child of the slice gets the whole address.
func addScopes(_ slices: [PartName], to command: any Command) -> any Command {
  guard isWrapper(command) else { return command }
  return switch command {
  case let scoped as ScopedCommand:
    ScopedCommand(scoped, in: Scope(slices.map { Scope.Step(part: $0, id: nil) }))
  case let wrapper as any CommandWrapper:
    wrapper.mapContents { addScopes(slices, to: $0) }
  default: command
  }
}

/// Whether a command is a ``CommandWrapper``: asked for each command of a slice, and a cast to a protocol
/// costs 100 ns and more.
private func isWrapper(_ command: any Command) -> Bool {
  func open<C: Command>(_ command: C) -> ObjectIdentifier { ObjectIdentifier(C.self) }
  let type = open(command)
  return type == ObjectIdentifier(ScopedCommand.self)
    || type == ObjectIdentifier(ControlledCommand.self)
    || type == ObjectIdentifier(MappedCommand.self) || type == ObjectIdentifier(InOrder.self)
    || type == ObjectIdentifier(Together.self)
}
