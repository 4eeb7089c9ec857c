/// Finds the updaters that take a message, and calls them in the declared order.
///
/// Nested combinations are flattened when the router is made: one look-up by the message's type
/// gives the list of updaters to call, each with the place of its part in the whole model, whatever
/// the number and the depth of the others. Messages to a child walk the tree of parts instead.
package final class Router: Sendable {
  let entries: [UpdateEntry]
  private let typed: TypeTable<Route>
  private let untyped: Route
  /// All leaves, if some take classes: those are found by casting, since a subclass matches too.
  private let leavesWithClasses: [UpdateLeaf]?
  private let addressedProviders: AddressedProviders

  init(_ entries: [UpdateEntry]) {
    self.entries = entries
    let leaves = entries.flatMap(\.leaves)
    self.untyped = Route(leaves.filter { $0.kind == nil })
    // Messages with an address find their way through the tree of parts, not by their type.
    let untypedPlaces = leaves.indices.filter { leaves[$0].kind == nil }
    let typedPlaces = leaves.indices.filter { index in
      guard let kind = leaves[index].kind else { return false }
      return !kind.isClass && !kind.isAddressed
    }
    // Each type's own leaves and those for all, in the declared order.
    self.typed = TypeTable(
      Dictionary(grouping: typedPlaces) { leaves[$0].kind?.id ?? ObjectIdentifier(Never.self) }
        .mapValues { places in
          Route(
            (untypedPlaces.isEmpty ? places : (places + untypedPlaces).sorted()).map { leaves[$0] })
        })
    self.leavesWithClasses = leaves.contains { $0.kind?.isClass == true } ? leaves : nil
    self.addressedProviders = AddressedProviders(AffectedProviders([]), entries)
  }

  /// The same router, whose routes know which providers must be asked after them.
  package init(_ router: Router, asking providers: [ProviderPlace]) {
    let affected = AffectedProviders(providers)
    entries = router.entries
    typed = router.typed.mapValues { Route($0, asking: affected) }
    untyped = Route(router.untyped, asking: affected)
    leavesWithClasses = router.leavesWithClasses
    addressedProviders = AddressedProviders(affected, entries)
  }

  /// The providers that may declare something else after a message: their places in the list that this was
  /// made with, in order; `nil` for all.
  package func providersToAsk(after message: any Message) -> [Int]? {
    let type = typeID(of: message)
    if let route = typed[type] { return route.providers }
    if type == ObjectIdentifier(ScopedMessage.self), let scoped = message as? ScopedMessage {
      return addressedProviders[scoped.scope.steps.first?.part]
    }
    if leavesWithClasses != nil, Swift.type(of: message) is AnyObject.Type { return nil }
    return untyped.providers
  }

  /// The updaters of each message type, where all of them take that type only: they need no box around
  /// the message. They live as long as the router.
  package var rawRoutes: [ObjectIdentifier: Route] { typed.content.filter { $0.value.isRaw } }

  package func handle(_ model: UnsafeMutableRawPointer, _ message: any Message) -> [any Command] {
    let type = typeID(of: message)
    if let route = typed[type] { return route.update(model, message) }
    if type == ObjectIdentifier(ScopedMessage.self), let scoped = message as? ScopedMessage {
      return deliver(scoped, model)
    }
    return route(for: message).update(model, message)
  }

  /// Whether the model has the child at an address; true where an updater that routes by hand hides the answer.
  package func contains(_ model: UnsafeRawPointer, _ steps: ArraySlice<Scope.Step>) -> Bool {
    guard let step = steps.first else { return true }
    var isPart = false
    var isThere = false
    var isHidden = !untyped.isEmpty
    for case .updater(let kind?, _) in entries where kind.isAddressed { isHidden = true }
    for case .child(let part, let router) in entries where part.name == step.part {
      isPart = true
      part.read(model, step.id) { child, _ in
        isThere = isThere || router.contains(child, steps.dropFirst())
      }
    }
    return isThere || (!isPart && isHidden)
  }

  /// The route of a type that no updater names: of a class, updaters of a superclass may take it.
  private func route(for message: any Message) -> Route {
    guard let leavesWithClasses, type(of: message) is AnyObject.Type else { return untyped }
    return Route(leavesWithClasses.filter { $0.kind == nil || $0.kind?.matches(message) == true })
  }

  /// Hands a message to the child it is addressed to, and to the parents who listen.
  private func deliver(_ scoped: ScopedMessage, _ model: UnsafeMutableRawPointer) -> [any Command] {
    var commands: [any Command] = []
    for entry in entries {
      switch entry {
      case .updater(let kind, let handler):
        guard kind == nil || kind?.isAddressed == true else { continue }
        append(handler(model, scoped), to: &commands)
      case .child(let part, let router):
        guard let (id, message) = scoped.entering(part.name) else { continue }
        part.change(model, id) { child, id in
          append(part.addressed(router.handle(child, message), id), to: &commands)
        }
      }
    }
    return commands
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
  /// The updaters that take messages without an address.
  fileprivate var leaves: [UpdateLeaf] {
    switch self {
    case .updater(let kind, let handler):
      [UpdateLeaf(kind: kind, handler: handler)]
    case .child(let part, let router):
      part.isCollection ? [] : router.entries.flatMap(\.leaves).map { $0.lifted(through: part) }
    }
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

private func append(_ new: [any Command], to commands: inout [any Command]) {
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
