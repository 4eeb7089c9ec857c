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
      for (name, routes) in router.parts.content {
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
            if inside.parts.content.isEmpty { continue }
            let way = steps + [AnyAddress.Step(part: name, id: child.id)]
            waiting.append((inside, child.address, way))
          }
        }
      }
    }
    return withExtendedLifetime(owners) { found }
  }
}
