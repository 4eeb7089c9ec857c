extension Route {
  /// Calls the updaters, some of which are in lazy features, with a message without an address.
  ///
  /// A recursive feature contains itself, so this walks in a loop. Otherwise, each level of the model
  /// would need stack.
  ///
  /// - Parameter isInScope: Whether only updaters of global messages are called.
  func updateLazily(
    _ model: OpenPlace, _ message: any Message, isInScope: Bool = false
  ) -> [any Command] {
    var levels = [LazyLevel(route: self, model: model, isInScope: isInScope)]
    while true {
      let last = levels.count - 1
      guard levels[last].index < levels[last].route.leaves.count else {
        var done = levels.removeLast()
        let commands = done.opened.close(done.commands)
        guard last > 0 else { return commands }
        append(lift(commands, done.place), to: &levels[last - 1].commands)
        continue
      }
      let (leaf, model) = (levels[last].route.leaves[levels[last].index], levels[last].model)
      levels[last].index += 1
      if levels[last].isInScope && !leaf.mayTakeGlobals { continue }
      guard let inner = leaf.inner, let lazy = inner.lazy else {
        let own = levels[last].isInScope ? leaf.inScope : leaf
        append(own.update(model, message), to: &levels[last].commands)
        continue
      }
      var opened = LeafWay.Opened()
      let isInScope = inner.way.isInScope || levels[last].isInScope
      guard !isInScope || isGlobal(message),
        let address = inner.way.open(model + leaf.place.offset, &opened)
      else { continue }
      levels.append(
        LazyLevel(
          route: lazy.router.routes[message], model: address, isInScope: isInScope, opened: opened,
          place: leaf.place))
    }
  }
}

/// The updaters of one lazy feature, and the position among them.
private struct LazyLevel {
  let route: Route
  let model: OpenPlace
  /// Whether only updaters of global messages are called.
  var isInScope = false
  /// The children on the way to the feature.
  var opened = LeafWay.Opened()
  /// The place of the outermost of them in the model of the feature around it.
  var place = ModelPlace(model: Never.self)
  var index = 0
  var commands: [any Command] = []
}
