extension UpdateLeaf {
  /// Returns the updater as an updater of the model around a part without a fixed offset.
  func inside(_ part: ModelPart) -> UpdateLeaf {
    part.isScope ? inScope.opened(by: part) : opened(by: part)
  }

  /// The same, whether or not the part is a scope.
  private func opened(by part: ModelPart) -> UpdateLeaf {
    var outer = self
    guard let way = LeafWay(part, place, next: inner?.way) else {
      outer.inner = nil
      outer.handler = nested(in: part)
      return outer
    }
    let inner = Inner(way: way, handler: inner?.handler ?? handler, lazy: inner?.lazy)
    outer.inner = inner
    switch inner.handler {
    case .raw(let raw):
      outer.handler = .raw { model, message in way.update(model) { raw($0, message) } }
    case .boxed(let boxed):
      outer.handler = .boxed { model, message in
        if way.isInScope && !isGlobal(message) { return [] }
        return way.update(model) { boxed($0, message) }
      }
    }
    return outer
  }

  /// Returns the updater inside of a part that only a closure reaches.
  private func nested(in part: ModelPart) -> UpdateHandler {
    guard case .raw(let raw) = handler else {
      return .boxed { [self] model, message in
        if part.isScope && !isGlobal(message) { return [] }
        return part.commands(model) { update($0, message) }
      }
    }
    return .raw { [place] model, message in
      part.commands(model) { lift(raw($0 + place.offset, message), place) }
    }
  }
}

extension ModelPart {
  /// Calls a function with the child, and returns its commands with the address of the child.
  fileprivate func commands(
    _ model: OpenPlace, _ update: (OpenPlace) -> [any Command]
  ) -> [any Command] {
    var commands: [any Command] = []
    change(model, nil) { child, id in commands = addressed(update(child), id) }
    return commands
  }
}
