// A command or subscription of a slice may have the address of a child of the slice. That address
// begins with the slice's model. The functions `lift` and `push` make it relative to the model
// around the slice: `lift` for a slice at a fixed offset, `push` for any other slice.

/// Returns the commands of a slice with addresses relative to the model around the slice.
func lift(_ commands: [any Command], _ place: ModelPlace) -> [any Command] {
  if place.path.isEmpty { return commands }
  guard commands.contains(where: { $0 is any CommandWrapper }) else { return commands }
  return commands.map { command in
    changingScopes(of: command) { scoped in
      let isHere = scoped.origin?.depth == 0
      // An address that begins elsewhere, such as at the app's model, stays as it is.
      if isHere, scoped.origin?.root != ObjectIdentifier(place.model) { return scoped }
      return ScopedCommand(
        scoped.content, in: scoped.address.lifted(by: place), origin: isHere ? nil : scoped.origin)
    }
  }
}

/// Returns a command of a slice without a fixed offset. If the command has the address of a child
/// of the slice, the address gets the slice as a further step.
func push(_ command: any Command, _ scope: AnyAddress) -> any Command {
  changingScopes(of: command) { ScopedCommand($0, in: scope) }
}

/// Returns a command with the result of a function in place of each command of a child in it.
private func changingScopes(
  of command: any Command, _ change: (ScopedCommand) -> ScopedCommand
) -> any Command {
  guard let wrapper = command as? any CommandWrapper else { return command }
  if let scoped = wrapper as? ScopedCommand { return change(scoped) }
  return wrapper.mapContents { changingScopes(of: $0, change) }
}

/// Returns a subscription of a slice with an address relative to the model around the slice.
func lift(_ subscription: any Subscription, _ place: ModelPlace) -> any Subscription {
  guard subscription.isWrapper, !place.path.isEmpty else { return subscription }
  return switch subscription {
  case let scoped as ScopedSubscription:
    ScopedSubscription(scoped.content, in: scoped.address.lifted(by: place))
  case let wrapper as any SubscriptionWrapper:
    wrapper.replacingContent { lift($0, place) }
  default: subscription
  }
}

/// Returns a subscription of a slice without a fixed offset. If the subscription has the address of
/// a child of the slice, the address gets the slice as a further step.
func push(_ subscription: any Subscription, _ scope: AnyAddress) -> any Subscription {
  guard subscription.isWrapper else { return subscription }
  return switch subscription {
  case let scoped as ScopedSubscription: ScopedSubscription(scoped, in: scope)
  case let wrapper as any SubscriptionWrapper: wrapper.replacingContent { push($0, scope) }
  default: subscription
  }
}

extension AnyAddress {
  /// Returns the address relative to the model around the model at a place.
  func lifted(by place: ModelPlace) -> AnyAddress {
    guard let first = steps.first else { return self }
    var lifted = self
    lifted.steps[0] = Step(
      part: first.part.lifted(by: place.offset, path: place.path), id: first.id)
    return lifted
  }
}
