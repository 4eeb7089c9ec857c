extension Router {
  /// A child on the way along an address.
  struct Cursor {
    fileprivate(set) var router: Router
    fileprivate(set) var address: ReadPlace
    /// The steps of the whole address, with the `id`s that were found up to the child.
    fileprivate(set) var steps: [AnyAddress.Step]
    fileprivate var depth = 0

    /// Returns the cursor at a child of its model.
    fileprivate func entering(_ placed: PlacedPart, _ child: ReadChild) -> Cursor {
      var inside = self
      (inside.router, inside.address, inside.depth) = (
        placed.child.router, child.address, depth + 1
      )
      if steps[depth].id == nil, let id = child.id {
        inside.steps[depth].id = id
      }
      return inside
    }
  }

  /// Follows an address through a model, for everything but updates, and calls a function with each
  /// child at it until the function returns `true`.
  ///
  /// This is a loop, so that a deeply nested model needs no stack for each level. Several parts may
  /// have one name: the others wait.
  ///
  /// - Returns: Whether the function has returned `true`.
  @discardableResult
  func walk(
    _ scope: AnyAddress, in model: ReadPlace, from depth: Int = 0,
    _ lastIndices: LastIndices? = nil, _ arrive: (borrowing Cursor) -> Bool
  ) -> Bool {
    var cursor = Cursor(router: self, address: model, steps: scope.steps, depth: depth)
    var others: [Cursor] = []
    // The owners of copied children. They keep the copies alive during the walk.
    var owners: [AnyObject] = []
    defer { withExtendedLifetime(owners) {} }
    while true {
      var next: Cursor?
      if cursor.depth == cursor.steps.count {
        if arrive(cursor) { return true }
      } else {
        let step = cursor.steps[cursor.depth]
        // The first child is the last that waits.
        for placed in cursor.router.placedParts(step.part).reversed() {
          if let child = placed.look(cursor.address, step.id, lastIndices) {
            if let owner = child.owner { owners.append(owner) }
            if let next { others.append(next) }
            next = cursor.entering(placed, child)
          }
        }
      }
      guard let found = next ?? others.popLast() else { return false }
      cursor = found
    }
  }

  /// Returns whether the model has the child at an address.
  package func hasChild(
    _ model: ReadPlace, _ scope: AnyAddress, _ lastIndices: LastIndices? = nil
  ) -> Bool { walk(scope, in: model, lastIndices) { _ in true } }

  /// Returns the address of a child with the `id`s that the address does not name, such as the
  /// `id` of an identified sheet. Returns `nil` if the model does not have the child.
  package func find(
    _ scope: AnyAddress, in model: ReadPlace, _ lastIndices: LastIndices? = nil
  ) -> AnyAddress? {
    var found: AnyAddress?
    walk(scope, in: model, lastIndices) {
      found = AnyAddress($0.steps)
      return true
    }
    return found
  }

  /// Calls a function with the memory address of the child at an address, if the model has it.
  package func look(
    _ model: ReadPlace, _ scope: AnyAddress, _ lastIndices: LastIndices? = nil,
    _ body: (ReadPlace) -> Void
  ) {
    walk(scope, in: model, lastIndices) {
      body($0.address)
      return true
    }
  }

  /// Returns whether the model has the child that a message is for; `true` for a message without an
  /// address.
  package func isThere(_ model: ReadPlace, _ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else { return true }
    return resolve(scoped).map { walk($0, in: model) { _ in true } } ?? false
  }
}
