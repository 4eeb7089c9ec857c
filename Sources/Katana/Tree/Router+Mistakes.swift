/// What an app may state by mistake, as far as the tree and the model show it.
extension Router {
  /// Returns the collections in a model in which two elements have one `id`, with that `id`.
  ///
  /// Does not look inside of modifiers. A loop, because a model may be nested deeper than the stack of
  /// the thread allows.
  package func duplicates(_ model: ReadPlace) -> [(scope: AnyAddress, id: String)] {
    var found: [(scope: AnyAddress, id: String)] = []
    var waiting = [(router: self, model: model, steps: [AnyAddress.Step]())]
    var owners: [AnyObject] = []
    var index = 0
    while index < waiting.count {
      let (router, model, steps) = waiting[index]
      index += 1
      for (name, routes) in router.parts {
        // What is in a child that is always there is in this router, too.
        for case .part(let placed) in routes.all
        where placed.part.isScope && placed.part.offset == nil {
          let inside = placed.child.router
          var seen: Set<ScopeID> = []
          for child in placed.part.lookAtAll(model + placed.place.offset) {
            if let owner = child.owner { owners.append(owner) }
            if let id = child.id, placed.part.isCollection, !seen.insert(id).inserted {
              let scope = AnyAddress(steps + [AnyAddress.Step(part: name)])
              found.append((scope, sourceText(of: id.base)))
            }
            if inside.parts.isEmpty { continue }
            let way = steps + [AnyAddress.Step(part: name, id: child.id)]
            waiting.append((inside, child.address, way))
          }
        }
      }
    }
    return withExtendedLifetime(owners) { found }
  }

  /// The parts whose children state a ``Model/Receives`` that no updater in the part takes. Each
  /// entry has the address of the part, the type of the child and the message type.
  package var untaken: [(part: String, child: String, message: String)] {
    var found: [(part: String, child: String, message: String)] = []
    var seen = SeenRouters(self)
    var waiting: [(router: Router, path: String)] = [(self, "\(model).at")]
    while let (router, path) = waiting.popLast() {
      for (name, routes) in router.parts {
        let inside = routes.parts.map(\.child.router)
        guard let child = inside.first?.model else { continue }
        if let message = (child as? any Model.Type)?.stated,
          !inside.contains(where: { $0.names(message) })
        {
          found.append(("\(path)\(name)", "\(child)", "\(message)"))
        }
        // What is in a part that is always there is in this router, too.
        for placed in routes.parts where placed.part.offset == nil {
          if let inside = seen.insert(placed.child) { waiting.append((inside, "\(path)\(name)")) }
        }
      }
    }
    return found.sorted { $0.part < $1.part }
  }

  /// The parts that share their address with others, although each is a property of its own. Each
  /// entry has the model, and the type of the parts.
  var indistinct: [(model: String, child: String)] {
    var found: [(model: String, child: String)] = []
    var seen = SeenRouters(self)
    var waiting = [self]
    while let router = waiting.popLast() {
      for (name, routes) in router.parts {
        // If all of them are in a slice or a child, its own router has them.
        if name.isIndistinct, routes.parts.count > 1, routes.parts.contains(where: \.place.isWhole)
        {
          found.append(("\(router.model)", "\(name.type)"))
        }
        for placed in routes.parts {
          if let inside = seen.insert(placed.child) { waiting.append(inside) }
        }
      }
    }
    return found.sorted { $0 < $1 }
  }

  /// Returns whether an updater names a message type, or states that it takes the type.
  func names(_ type: any Message.Type) -> Bool {
    leaves.contains { $0.names(ObjectIdentifier(type)) }
  }
}

extension Model {
  /// The message type that the model states to receive, or `nil` if it states none.
  fileprivate static var stated: (any Message.Type)? {
    Receives.self == MissingTypealiasReceives<Self>.self ? nil : Receives.self
  }
}
