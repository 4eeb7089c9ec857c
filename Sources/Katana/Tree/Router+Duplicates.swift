extension Router {
  /// The collections in a model in which two elements have the same `id`, with that `id`.
  package func duplicates(_ model: UnsafeRawPointer) -> [(scope: Scope, id: String)] {
    parts.content.flatMap { name, routes in
      routes.all.flatMap { route -> [(scope: Scope, id: String)] in
        guard case .part(let placed) = route, placed.part.isScope else { return [] }
        var seen: Set<ScopeID> = []
        var found: [(scope: Scope, id: String)] = []
        placed.part.read(model + placed.place.offset, nil) { child, id in
          if let id, placed.part.isCollection, !seen.insert(id).inserted {
            found.append((Scope(name), sourceText(of: id.base)))
          }
          guard placed.child.router.hasCollections else { return }
          found += placed.child.router.duplicates(child).map {
            (Scope([Scope.Step(part: name, id: id)] + $0.scope.steps), $0.id)
          }
        }
        return found
      }
    }
  }

  /// Whether an element may be in the model; not looked for inside of modifiers.
  private var hasCollections: Bool {
    parts.content.contains {
      $0.value.all.contains {
        if case .part(let placed) = $0 { placed.part.isScope } else { false }
      }
    }
  }
}
