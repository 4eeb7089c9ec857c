extension Router {
  /// Returns the collections in a model in which two elements have one `id`, with that `id`.
  ///
  /// Does not look inside of modifiers.
  package func duplicates(_ model: ReadPlace) -> [(scope: AnyAddress, id: String)] {
    parts.content.flatMap { name, routes in
      routes.all.flatMap { route -> [(scope: AnyAddress, id: String)] in
        guard case .part(let placed) = route, placed.part.isScope else { return [] }
        var seen: Set<ScopeID> = []
        let router = placed.child.router
        return placed.part.lookAtAll(model + placed.place.offset).flatMap { child in
          var found: [(scope: AnyAddress, id: String)] = []
          if let id = child.id, placed.part.isCollection, !seen.insert(id).inserted {
            found.append((AnyAddress(name), sourceText(of: id.base)))
          }
          let inner = withExtendedLifetime(child.owner) { router.duplicates(child.address) }
          return found
            + inner.map {
              (AnyAddress([AnyAddress.Step(part: name, id: child.id)] + $0.scope.steps), $0.id)
            }
        }
      }
    }
  }
}
