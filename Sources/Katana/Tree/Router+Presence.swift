extension Router {
  /// Whether a model has a child at an address.
  package enum Presence: Sendable {
    /// The model has the child.
    case present
    /// The app has the part, but the model has no such child now.
    case gone
    /// The app has no such part.
    case unknown
  }

  /// Returns whether the model has the child at an address.
  package func contains(
    _ model: UnsafeRawPointer, _ scope: AnyAddress, _ lastIndices: LastIndices? = nil
  ) -> Bool {
    look(model, canonical(scope).steps[...], lastIndices) { _ in }
  }

  /// Returns whether the model has the child at an address, and if not, whether the app has such a
  /// part.
  package func presence(
    _ model: UnsafeRawPointer, _ scope: AnyAddress, _ lastIndices: LastIndices? = nil
  ) -> Presence {
    if look(model, canonical(scope).steps[...], lastIndices, { _ in }) { return .present }
    return hasPart(scope) ? .gone : .unknown
  }

  /// Returns the address of a child with the `id`s that the address does not name, such as the
  /// `id` of an identified sheet. Returns `nil` if the model does not have the child.
  ///
  /// An address of all elements of a collection stays as it is.
  package func find(
    _ scope: AnyAddress, in model: UnsafeRawPointer, _ lastIndices: LastIndices? = nil
  ) -> AnyAddress? {
    var (router, address) = (self, model)
    var steps = canonical(scope).steps
    var owners: [AnyObject] = []
    defer { withExtendedLifetime(owners) {} }
    for depth in steps.indices {
      guard let routes = router.parts[steps[depth].part] else { return nil }
      guard let placed = routes.single, let direct = placed.part.direct,
        !placed.part.isCollection || steps[depth].id != nil
      else {
        return router.findNested(steps[depth...], in: address).map {
          AnyAddress(steps[..<depth] + $0)
        }
      }
      guard let child = placed.look(address, steps[depth].id, direct, lastIndices) else {
        return nil
      }
      if steps[depth].id == nil, let id = child.id { steps[depth].id = id }
      if let owner = child.owner { owners.append(owner) }
      (router, address) = (placed.child.router, child.address)
    }
    return AnyAddress(steps)
  }

  /// Finds a child through parts without direct access, by nested calls.
  private func findNested(
    _ steps: ArraySlice<AnyAddress.Step>, in model: UnsafeRawPointer
  ) -> [AnyAddress.Step]? {
    guard let step = steps.first else { return [] }
    for route in parts[step.part]?.all ?? [] {
      var found: [AnyAddress.Step]?
      switch route {
      case .part(let placed):
        placed.part.read(model + placed.place.offset, step.id) { child, id in
          if found != nil { return }
          let id = placed.part.isCollection ? step.id : id
          found = placed.child.router.findNested(steps.dropFirst(), in: child)
            .map { [AnyAddress.Step(part: step.part, id: id)] + $0 }
        }
      case .modified(let placed):
        let inner = [AnyAddress.Step(part: placed.inner, id: step.id)] + steps.dropFirst()
        found = placed.router.findNested(inner[...], in: model + placed.place.offset)
          .map { [AnyAddress.Step(part: step.part, id: $0.first?.id)] + $0.dropFirst() }
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns whether an address means a child or a descendant of that child.
  ///
  /// - Parameters:
  ///   - scope: The address. A step without an `id` means the child of its part, unless the part is
  ///     a collection.
  ///   - child: The address of the child, with all `id`s.
  package func leads(_ scope: AnyAddress, into child: AnyAddress) -> Bool {
    let scope = canonical(scope)
    if scope.begins(with: child) { return true }
    if scope.steps.count < child.steps.count { return false }
    var routers = [self]
    for (step, own) in zip(scope.steps, child.steps) {
      let isSame = step.id == own.id || step.id == nil && !routers.hasCollection(step.part)
      if step.part != own.part || !isSame { return false }
      routers = routers.flatMap { $0.inside(step.part) }
    }
    return true
  }

  /// Calls a function with the memory address of the child at an address, if the model has it.
  package func look(
    _ model: UnsafeRawPointer, _ scope: AnyAddress, _ lastIndices: LastIndices? = nil,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    _ = look(model, canonical(scope).steps[...], lastIndices, body)
  }

  /// Calls a function with the memory address of the child at an address. Returns whether the model
  /// has the child.
  private func look(
    _ model: UnsafeRawPointer, _ steps: ArraySlice<AnyAddress.Step>, _ lastIndices: LastIndices?,
    _ body: (UnsafeRawPointer) -> Void
  ) -> Bool {
    var (router, address) = (self, model)
    var owners: [AnyObject] = []
    defer { withExtendedLifetime(owners) {} }
    for depth in steps.indices {
      // Reads single fields, because a copy of a whole step takes more retains.
      guard let routes = router.parts[steps[depth].part] else { return false }
      guard let placed = routes.single, let direct = placed.part.direct,
        !placed.part.isCollection || steps[depth].id != nil
      else {
        guard depth == steps.endIndex - 1, let placed = routes.single else {
          return router.look(address, steps[depth...], in: routes.all, body)
        }
        var isThere = false
        placed.part.read(address + placed.place.offset, steps[depth].id) { child, _ in
          if isThere { return }
          isThere = true
          body(child)
        }
        return isThere
      }
      guard let child = placed.look(address, steps[depth].id, direct, lastIndices) else {
        return false
      }
      if let owner = child.owner { owners.append(owner) }
      (router, address) = (placed.child.router, child.address)
    }
    body(address)
    return true
  }

  private func look(
    _ model: UnsafeRawPointer, _ steps: ArraySlice<AnyAddress.Step>, in routes: [PartRoute],
    _ body: (UnsafeRawPointer) -> Void
  ) -> Bool {
    guard let step = steps.first else { return true }
    return routes.contains { route in
      switch route {
      case .part(let placed):
        var isThere = false
        placed.part.read(model + placed.place.offset, step.id) { child, _ in
          if isThere { return }
          if steps.count == 1 {
            isThere = true
            body(child)
          } else {
            isThere = placed.child.router.look(child, steps.dropFirst(), nil, body)
          }
        }
        return isThere
      case .modified(let placed):
        let inner = [AnyAddress.Step(part: placed.inner, id: step.id)] + steps.dropFirst()
        return placed.router.look(model + placed.place.offset, inner[...], nil, body)
      }
    }
  }

  /// Returns whether the model has the child that a message is for.
  ///
  /// For a message without an address, this is `true`, with one exception. If only `.optional` and
  /// `.case` parts take a global message, it returns whether one of their values is there.
  package func isThere(_ model: UnsafeRawPointer, _ message: any Message) -> Bool {
    if let scoped = ScopedMessage.unboxed(message) {
      if isAddressedHere(scoped) { return contains(model, scoped.address) }
      return resolve(scoped).map { contains(model, $0.address) } ?? false
    }
    return !isGlobal(message) || hasReceiver(model, ofGlobal: message)
  }

  /// Returns whether the model has a child that takes a global message, or takes it itself.
  ///
  /// This uses a list of models instead of nested calls as long as the parts give direct access.
  private func hasReceiver(_ model: UnsafeRawPointer, ofGlobal message: any Message) -> Bool {
    var waiting = [(router: self, model: model)]
    var owners: [AnyObject] = []
    defer { withExtendedLifetime(owners) {} }
    while let (router, model) = waiting.popLast() {
      if router.leaves.contains(where: { $0.isAlwaysThere && $0.matches(message) }) { return true }
      for route in router.parts.content.lazy.flatMap(\.value.all) {
        switch route {
        case .part(let placed):
          // The parts of a slice at a fixed offset are among those of this router.
          let isFlat = !placed.part.isScope && placed.part.offset != nil
          if placed.part.isCollection || isFlat { continue }
          let inside = placed.child.router
          guard inside.takes(message) else { continue }
          if let direct = placed.part.direct {
            for child in direct.lookAtAll(model + placed.place.offset) {
              if let owner = child.owner { owners.append(owner) }
              waiting.append((inside, child.address))
            }
            continue
          }
          var isThere = false
          placed.part.read(model + placed.place.offset, nil) { child, _ in
            isThere = isThere || inside.hasReceiver(child, ofGlobal: message)
          }
          if isThere { return true }
        case .modified(let placed):
          if placed.router.takes(message),
            placed.router.hasReceiver(model + placed.place.offset, ofGlobal: message)
          {
            return true
          }
        }
      }
    }
    return false
  }

  /// Returns whether the app has a part at an address, regardless of the model's content.
  package func hasPart(_ scope: AnyAddress) -> Bool {
    !routers(at: canonical(scope).steps[...]).isEmpty
  }

  /// Returns whether an updater takes a message, with or without an address; see
  /// ``Updater/takes``.
  package func isTaken(_ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else { return takes(message) }
    guard let resolved = resolve(scoped) else { return false }
    let steps = resolved.address.steps
    if isDismissal(resolved.message), !steps.isEmpty,
      routers(at: steps.prefix(steps.removed)).contains(where: {
        $0.removes(steps[steps.removed].part)
      })
    {
      return true
    }
    return routers(at: steps[...]).contains { $0.takes(resolved.message) }
  }

  /// Returns whether a child of a part can be removed by ``Dismiss``.
  private func removes(_ part: PartName) -> Bool {
    (parts[part]?.all ?? []).contains { route in
      switch route {
      case .part(let placed): placed.part.remove != nil
      case .modified(let placed): placed.router.removes(placed.inner)
      }
    }
  }

  func isTaken(_ message: any Message, at steps: [AnyAddress.Step]) -> Bool {
    routers(at: steps[...]).contains { $0.takes(message) }
  }

  /// Returns the routers of all features for the child at an address. Several parts may have one
  /// name.
  func routers(at steps: ArraySlice<AnyAddress.Step>) -> [Router] {
    var routers = [self]
    for step in steps {
      routers = routers.flatMap { $0.inside(step.part) }
      if routers.isEmpty { break }
    }
    return routers
  }

  fileprivate func inside(_ part: PartName) -> [Router] {
    (parts[part]?.all ?? []).flatMap { inside($0) }
  }

  private func inside(_ route: PartRoute) -> [Router] {
    switch route {
    case .part(let placed): [placed.child.router]
    case .modified(let placed): placed.router.inside(placed.inner)
    }
  }

  fileprivate func isCollection(_ route: PartRoute) -> Bool {
    switch route {
    case .part(let placed): placed.part.isCollection
    case .modified(let placed):
      (placed.router.parts[placed.inner]?.all ?? []).contains { placed.router.isCollection($0) }
    }
  }

  /// Returns whether the commands of a child are cancelled because it, or a child around it, is gone:
  /// whether a part of its address says so, from the outermost child that is gone inwards. If several
  /// parts have one name, one of them that says so is enough.
  ///
  /// - Parameter gone: The number of steps in the address of the outermost child that is gone.
  package func cancelsOnLeave(along scope: AnyAddress, from gone: Int) -> Bool {
    let first = min(gone, scope.steps.count) - 1
    var routers = [self]
    for (index, step) in scope.steps.enumerated() {
      if index >= first, routers.contains(where: { $0.cancelsOnLeave(step.part) }) { return true }
      routers = routers.flatMap { $0.inside(step.part) }
    }
    return false
  }

  private func cancelsOnLeave(_ part: PartName) -> Bool {
    (parts[part]?.all ?? []).contains { route in
      switch route {
      case .part(let placed): placed.part.onLeave == .cancel
      case .modified(let placed): placed.router.cancelsOnLeave(placed.inner)
      }
    }
  }

  /// Returns at most three addresses at which a message is taken, such as `App.at.rows[…]`: those
  /// of children before those of their children, in alphabetical order.
  package func addresses(taking message: any Message) -> [String] {
    var found: [String] = []
    var seen: Set<ObjectIdentifier> = []
    var level: [(router: Router, path: String)] = [(self, "\(model).at")]
    while !level.isEmpty {
      var next: [(router: Router, path: String)] = []
      for (router, path) in level where seen.insert(ObjectIdentifier(router)).inserted {
        if router !== self, router.takes(message) { found.append(path) }
        if found.count == 3 { return found }
        next += router.placesInside(path)
      }
      level = next.sorted { $0.path < $1.path }
    }
    return found
  }

  /// Returns the innermost model around a child that takes a message.
  ///
  /// - Returns: Its address, such as `App.at.sheet`, or its type for the app's model; and whether it
  ///   is inside of a collection. Returns `nil` if no model around the child takes the message.
  package func taker(
    of message: any Message, around scope: AnyAddress
  ) -> (place: String, isInCollection: Bool)? {
    for count in scope.steps.indices.reversed() {
      let outer = scope.steps.prefix(count)
      guard routers(at: outer).contains(where: { $0.takes(message) }) else { continue }
      if count == 0 { return ("\(model)", false) }
      let isInCollection = outer.indices.contains { index in
        routers(at: outer[..<index]).hasCollection(outer[index].part)
      }
      return (AnyAddress(Array(outer)).shape, isInCollection)
    }
    return nil
  }

  private func placesInside(_ path: String) -> [(router: Router, path: String)] {
    parts.content.flatMap { name, routes in
      routes.all.flatMap { route in
        let element = isCollection(route) ? "[…]" : ""
        return inside(route).map { ($0, "\(path)\(name)\(element)") }
      }
    }
  }
}

extension [Router] {
  /// Returns whether a part with this name is a collection.
  fileprivate func hasCollection(_ part: PartName) -> Bool {
    contains { router in (router.parts[part]?.all ?? []).contains { router.isCollection($0) } }
  }
}
