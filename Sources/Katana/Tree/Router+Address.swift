extension Router {
  /// Delivers a message to the child at its address, then calls the listeners, the innermost first.
  func deliver(
    _ scoped: ScopedMessage, _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery
  ) -> [any Command] {
    var reach = Reach()
    guard let resolved = resolve(scoped) else { return [] }
    return deliver(resolved.address.steps[...], resolved.message, model, &delivery, &reach)
  }

  /// Delivers a message to the child at an address.
  ///
  /// This descends in a loop as long as the parts give direct access to their children. So a deeply
  /// nested model needs no stack of the thread for each level. From the first part without direct
  /// access on, it continues by nested calls.
  private func deliver(
    _ steps: ArraySlice<AnyAddress.Step>, _ message: any Message, _ model: UnsafeMutableRawPointer,
    _ delivery: inout Delivery, _ reach: inout Reach
  ) -> [any Command] {
    var levels = Levels()
    // Whether the way back must call listeners, close children or remove the child. Otherwise, it
    // only adds addresses to the commands.
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
      // Reads single fields, because a copy of a whole step takes more retains.
      guard let routes = router.parts[steps[depth].part] else { break }
      guard let placed = routes.single, let direct = placed.part.direct,
        !placed.part.isCollection || steps[depth].id != nil
      else {
        if let placed = routes.single, !returns, !reach.isWanted {
          commands = placed.deliver(steps[depth...], message, address, &delivery, &reach)
        } else {
          let paths: [[AnyAddress.Step]]
          (commands, paths) = router.deliverNested(
            routes.all, steps[depth...], message, address, &delivery, &reach)
          reached = .inside(paths)
        }
        break
      }
      guard let child = placed.open(address, steps[depth].id, direct, delivery.lastIndices)
      else { break }
      returns = returns || child.close != nil
      levels.append(
        Level(router: router, address: address, placed: placed, child: child))
      depth += 1
      if isDismissal(message), depth - 1 == steps.removed, placed.part.remove != nil {
        delivery.isTaken = true
      }
      router = placed.child.router
      address = child.address
    }
    if reach.children != nil { reach.children? += reached.paths(levels.path(steps)[...]) }
    if !returns { return commands.isEmpty ? commands : levels.addressed(commands, steps) }
    return ascend(levels, steps, reached, message, reach.target, commands)
  }

  /// Delivers a message inside of the child of the first step, to the address of the other steps.
  fileprivate func deliver(
    within steps: ArraySlice<AnyAddress.Step>, _ message: any Message,
    _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery, _ reach: inout Reach
  ) -> [any Command] {
    if steps.count > 1 { return deliver(steps.dropFirst(), message, model, &delivery, &reach) }
    reach.target = ObjectIdentifier(self.model)
    reach.children?.append([])
    return handle(model, message, &delivery)
  }

  /// Delivers a message to all parts with the name of the first step, by nested calls.
  ///
  /// - Returns: The commands, and the addresses of the children that the message reached.
  private func deliverNested(
    _ routes: [PartRoute], _ steps: ArraySlice<AnyAddress.Step>, _ message: any Message,
    _ model: UnsafeMutableRawPointer, _ delivery: inout Delivery, _ reach: inout Reach
  ) -> (commands: [any Command], reached: [[AnyAddress.Step]]) {
    guard let step = steps.first else { return ([], []) }
    var commands: [any Command] = []
    var reached: [[AnyAddress.Step]] = []
    let dismisses = isDismissal(message) && steps.removed == steps.startIndex
    let collects = reach.children != nil
    if reach.isWanted { reach.children = [] }
    for route in routes {
      switch route {
      case .part(let placed):
        placed.part.change(model + placed.place.offset, step.id) { child, id in
          let inner = placed.child.router.deliver(within: steps, message, child, &delivery, &reach)
          append(placed.part.addressed(inner, step.part, id), to: &commands)
          reached += reach.takeChildren { [AnyAddress.Step(part: step.part, id: id)] + $0 }
        }
      case .modified(let placed):
        let inner = [AnyAddress.Step(part: placed.inner, id: step.id)] + steps.dropFirst()
        let incoming = IncomingMessage(message: message, address: AnyAddress(inner))
        var isDone = false
        var new = placed.modifier.run(model + placed.place.offset, incoming) {
          isDone = true
          return placed.router.deliver(inner[...], message, $0, &delivery, &reach)
        }
        // A modifier that does not call `next` cannot keep a child that dismisses itself.
        if !isDone, isDismissal(message) {
          let model = model + placed.place.offset
          new += placed.router.deliver(inner[...], message, model, &delivery, &reach)
        }
        append(lift(new, placed.place), to: &commands)
        reached += reach.takeChildren { path in
          [AnyAddress.Step(part: step.part, id: path.first?.id)] + path.dropFirst()
        }
        // The message counts as taken even if the modifier does not pass it on.
        if !delivery.isTaken, dismisses || placed.router.isTaken(message, at: inner) {
          delivery.isTaken = true
        }
      }
    }
    if !collects { reach.children = nil }
    if routes.count > 1 {
      var seen: Set<[AnyAddress.Step]> = []
      reached.removeAll { !seen.insert($0).inserted }
    }
    // The last element is removed first, because the removal of another one moves those behind it.
    // Listeners are called in order, each before the removal of its child.
    let order = dismisses && !isListened(step.part) ? reached.reversed() : reached
    for path in order {
      append(callListeners(message, AnyAddress(path), model, reach.target), to: &commands)
      guard dismisses else { continue }
      for case .part(let placed) in routes where placed.part.remove != nil {
        placed.part.remove?(model + placed.place.offset, path.first?.id)
        delivery.isTaken = true
      }
    }
    return (commands, reached)
  }

  /// Calls the listeners of this router's model to a child, and returns their commands.
  ///
  /// - Parameters:
  ///   - scope: The address of the child, relative to this router's model.
  ///   - target: The type of the child.
  fileprivate func callListeners(
    _ message: any Message, _ scope: @autoclosure () -> AnyAddress,
    _ model: UnsafeMutableRawPointer,
    _ target: ObjectIdentifier?
  ) -> [any Command] {
    if !hasListeners { return [] }
    var commands: [any Command] = []
    let scope = scope()
    let all = scope.steps.first.flatMap { listeners[$0.part] } ?? descendantListeners
    for listener in all where listener.hears(scope, target) {
      append(listener.call(model, scope, message, self), to: &commands)
    }
    return commands
  }

  /// Returns whether the address of a message begins with this router's model. Most addresses do.
  func isAddressedHere(_ scoped: ScopedMessage) -> Bool {
    guard let origin = scoped.origin else { return true }
    return origin.depth == 0 && origin.root == ObjectIdentifier(model)
  }

  /// Returns the message with an address relative to this router's model. Returns `nil` if the
  /// address begins with a model that is not in it, or that several of its slices have.
  package func resolve(_ scoped: ScopedMessage) -> ScopedMessage? {
    guard !isAddressedHere(scoped), let origin = scoped.origin else { return canonical(scoped) }
    let steps = scoped.address.steps
    let routers = routers(at: steps.prefix(origin.depth))
    if routers.isEmpty || routers.contains(where: { origin.root == ObjectIdentifier($0.model) }) {
      return canonical(scoped)
    }
    // A command of a slice has sent the message, and the address of that slice is not known. So the
    // slice is found by its type, which only one slice of the model may have.
    let found = routers.flatMap { $0.models[origin.root] ?? [] }
    guard let slice = found.first, found.allSatisfy({ $0.isSame(as: slice) }) else { return nil }
    let rest = AnyAddress(Array(steps.dropFirst(origin.depth))).lifted(by: slice.place).steps
    let way = slice.parts.map { AnyAddress.Step(part: $0, id: nil) }
    return canonical(
      ScopedMessage(scoped.message, in: AnyAddress(steps.prefix(origin.depth) + way + rest)))
  }
}

extension PlacedPart {
  /// Delivers a message to the children of the part by a nested call.
  fileprivate func deliver(
    _ steps: ArraySlice<AnyAddress.Step>, _ message: any Message, _ model: UnsafeMutableRawPointer,
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

/// The children that a message has reached, relative to the open levels.
private enum Reached {
  case nothing
  /// The child of the last level.
  case child
  /// Descendants of the innermost model, by their paths relative to it.
  case inside([[AnyAddress.Step]])

  var isSomething: Bool {
    switch self {
    case .nothing: false
    case .child: true
    case .inside(let paths): !paths.isEmpty
    }
  }

  /// Returns the full paths of the children.
  ///
  /// - Parameter levels: The path of the open levels.
  func paths(_ levels: ArraySlice<AnyAddress.Step>) -> [[AnyAddress.Step]] {
    switch self {
    case .nothing: []
    case .child: [Array(levels)]
    case .inside(let paths): paths.map { levels + $0 }
    }
  }
}

/// Records the children that a message reaches.
private struct Reach {
  /// The type of the model that the message was for.
  var target: ObjectIdentifier?
  /// Whether the children must be recorded, because a parent on the way listens or because they
  /// will be removed.
  var isWanted = false
  /// The paths of the children, relative to the current model; `nil` while no parent with several
  /// children records them.
  var children: [[AnyAddress.Step]]?

  /// Removes and returns the recorded paths, each transformed by a function. The function makes a
  /// path relative to the model around the current one.
  mutating func takeChildren(_ path: ([AnyAddress.Step]) -> [AnyAddress.Step]) -> [[AnyAddress
    .Step]]
  {
    guard let found = children, !found.isEmpty else { return [] }
    children = []
    return found.map(path)
  }
}

/// A model on the way to a child, and its open child.
private struct Level {
  let router: Router
  let address: UnsafeMutableRawPointer
  let placed: PlacedPart
  let child: OpenChild

  /// Removes the child from the model.
  func remove() { placed.part.remove?(address + placed.place.offset, child.id) }
}

/// The levels on the way to a child.
private typealias Levels = ShortStack<Level>

extension ShortStack where Element == Level {
  /// Returns the steps with the `id`s of the children that were found.
  fileprivate func path(_ steps: ArraySlice<AnyAddress.Step>) -> [AnyAddress.Step] {
    if let only, let step = steps.first {
      return [AnyAddress.Step(part: step.part, id: only.child.id)]
    }
    return zip(all, steps).map { AnyAddress.Step(part: $1.part, id: $0.child.id) }
  }
}

/// Goes back from a child to the router's model. At each level, it closes the child, calls the
/// listeners, adds addresses to their commands, and removes a dismissed child.
private func ascend(
  _ opened: Levels, _ steps: ArraySlice<AnyAddress.Step>, _ reached: Reached,
  _ message: any Message,
  _ target: ObjectIdentifier?, _ innermost: [any Command]
) -> [any Command] {
  var levels = opened
  // The path of the child. Computed only if there are commands or listeners.
  var path: [AnyAddress.Step]?
  var commands = innermost
  if !commands.isEmpty {
    let whole = levels.path(steps)
    path = whole
    commands = addressed(commands, whole[...], opened)
  }
  let dismisses = isDismissal(message) && reached.isSomething
  while let level = levels.popLast() {
    level.child.close?()
    let depth = levels.count
    if level.router.hasListeners {
      let whole = path ?? opened.path(steps)
      path = whole
      for path in reached.paths(whole[depth...]) {
        let new = level.router.callListeners(message, AnyAddress(path), level.address, target)
        if !new.isEmpty { commands += addressed(new, whole[..<depth], opened) }
      }
    }
    if dismisses && depth == steps.removed - steps.startIndex { level.remove() }
  }
  return commands
}

/// Returns the commands of the model at a path with their addresses.
///
/// A slice is not a step of these addresses. Only the last level can be a slice.
private func addressed(
  _ commands: [any Command], _ path: ArraySlice<AnyAddress.Step>, _ levels: Levels
) -> [any Command] {
  guard let last = path.last else { return commands }
  var (commands, scopes) = (commands, path)
  if path.count == levels.count, let part = levels.slice {
    scopes = scopes.dropLast()
    commands = part.addressed(commands, last.part, last.id)
  }
  if scopes.isEmpty { return commands }
  let scope = AnyAddress(Array(scopes))
  return commands.map { ScopedCommand($0, in: scope) }
}

extension ShortStack where Element == Level {
  /// Returns the commands of the innermost model with their addresses.
  fileprivate func addressed(
    _ commands: [any Command], _ steps: ArraySlice<AnyAddress.Step>
  ) -> [any Command] {
    Katana.addressed(commands, path(steps)[...], self)
  }

  /// The part of the last level, if it is a slice.
  fileprivate var slice: ModelPart? {
    guard let part = last?.placed.part, !part.isScope else { return nil }
    return part
  }
}

extension RandomAccessCollection<AnyAddress.Step> where Index == Int {
  /// The index of the step whose child a ``Dismissed`` message removes. It is the last step, or the
  /// value around it if the last step is a case of that value: without the case, the value is gone.
  var removed: Int {
    var index = endIndex - 1
    while index > startIndex, self[index].part.isCaseOfWhole { index -= 1 }
    return index
  }
}

/// Returns whether a message removes the child that it is for from the model.
func isDismissal(_ message: any Message) -> Bool {
  typeID(of: message) == ObjectIdentifier(Dismissed.self)
}
