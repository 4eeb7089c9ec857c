// A command or subscription of a slice may have the address of a child of the slice. That address
// begins with the slice's model. The functions `lift` and `push` make it relative to the model
// around the slice: `lift` for a slice at a fixed offset, `push` for any other slice.

/// Returns the commands of a slice with addresses relative to the model around the slice.
func lift(_ commands: [any Command], _ place: ModelPlace) -> [any Command] {
  if place.path.isEmpty { return commands }
  guard commands.contains(where: { $0 is any CommandWrapper }) else { return commands }
  return commands.map { command in
    changingScopes(of: command) { scoped, address, origin in
      let isHere = origin?.depth == 0
      // An address that begins elsewhere, such as at the app's model, stays as it is.
      if isHere, origin?.root != ObjectIdentifier(place.model) { return scoped }
      return LayeredCommand(
        scoped.content, in: address.lifted(by: place), origin: isHere ? nil : origin)
    }
  }
}

/// Returns a command of a slice without a fixed offset. If the command has the address of a child
/// of the slice, the address gets the slice as a further step.
func push(_ command: any Command, _ scope: AnyAddress) -> any Command {
  changingScopes(of: command) { scoped, _, _ in LayeredCommand(scoped, in: scope) }
}

/// Returns a command with the result of a function in place of each command of a child in it.
private func changingScopes(
  of command: any Command,
  _ change: (LayeredCommand, AnyAddress, AddressOrigin?) -> LayeredCommand
) -> any Command {
  guard let wrapper = command as? any CommandWrapper else { return command }
  if let layered = wrapper as? LayeredCommand, case .scope(let address, let origin) = layered.layer
  {
    return change(layered, address, origin)
  }
  return wrapper.mapContents { changingScopes(of: $0, change) }
}

/// Returns the subscriptions of a slice with addresses relative to the model around the slice.
func lifted(_ subscriptions: [any Subscription], _ place: ModelPlace) -> [any Subscription] {
  if place.path.isEmpty || !subscriptions.contains(where: \.isWrapper) { return subscriptions }
  return subscriptions.map { lift($0, place) }
}

/// Returns a subscription of a slice with an address relative to the model around the slice.
private func lift(_ subscription: any Subscription, _ place: ModelPlace) -> any Subscription {
  guard let layered = subscription.asLayered else { return subscription }
  if case .scope(let address, _) = layered.layer {
    return LayeredSubscription(layered.content, in: address.lifted(by: place))
  }
  return LayeredSubscription(layer: layered.layer, content: lift(layered.content, place))
}

/// Returns a subscription of a slice without a fixed offset. If the subscription has the address of
/// a child of the slice, the address gets the slice as a further step.
func push(_ subscription: any Subscription, _ scope: AnyAddress) -> any Subscription {
  guard let layered = subscription.asLayered else { return subscription }
  if case .scope = layered.layer { return LayeredSubscription(layered, in: scope) }
  return LayeredSubscription(layer: layered.layer, content: push(layered.content, scope))
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
