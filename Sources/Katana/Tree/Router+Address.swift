extension Router {
  /// Hands a message to the child at its address, then to those who listen, the innermost first.
  func deliver(
    _ scoped: ScopedMessage, _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery
  ) -> [any Command] {
    var reach = Reach()
    if isAddressedHere(scoped) {
      return deliver(scoped.scope.steps[...], scoped.message, model, &delivery, &reach)
    }
    guard let resolved = resolve(scoped) else { return [] }
    return deliver(resolved.scope.steps[...], resolved.message, model, &delivery, &reach)
  }

  /// Descends with a stack of its own, as far as the parts give direct access to their children: so
  /// the depth of a recursive model costs no stack of the thread.
  private func deliver(
    _ steps: ArraySlice<Scope.Step>, _ message: any Message, _ model: UnsafeMutableRawPointer,
    _ delivery: inout Delivery, _ reach: inout Reach
  ) -> [any Command] {
    var levels = Levels()
    /// Whether something is to do on the way back, beside giving addresses to commands.
    var returns = isDismissal(message)
    if returns { reach.isWanted = true }
    var reached = Reached.nothing
    var (router, address) = (self, model)
    var commands: [any Command] = []
    var depth = steps.startIndex
    while true {
      guard depth < steps.endIndex else {
        reach.target = ObjectIdentifier(router.model)
        commands = router.handle(address, message, &delivery)
        reached = .child
        break
      }
      if router.hasListeners {
        reach.isWanted = true
        returns = true
      }
      // Fields, not whole steps, which take more retains.
      guard let routes = router.parts[steps[depth].part] else { break }
      guard let placed = routes.single, let direct = placed.part.direct,
        !placed.part.isCollection || steps[depth].id != nil
      else {
        if let placed = routes.single, !returns, !reach.isWanted {
          commands = placed.deliver(steps[depth...], message, address, &delivery, &reach)
        } else {
          let paths: [[Scope.Step]]
          (commands, paths) = router.deliverNested(
            routes.all, steps[depth...], message, address, &delivery, &reach)
          reached = .inside(paths)
        }
        break
      }
      guard let child = placed.open(address, steps[depth].id, direct, delivery.places)
      else { break }
      returns = returns || child.close != nil
      levels.append(
        Level(router: router, address: address, placed: placed, child: child))
      depth += 1
      if depth == steps.endIndex, isDismissal(message), placed.part.remove != nil {
        delivery.isTaken = true
      }
      router = placed.child.router
      address = child.address
    }
    if reach.children != nil { reach.children? += reached.paths(levels.path(steps)[...]) }
    if !returns { return commands.isEmpty ? commands : levels.addressed(commands, steps) }
    return ascend(levels, steps, reached, message, reach.target, commands)
  }

  /// The same for the steps after the first.
  fileprivate func deliver(
    within steps: ArraySlice<Scope.Step>, _ message: any Message,
    _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery, _ reach: inout Reach
  ) -> [any Command] {
    if steps.count > 1 { return deliver(steps.dropFirst(), message, model, &delivery, &reach) }
    reach.target = ObjectIdentifier(self.model)
    reach.children?.append([])
    return handle(model, message, &delivery)
  }

  /// Hands a message to all parts of a name, by calls within calls. Returns the commands, and the
  /// children that it reached.
  private func deliverNested(
    _ routes: [PartRoute], _ steps: ArraySlice<Scope.Step>, _ message: any Message,
    _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery, _ reach: inout Reach
  ) -> (commands: [any Command], reached: [[Scope.Step]]) {
    guard let step = steps.first else { return ([], []) }
    var commands: [any Command] = []
    var reached: [[Scope.Step]] = []
    let dismisses = steps.count == 1 && isDismissal(message)
    let collects = reach.children != nil
    if reach.isWanted { reach.children = [] }
    for route in routes {
      switch route {
      case .part(let placed):
        placed.part.change(model + placed.place.offset, step.id) { child, id in
          let inner = placed.child.router.deliver(within: steps, message, child, &delivery, &reach)
          append(placed.part.addressed(inner, step.part, id), to: &commands)
          reached += reach.takeChildren { [Scope.Step(part: step.part, id: id)] + $0 }
        }
      case .modified(let placed):
        let inner = [Scope.Step(part: placed.inner, id: step.id)] + steps.dropFirst()
        let incoming = IncomingMessage(message: message, scope: Scope(inner))
        var isDone = false
        var new = placed.modifier.run(model + placed.place.offset, incoming) {
          isDone = true
          return placed.router.deliver(inner[...], message, $0, &delivery, &reach)
        }
        // A child that leaves is not kept by a modifier, such as one that lets nothing pass.
        if !isDone, isDismissal(message) {
          let model = model + placed.place.offset
          new += placed.router.deliver(inner[...], message, model, &delivery, &reach)
        }
        append(lift(new, placed.place), to: &commands)
        reached += reach.takeChildren { path in
          [Scope.Step(part: step.part, id: path.first?.id)] + path.dropFirst()
        }
        // A modifier may keep a message from what takes it.
        if !delivery.isTaken, dismisses || placed.router.isTaken(message, at: inner) {
          delivery.isTaken = true
        }
      }
    }
    if !collects { reach.children = nil }
    if routes.count > 1 {
      var seen: Set<[Scope.Step]> = []
      reached.removeAll { !seen.insert($0).inserted }
    }
    for path in reached {
      append(heard(message, Scope(path), model, reach.target), to: &commands)
      guard dismisses else { continue }
      for case .part(let placed) in routes where placed.part.remove != nil {
        placed.part.remove?(model + placed.place.offset, path.first?.id)
        delivery.isTaken = true
      }
    }
    return (commands, reached)
  }

  /// Calls those who listen to a child at this level.
  fileprivate func heard(
    _ message: any Message, _ scope: @autoclosure () -> Scope, _ model: UnsafeMutableRawPointer,
    _ target: ObjectIdentifier?
  ) -> [any Command] {
    if !hasListeners { return [] }
    var commands: [any Command] = []
    let scope = scope()
    if let first = scope.steps.first, let own = listeners[first.part] {
      let parts = scope.parts
      for listener in own {
        guard case .parts(parts) = listener.place else { continue }
        append(listener.call(model, scope.steps.last?.id, scope, message), to: &commands)
      }
    }
    for listener in descendantListeners {
      guard case .descendants(let type) = listener.place, ObjectIdentifier(type) == target else {
        continue
      }
      append(listener.call(model, scope.steps.last?.id, scope, message), to: &commands)
    }
    return commands
  }

  /// Whether an address begins with this router's model, as most do.
  func isAddressedHere(_ scoped: ScopedMessage) -> Bool {
    guard let origin = scoped.origin else { return true }
    return origin.depth == 0 && origin.root == ObjectIdentifier(model)
  }

  /// The message with its address as seen from this router's model; `nil` if the address was
  /// written for another one.
  package func resolve(_ scoped: ScopedMessage) -> ScopedMessage? {
    guard !isAddressedHere(scoped), let origin = scoped.origin else { return scoped }
    let steps = scoped.scope.steps
    let routers = routers(at: steps.prefix(origin.depth))
    if routers.isEmpty || routers.contains(where: { origin.root == ObjectIdentifier($0.model) }) {
      return scoped
    }
    // From a command of a slice, whose address is not known: there must be one such slice only.
    let found = routers.flatMap { $0.models[origin.root] ?? [] }
    guard let slice = found.first, found.allSatisfy({ $0.isSame(as: slice) }) else { return nil }
    let rest = Scope(Array(steps.dropFirst(origin.depth))).lifted(by: slice.place).steps
    let way = slice.parts.map { Scope.Step(part: $0, id: nil) }
    return ScopedMessage(scoped.message, in: Scope(steps.prefix(origin.depth) + way + rest))
  }
}

extension PlacedPart {
  /// Hands a message to what is in the part, by a call within a call.
  fileprivate func deliver(
    _ steps: ArraySlice<Scope.Step>, _ message: any Message, _ model: UnsafeMutableRawPointer,
    _ delivery: inout Delivery, _ reach: inout Reach
  ) -> [any Command] {
    var commands: [any Command] = []
    part.change(model + place.offset, steps[steps.startIndex].id) { address, id in
      let inner = child.router.deliver(within: steps, message, address, &delivery, &reach)
      if inner.isEmpty { return }
      append(part.addressed(inner, steps[steps.startIndex].part, id), to: &commands)
    }
    return commands
  }
}

/// The children that a message reached, below the levels that are open.
private enum Reached {
  case nothing
  /// The child at the last level.
  case child
  /// Children of the model at the last level.
  case inside([[Scope.Step]])

  /// Their paths, which begin with the path of the levels.
  func paths(_ levels: ArraySlice<Scope.Step>) -> [[Scope.Step]] {
    switch self {
    case .nothing: []
    case .child: [Array(levels)]
    case .inside(let paths): paths.map { levels + $0 }
    }
  }
}

/// Which children a message reaches.
private struct Reach {
  /// The type of the model that the message was for.
  var target: ObjectIdentifier?
  /// Whether the children are wanted: a parent on the way listens, or they are to be removed.
  var isWanted = false
  /// The children, as seen from the model that is at hand; `nil` while no parent with several
  /// children collects them.
  var children: [[Scope.Step]]?

  /// Takes the children, as seen from the model around.
  mutating func takeChildren(_ path: ([Scope.Step]) -> [Scope.Step]) -> [[Scope.Step]] {
    guard let found = children, !found.isEmpty else { return [] }
    children = []
    return found.map(path)
  }
}

/// A model on the way to a child, and the child that is open.
private struct Level {
  let router: Router
  let address: UnsafeMutableRawPointer
  let placed: PlacedPart
  let child: OpenChild

  /// Takes the child out of the model.
  func remove() { placed.part.remove?(address + placed.place.offset, child.id) }
}

/// The levels on the way to a child: most addresses have one, which needs no array.
private struct Levels {
  private var first: Level?
  private var others: [Level] = []

  var isEmpty: Bool { first == nil }
  var count: Int { first == nil ? 0 : 1 + others.count }

  mutating func append(_ level: Level) {
    if first == nil { first = level } else { others.append(level) }
  }

  mutating func popLast() -> Level? {
    if let last = others.popLast() { return last }
    defer { first = nil }
    return first
  }

  /// The steps with the ids of the children that were found.
  func path(_ steps: ArraySlice<Scope.Step>) -> [Scope.Step] {
    guard let first, let step = steps.first else { return [] }
    let start = [Scope.Step(part: step.part, id: first.child.id)]
    if others.isEmpty { return start }
    return start
      + zip(others, steps.dropFirst()).map { Scope.Step(part: $1.part, id: $0.child.id) }
  }
}

/// The way back from a child: closes what was opened, lets those who listen change their models,
/// and gives all commands their addresses.
private func ascend(
  _ opened: Levels, _ steps: ArraySlice<Scope.Step>, _ reached: Reached, _ message: any Message,
  _ target: ObjectIdentifier?, _ innermost: [any Command]
) -> [any Command] {
  var levels = opened
  // The last level, while all that it has is its commands.
  var path: [Scope.Step]?
  var commands = innermost
  if !commands.isEmpty {
    let whole = levels.path(steps)
    path = whole
    commands = addressed(commands, whole[...], opened)
  }
  let dismisses = isDismissal(message)
  while let level = levels.popLast() {
    level.child.close?()
    let depth = levels.count
    if level.router.hasListeners {
      let whole = path ?? opened.path(steps)
      path = whole
      for path in reached.paths(whole[depth...]) {
        let new = level.router.heard(message, Scope(path), level.address, target)
        if !new.isEmpty { commands += addressed(new, whole[..<depth], opened) }
      }
    }
    if dismisses && depth == steps.count - 1 { level.remove() }
  }
  return commands
}

/// The commands of the model at a path. The part of a slice, which can only be the last one, is no
/// step of theirs.
private func addressed(
  _ commands: [any Command], _ path: ArraySlice<Scope.Step>, _ levels: Levels
) -> [any Command] {
  guard let last = path.last else { return commands }
  var (commands, scopes) = (commands, path)
  if path.count == levels.count, let part = levels.slice {
    scopes = scopes.dropLast()
    if case .stored(let offset) = last.part.location {
      commands = lift(
        commands, ModelPlace(model: part.name.type, offset: offset, path: last.part.path))
    }
  }
  if scopes.isEmpty { return commands }
  let scope = Scope(Array(scopes))
  return commands.map { ScopedCommand($0, in: scope) }
}

extension Levels {
  /// The commands of the innermost model.
  func addressed(
    _ commands: [any Command], _ steps: ArraySlice<Scope.Step>
  ) -> [any Command] {
    Katana.addressed(commands, path(steps)[...], self)
  }

  /// The part of the last level, if it is a slice.
  var slice: ModelPart? {
    guard let part = (others.last ?? first)?.placed.part, !part.isScope else { return nil }
    return part
  }
}

/// Whether a message takes the child that it is for out of the model.
private func isDismissal(_ message: any Message) -> Bool {
  typeID(of: message) == ObjectIdentifier(Dismissed.self)
}
