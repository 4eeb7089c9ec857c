extension Router {
  /// Returns the collections in a model in which two elements have one `id`, with that `id`.
  ///
  /// Does not look inside of modifiers.
  package func duplicates(_ model: UnsafeRawPointer) -> [(scope: AnyAddress, id: String)] {
    parts.content.flatMap { name, routes in
      routes.all.flatMap { route -> [(scope: AnyAddress, id: String)] in
        guard case .part(let placed) = route, placed.part.isScope else { return [] }
        var seen: Set<ScopeID> = []
        var found: [(scope: AnyAddress, id: String)] = []
        placed.part.read(model + placed.place.offset, nil) { child, id in
          if let id, placed.part.isCollection, !seen.insert(id).inserted {
            found.append((AnyAddress(name), sourceText(of: id.base)))
          }
          guard placed.child.router.hasCollections else { return }
          found += placed.child.router.duplicates(child).map {
            (AnyAddress([AnyAddress.Step(part: name, id: id)] + $0.scope.steps), $0.id)
          }
        }
        return found
      }
    }
  }

  /// Whether the model has scopes, which may be or contain collections. Does not look inside of
  /// modifiers.
  private var hasCollections: Bool {
    parts.content.contains {
      $0.value.all.contains {
        if case .part(let placed) = $0 { placed.part.isScope } else { false }
      }
    }
  }
}
