extension Router {
  /// Hands a message to the child it is addressed to, and to the parents who listen.
  func deliver(_ scoped: ScopedMessage, _ model: UnsafeMutableRawPointer) -> [any Command] {
    let steps = scoped.scope.steps
    var commands: [any Command] = []
    for entry in addressable {
      switch entry {
      case .updater(_, let handler): append(handler(model, scoped), to: &commands)
      case .child(let part, let router):
        if steps.isEmpty || steps[0].part != part.name { continue }
        let message = scoped.inside
        part.change(model, steps[0].id) { child, id in
          append(part.addressed(router.handle(child, message), id), to: &commands)
        }
      }
    }
    return commands
  }

  /// Whether the model has the child at an address; true where an updater that routes by hand hides the
  /// answer.
  package func contains(_ model: UnsafeRawPointer, _ steps: ArraySlice<Scope.Step>) -> Bool {
    if steps.isEmpty { return true }
    let (place, rest) = (steps.startIndex, steps.dropFirst())
    var isPart = false
    var isThere = false
    for case .child(let part, let router) in addressable where part.name == steps[place].part {
      isPart = true
      part.read(model, steps[place].id) { child, _ in
        isThere = isThere || rest.isEmpty || router.contains(child, rest)
      }
    }
    return isThere || (!isPart && hidesChildren)
  }

  /// Whether the child that a message is for is there; of one without an address, whether a part that takes
  /// it is.
  package func isThere(_ model: UnsafeRawPointer, _ message: any Message) -> Bool {
    if let scoped = ScopedMessage.unboxed(message) {
      return contains(model, scoped.scope.steps[...])
    }
    return entries.contains { entry in
      switch entry {
      case .updater(let kind, _): return kind?.matches(message) ?? true
      case .child(let part, let router):
        if part.isCollection || !router.hasRoute(for: message) { return false }
        var isThere = false
        part.read(model, nil) { child, _ in isThere = router.isThere(child, message) }
        return isThere
      }
    }
  }

  /// Whether somebody takes a message; a part that comes and goes may not be there.
  package func takes(_ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else { return hasRoute(for: message) }
    return addressable.contains { entry in
      switch entry {
      case .updater: true
      case .child(let part, let router):
        part.name == scoped.scope.steps.first?.part && router.takes(scoped.inside)
      }
    }
  }
}
