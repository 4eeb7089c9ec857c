extension Router {
  /// The parts whose children state a ``Model/Receives`` that no updater in the part takes. Each
  /// entry has the address of the part, the type of the child and the message type.
  package var untaken: [(part: String, child: String, message: String)] {
    var found: [(part: String, child: String, message: String)] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting: [(router: Router, path: String)] = [(self, "\(model).at")]
    while let (router, path) = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(router)).inserted else { continue }
      for (name, _) in router.parts.content {
        let inside = router.routers(at: [AnyAddress.Step(part: name, id: nil)])
        guard let child = inside.first?.model else { continue }
        if let message = received(by: child), !inside.contains(where: { $0.names(message) }) {
          found.append(("\(path)\(name)", "\(child)", "\(message)"))
        }
        waiting += inside.map { ($0, "\(path)\(name)") }
      }
    }
    return found.sorted { $0.part < $1.part }
  }

  /// Returns whether an updater names a message type, or states that it takes the type.
  func names(_ type: any Message.Type) -> Bool {
    leaves.contains { $0.names(ObjectIdentifier(type)) }
  }
}

/// Returns the message type that a model states to receive, or `nil` if it states none.
private func received(by type: any Any.Type) -> (any Message.Type)? {
  guard let model = type as? any Model.Type else { return nil }
  func receives<M: Model>(_ model: M.Type) -> (any Message.Type)? {
    M.Receives.self == MissingTypealiasReceives<M>.self ? nil : M.Receives.self
  }
  return receives(model)
}
