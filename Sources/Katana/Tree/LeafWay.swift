/// The way from a model to an updater inside of its parts, which all have direct access: the
/// outermost part, and the rest of the way.
///
/// It is walked in a loop, so a message to deeply nested updaters needs no stack for each level.
final class LeafWay: Sendable {
  private let part: ModelPart
  private let openPart: ModelPart.Open
  /// The place in the child's model at which the way goes on.
  private let place: ModelPlace
  private let next: LeafWay?
  /// Whether a part of the way is a scope, into which only global messages pass.
  let isInScope: Bool

  init?(_ part: ModelPart, _ place: ModelPlace, next: LeafWay?) {
    guard let open = part.open else { return nil }
    (self.part, openPart, self.place, self.next) = (part, open, place, next)
    isInScope = part.isScope || next?.isInScope == true
  }

  /// The open children on a way, from the outside in.
  struct Opened {
    fileprivate var levels = ShortStack<
      (way: LeafWay, model: OpenPlace, child: OpenChild)
    >()

    /// Closes the children. Returns the commands of the updater with addresses relative to the model
    /// around the first part.
    mutating func close(_ commands: consuming [any Command]) -> [any Command] {
      var commands = commands
      while let (way, model, child) = levels.popLast() {
        way.part.close?(model, child)
        if commands.isEmpty { continue }
        commands = way.part.addressed(lift(commands, way.place), child.id)
      }
      return commands
    }
  }

  /// Opens all children on the way.
  ///
  /// - Returns: The address of the updater's model; `nil` if one of the children is not there. Then
  ///   nothing is open.
  func open(_ model: OpenPlace, _ opened: inout Opened) -> OpenPlace? {
    var (address, next) = (model, Optional(self))
    while let way = next {
      var index = 0
      guard let child = way.openPart(address, nil, &index) else {
        _ = opened.close([])
        return nil
      }
      opened.levels.append((way, address, child))
      (address, next) = (child.address + way.place.offset, way.next)
    }
    return address
  }

  /// Calls an updater with the address of its model if all children on the way are there.
  func update(
    _ model: OpenPlace, _ update: (OpenPlace) -> [any Command]
  ) -> [any Command] {
    var opened = Opened()
    guard let address = open(model, &opened) else { return [] }
    return opened.close(update(address))
  }
}

extension UpdateLeaf {
  /// Returns the updater as an updater of the model around a part without a fixed offset.
  func inside(_ part: ModelPart) -> UpdateLeaf {
    var outer = self
    if part.isScope { outer.takes = takes?.inScope }
    guard let way = LeafWay(part, place, next: inner?.way) else {
      outer.inner = nil
      outer.handler = nested(in: part)
      return outer
    }
    let inner = Inner(way: way, handler: inner?.handler ?? handler, lazy: inner?.lazy)
    outer.inner = inner
    if let raw = inner.handler.raw {
      outer.handler = UpdateHandler(raw: { model, message in
        way.update(model) { raw($0, message) }
      })
    } else {
      outer.handler = UpdateHandler(boxed: { model, message in
        if way.isInScope && !isGlobal(message) { return [] }
        return way.update(model) { inner.handler($0, message) }
      })
    }
    return outer
  }

  /// Returns the updater inside of a part that only a closure reaches.
  private func nested(in part: ModelPart) -> UpdateHandler {
    handler.raw != nil
      ? UpdateHandler(raw: { [self] model, message in
        part.commands(model) { update($0, rawMessage: message) }
      })
      : UpdateHandler(boxed: { [self] model, message in
        if part.isScope && !isGlobal(message) { return [] }
        return part.commands(model) { update($0, message) }
      })
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

  /// Returns the commands of a child with its address.
  fileprivate func addressed(_ commands: [any Command], _ id: ScopeID?) -> [any Command] {
    if commands.isEmpty { return commands }
    let step = AnyAddress.Step(part: name, id: id)
    return Katana.addressed(commands, [step], scopes: isScope ? 1 : 0)
  }
}

extension Route {
  /// Calls the updaters, some of which are in lazy features, with a message without an address.
  ///
  /// A recursive feature contains itself, so this walks in a loop. Otherwise, each level of the model
  /// would need stack.
  func updateLazily(
    _ model: OpenPlace, _ message: any Message
  ) -> [any Command] {
    var levels = [LazyLevel(route: self, model: model)]
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
      guard let inner = leaf.inner, let node = inner.lazy else {
        append(leaf.update(model, message), to: &levels[last].commands)
        continue
      }
      var opened = LeafWay.Opened()
      guard !inner.way.isInScope || isGlobal(message),
        let address = inner.way.open(model + leaf.place.offset, &opened)
      else { continue }
      levels.append(
        LazyLevel(
          route: node.router.routes[message], model: address, opened: opened, place: leaf.place))
    }
  }
}

/// The updaters of one lazy feature, and the position among them.
private struct LazyLevel {
  let route: Route
  let model: OpenPlace
  /// The children on the way to the feature.
  var opened = LeafWay.Opened()
  /// The place of the outermost of them in the model of the feature around it.
  var place = ModelPlace(model: Never.self)
  var index = 0
  var commands: [any Command] = []
}
