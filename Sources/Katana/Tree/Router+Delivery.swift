// How a message with an address reaches its child, and what happens on the way back.

/// A model on the way to a child.
private struct Level {
  let router: Router
  let address: OpenPlace
  /// The number of steps to the model, and of those up to the last child among them.
  var depth = 0
  var children = 0
  /// The slices behind that child.
  var slices: [PlacedPart] = []

  /// Returns the level of a slice or child.
  func inside(_ placed: PlacedPart, _ address: OpenPlace) -> Level {
    var inner = Level(router: placed.child.router, address: address, depth: depth + 1)
    if placed.part.isScope {
      inner.children = depth + 1
    } else if placed.place.isInChild {
      // That child is always there, so the slice is behind it in the same step.
      (inner.children, inner.slices) = (depth, [placed])
    } else {
      (inner.children, inner.slices) = (children, slices + [placed])
    }
    return inner
  }
}

extension Router {
  /// Delivers a message to the child at its address, then calls the listeners around it, the
  /// innermost first.
  ///
  /// - Returns: The commands; `nil` if the model has no such child, or if the address begins with another
  ///   model; see ``resolve(_:)``. Then no updater was called.
  package func deliver(
    _ scoped: ScopedMessage, _ model: OpenPlace, _ delivery: inout Delivery
  ) -> [any Command]? {
    guard isAddressedHere(scoped) else { return nil }
    return deliver(scoped.message, at: scoped.address, model, &delivery)
  }

  /// The same for an address that ``resolve(_:)`` has returned.
  func deliver(
    _ message: any Message, at address: AnyAddress, _ model: OpenPlace, _ delivery: inout Delivery
  ) -> [any Command]? {
    if isDismissal(message) { delivery.notesChild = true }
    return Level(router: self, address: model).deliver(message, address.steps, &delivery)
  }

  /// Returns whether the address of a message begins with this router's model. Most addresses do.
  package func isAddressedHere(_ scoped: ScopedMessage) -> Bool {
    guard let origin = scoped.origin else { return true }
    return origin.depth == 0 && origin.root == ObjectIdentifier(model)
  }

  /// Returns the address of a message, relative to this router's model. Returns `nil` if the address
  /// begins with a model that is not in it, or that several of its slices have.
  package func resolve(_ scoped: ScopedMessage) -> AnyAddress? {
    guard !isAddressedHere(scoped), let origin = scoped.origin else { return scoped.address }
    let steps = scoped.address.steps
    let routers = routers(at: steps.prefix(origin.depth))
    if routers.isEmpty || routers.contains(where: { origin.root == ObjectIdentifier($0.model) }) {
      return scoped.address
    }
    // A command of a slice has sent the message, and the address of that slice is not known. So the
    // slice is found by its type, which only one slice of the model may have.
    let found = routers.flatMap { $0.models[origin.root] ?? [] }
    guard let slice = found.first, found.allSatisfy({ $0 == slice }) else { return nil }
    let rest = AnyAddress(Array(steps.dropFirst(origin.depth)))
    return scoped.address.prefix(origin.depth).appending(slice).appending(rest)
  }

  /// Returns a message with the address that ``resolve(_:)`` has returned for it; `nil` if it has that
  /// address already.
  package func readdressed(_ scoped: ScopedMessage, to address: AnyAddress) -> ScopedMessage? {
    isAddressedHere(scoped) ? nil : ScopedMessage(scoped.message, in: address)
  }
}

extension Level {
  /// Delivers a message to the child at an address.
  ///
  /// This is a loop as long as the parts open their children by address. So a deeply nested model
  /// needs no stack of the thread for each level. A part that only a closure reaches takes a nested
  /// call.
  fileprivate func deliver(
    _ message: any Message, _ address: [AnyAddress.Step], _ delivery: inout Delivery
  ) -> [any Command]? {
    var (level, steps) = (self, address)
    // The levels to which the way back leads, because they listen, close or remove their child.
    var levels = ShortStack<(level: Level, placed: PlacedPart, child: OpenChild)>()
    var commands: [any Command]?
    while true {
      if level.router.listeners.hears(typeID(of: message)) {
        delivery.notesChild = true
      }
      guard level.depth < steps.count else {
        let new = level.router.handle(level.address, message, &delivery)
        if delivery.notesChild {
          delivery.target = ObjectIdentifier(level.router.model)
          delivery.reached = steps
        }
        commands = new.isEmpty ? new : level.addressed(new, steps)
        break
      }
      guard let routes = level.router.parts[steps[level.depth].part] else { break }
      guard let placed = routes.single, let open = placed.part.open,
        // To put back the payload of a case is the work of a closure, which needs no memory of its
        // own, if it is the last.
        placed.part.close == nil || placed.part.isCollection || level.depth + 1 < steps.count
      else {
        commands = level.deliver(message, through: routes, steps, &delivery)
        break
      }
      guard
        let child = placed.open(level.address, steps[level.depth].id, open, delivery.lastIndices)
      else { break }
      // Where the address has no `id`, or has one in vain.
      if (steps[level.depth].id == nil) != (child.id == nil) { steps[level.depth].id = child.id }
      if delivery.notesChild || placed.part.close != nil {
        levels.append((level, placed, child))
      }
      level = level.inside(placed, child.address)
    }
    while let (level, placed, child) = levels.popLast() {
      placed.part.close?(level.address + placed.place.offset, child)
      if commands != nil { level.complete(message, &delivery, &commands!) }
    }
    return commands
  }

  /// Delivers a message to the child of all parts with one name, by closures.
  private func deliver(
    _ message: any Message, through routes: PartRoutes, _ steps: [AnyAddress.Step],
    _ delivery: inout Delivery
  ) -> [any Command]? {
    let wasSure = delivery.isSure
    // A modifier, and the change of a computed property, have an effect even without the child.
    if !wasSure, routes.single?.part.extent == nil {
      let scope = AnyAddress(steps)
      guard
        router.walk(scope, in: address.forReading, from: depth, delivery.lastIndices, { _ in true })
      else { return nil }
      delivery.isSure = true
    }
    // Of several parts, some may lack the child inside.
    if routes.all.count > 1 { delivery.isSure = false }
    defer { delivery.isSure = wasSure }
    var path = steps
    var commands: [any Command]?
    for route in routes.all {
      switch route {
      case .part(let placed):
        placed.part.change(address + placed.place.offset, steps[depth].id) { child, id in
          if (steps[depth].id == nil) != (id == nil) { path[depth].id = id }
          guard let new = inside(placed, child).deliver(message, path, &delivery) else { return }
          commands = commands.map { $0 + new } ?? new
        }
      case .modified(let placed):
        let new = deliver(message, through: placed, steps, &delivery)
        commands = commands.map { $0 + new } ?? new
      }
    }
    if commands != nil { complete(message, &delivery, &commands!) }
    return commands
  }

  /// Delivers a message to the child of a part inside of a modifier.
  private func deliver(
    _ message: any Message, through placed: PlacedModifier, _ steps: [AnyAddress.Step],
    _ delivery: inout Delivery
  ) -> [any Command] {
    let inner = [AnyAddress.Step(part: placed.inner, id: steps[depth].id)] + steps[(depth + 1)...]
    let incoming = IncomingMessage(message: message, address: AnyAddress(inner))
    // What another part with this name has reached: the same child.
    let reached = delivery.reached.take()
    let isMeant = placed.router.reacts(to: message, at: inner)
    var isDone = false
    func next(_ model: OpenPlace) -> [any Command] {
      isDone = true
      return Level(router: placed.router, address: model).deliver(message, inner, &delivery) ?? []
    }
    let model = address + placed.place.offset
    var commands = isMeant ? placed.modifier(model, incoming, next) : next(model)
    // A modifier that does not call `next` cannot keep a child that dismisses itself.
    if !isDone, isDismissal(message) { commands += next(model) }
    if let path = delivery.reached {
      delivery.reached =
        steps[..<depth] + [AnyAddress.Step(part: steps[depth].part, id: path[0].id)]
        + path.dropFirst()
    } else {
      delivery.reached = reached
    }
    // The message counts as taken even if the modifier does not pass it on.
    if !delivery.isTaken { delivery.isTaken = placed.router.isTaken(message, at: inner) }
    return addressed(placed.place.addressed(commands), steps)
  }

  /// Calls the listeners of the model to the child that the message has reached, then removes the child
  /// if it is dismissed.
  private func complete(
    _ message: any Message, _ delivery: inout Delivery, _ commands: inout [any Command]
  ) {
    guard let path = delivery.reached else { return }
    let scope = AnyAddress(Array(path[depth...]))
    for listener in router.listeners.find(typeID(of: message)) {
      let new = listener.call(address, scope, delivery.target, message, router)
      append(addressed(new, path), to: &commands)
    }
    guard isDismissal(message), path.removed == depth else { return }
    for case .part(let placed) in router.parts[path[depth].part]?.all ?? []
    where placed.part.remove != nil {
      placed.part.remove?(address + placed.place.offset, path[depth].id)
      delivery.isTaken = true
    }
  }

  /// Returns the commands of the model with their addresses.
  private func addressed(
    _ commands: [any Command], _ steps: [AnyAddress.Step]
  ) -> [any Command] {
    if commands.isEmpty { return commands }
    let commands = slices.reversed().reduce(commands) { $1.inside.addressed($0) }
    let child = AnyAddress(Array(steps[..<children]))
    return child.isEmpty ? commands : commands.map { LayeredCommand($0, in: child) }
  }
}

/// The delivery of a message.
package struct Delivery {
  /// Whether an updater takes the message; see ``Updater/takes``.
  package internal(set) var isTaken = false
  /// The last positions of children, if the caller keeps them.
  let lastIndices: LastIndices?
  /// Whether the child that the message reaches must be noted, because a model around it listens or
  /// because it will be removed.
  var notesChild = false
  /// The address of this child, relative to the model with which the delivery begins; `nil` if it was
  /// not reached.
  var reached: [AnyAddress.Step]?
  /// The type of its model.
  var target: ObjectIdentifier?
  /// Whether the child is known to be there.
  var isSure = false

  package init(_ lastIndices: LastIndices? = nil) { self.lastIndices = lastIndices }
}

/// A stack that needs no memory of its own for one element. Most addresses have one level.
private struct ShortStack<Element> {
  private var first: Element?
  private var others: [Element] = []

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func popLast() -> Element? {
    if let last = others.popLast() { return last }
    defer { first = nil }
    return first
  }
}
