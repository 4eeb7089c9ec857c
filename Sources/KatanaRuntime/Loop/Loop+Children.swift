import Katana

/// The children for which commands run.
extension Loop {
  /// Whether there are children for which commands run.
  var hasOpenScopes: Bool { !scopes.extents.isEmpty }

  /// Ends the lifetimes of the children that a message has removed from the model, and cancels their
  /// commands if their parts say so, the oldest first.
  func closeScopes(after message: any Message) {
    // The rules of the parts from the child that is gone inwards apply, which may be one around the
    // child of the lifetime.
    let lives = scopes.close(after: message, router, model.inside, lastIndices)
      .filter { router.cancelsOnLeave(along: $0.life.address, from: $0.gone) }.map(\.life)
    if lives.isEmpty { return }
    for life in lives { life.dropRuns() }
    for id in lives.flatMap(\.runs).sorted() { runs[id]?.cancel() }
    activities.react(to: .left(lives))
    lookAtWaitingLater()
  }

  /// Returns the lifetime of the child that a command belongs to; `nil` for the app itself.
  func openScope(of context: CommandContext, for command: any Command) -> ScopeLifetime? {
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
    return scopes.enter(found ?? address, gone: found == nil ? gone(of: address) : nil, router)
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
    if !isStarting && !isEndingStep { scopes.forgetEnded() }
    return context
  }

  func justEnded(in context: CommandContext) -> [ScopeLifetime] {
    guard let scope = context.scope, !isLongGone(scope) else { return [] }
    let address = context.effects.scope
    return address.steps.contains { $0.id == nil } ? scopes.justEnded(in: address) : []
  }

  /// Whether a child was gone before this step. It stays gone, and so do the children inside of it:
  /// other children may have their addresses by now.
  private func isLongGone(_ scope: ScopeLifetime) -> Bool {
    scope.isGone && !scopes.hasJustEnded(scope)
  }
}
