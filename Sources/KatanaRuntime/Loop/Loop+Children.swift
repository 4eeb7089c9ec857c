import Katana

/// The children with something alive.
extension Loop {
  /// Returns whether an update may have removed some of them.
  func mayClose(by route: Route) -> Bool {
    children.groups.contains { route.writes(router.extents(of: $0.part)) }
  }

  /// Ends the lifetimes of the children that a message has removed from the model, and cancels their
  /// commands if their parts say so, the oldest first.
  func closeScopes(after message: any Message) {
    var gone: [ChildRecord] = []
    children.search(
      router.change(by: message), router, model.inside, lastIndices, onlyGone: true
    ) { record, child in
      if child == nil { gone.append(record) }
    }
    // The rules of the parts from the child that is gone inwards apply, which may be one around the
    // child of the lifetime. Those around come first.
    var lives: [ChildRecord] = []
    for outer in gone where !outer.isGone {
      let address = outer.address
      for life in end(outer.takeApart(), in: address)
      where router.cancelsOnLeave(along: life.address, from: address.steps.count) {
        lives.append(life)
      }
    }
    if lives.isEmpty { return }
    for life in lives { life.dropRuns() }
    for id in lives.flatMap(\.runs).sorted() { runs[id]?.cancel() }
    activities.react(to: .left(lives))
    lookAtWaitingLater()
  }

  /// Ends the lifetimes of children that are gone with the one at an address.
  private func end(_ lives: [ChildRecord], in address: AnyAddress) -> [ChildRecord] {
    for life in lives {
      life.gone = address
      ended[life.address] = life
      goneLists += life.takeLists()
    }
    return lives
  }

  /// Ends the lifetimes of all children.
  func endLives() {
    _ = end(children.takeInner(), in: .root)
    ended = [:]
  }

  /// Called at the end of a step.
  func forgetEnded() {
    if !ended.isEmpty { ended = [:] }
    if opened.isEmpty { return }
    for record in opened { record.removeIfIdle() }
    opened = []
  }

  /// Returns the record of the child that a command belongs to; `nil` for the app itself.
  func openScope(of context: CommandContext, for command: any Command) -> ChildRecord? {
    if context.effects.isEmpty { return nil }
    let address = context.effects.scope
    if address.steps.isEmpty { return nil }
    let found = find(address)
    if found == nil, !router.hasPart(address) {
      let leaf = leaf(of: command)
      reportUnreached(
        "The command \(ValueName(leaf).fullName)", type(of: leaf), in: address,
        cause: context.cause)
    }
    guard let found else {
      let record = ended[address] ?? ChildRecord(address, gone: gone(of: address))
      ended[address] = record
      return record
    }
    let record = children.record(at: found)
    if !record.hasLife { opened.append(record) }
    return record
  }

  /// Returns the address of a child with the `id`s that the address does not name; `nil` if the model
  /// does not have the child.
  private func find(_ address: AnyAddress) -> AnyAddress? {
    router.find(address, in: model.inside, lastIndices)
  }

  /// Returns the address of the outermost child that is not there, on the way to one that is not.
  private func gone(of address: AnyAddress) -> AnyAddress {
    let outer = (1..<address.steps.count).lazy.map(address.prefix).first { self.find($0) == nil }
    return outer ?? address
  }

  /// Returns the context of the command inside of a wrapper, in a control command.
  func enter(_ layered: LayeredCommand, _ context: CommandContext) -> CommandContext {
    var context = context
    let own = context.effects.scope
    context.effects.enter(layered.layer, for: core.app)
    let address = context.effects.scope
    if address == own { return context }
    if let scope = context.scope, let gone = scope.gone, isLongGone(scope),
      address.leads(into: gone)
    {
      context.scope = scope.inside(address)
      return context
    }
    context.scope = openScope(of: context, for: layered.content)
    // A step that starts commands forgets them at its end.
    if !isStarting && !isEndingStep { ended = [:] }
    return context
  }

  func justEnded(in context: CommandContext) -> [ChildRecord] {
    guard let scope = context.scope, !isLongGone(scope) else { return [] }
    let address = context.effects.scope
    return address.steps.contains { $0.id == nil }
      ? ended.values.filter { address.covers($0.address) } : []
  }

  /// Whether a child was gone before this step. It stays gone, and so do the children inside of it:
  /// other children may have their addresses by now.
  private func isLongGone(_ scope: ChildRecord) -> Bool {
    scope.isGone && ended[scope.address] !== scope
  }
}
