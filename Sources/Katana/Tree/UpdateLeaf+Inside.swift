extension UpdateLeaf {
  /// Returns the updater as an updater of the model around a part without a fixed offset.
  func inside(_ part: ModelPart) -> UpdateLeaf {
    var outer = self
    if part.isScope { outer.takes = takes?.inScope }
    guard let way = LeafWay(part, place, next: inner?.way) else {
      outer.inner = nil
      // Only a closure reaches the part.
      outer.handler = handler.around(inScope: part.isScope) { [place] model, update in
        part.commands(model) { lift(update($0 + place.offset), place) }
      }
      return outer
    }
    let inner = Inner(way: way, handler: inner?.handler ?? handler, lazy: inner?.lazy)
    outer.inner = inner
    outer.handler = inner.handler.around(inScope: way.isInScope) { way.update($0, $1) }
    return outer
  }
}

extension UpdateHandler {
  /// Returns the handler of a model around a part. A message of any type passes into a scope only if
  /// it is global.
  ///
  /// - Parameter enter: Calls its last argument with the model inside of the part.
  fileprivate func around(
    inScope: Bool,
    _ enter:
      @escaping @Sendable (OpenPlace, (OpenPlace) -> [any Command]) -> [any Command]
  ) -> UpdateHandler {
    switch self {
    case .raw(let raw): .raw { model, message in enter(model) { raw($0, message) } }
    case .boxed(let boxed):
      .boxed { model, message in
        inScope && !isGlobal(message) ? [] : enter(model) { boxed($0, message) }
      }
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
