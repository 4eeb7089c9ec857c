// A command or subscription of a slice may have the address of a child of the slice. That address
// begins with the slice's model. The functions `lift` and `push` make it relative to the model
// around the slice: `lift` for a slice at a fixed offset, `push` for any other slice.

/// Returns the commands of a slice with addresses relative to the model around the slice.
func lift(_ commands: [any Command], _ place: ModelPlace) -> [any Command] {
  if place.path.isEmpty { return commands }
  for index in commands.indices where isWrapper(commands[index]) {
    return commands.map { lift($0, place) }
  }
  return commands
}

private func lift(_ command: any Command, _ place: ModelPlace) -> any Command {
  guard isWrapper(command) else { return command }
  switch command {
  case let scoped as ScopedCommand:
    // An address that begins elsewhere, such as at the app's model, stays as it is.
    if let origin = scoped.origin, origin.depth == 0, origin.root != ObjectIdentifier(place.model) {
      return scoped
    }
    let origin = scoped.origin.flatMap { $0.depth == 0 ? nil : $0 }
    return ScopedCommand(
      lifting: scoped, to: scoped.address.lifted(by: place), origin: origin)
  case let wrapper as any CommandWrapper: return wrapper.mapContents { lift($0, place) }
  default: return command
  }
}

/// Returns a command of a slice without a fixed offset. If the command has the address of a child
/// of the slice, the address gets the slice as a further step.
func push(_ command: any Command, _ scope: AnyAddress) -> any Command {
  guard isWrapper(command) else { return command }
  return switch command {
  case let scoped as ScopedCommand: ScopedCommand(scoped, in: scope)
  case let wrapper as any CommandWrapper: wrapper.mapContents { push($0, scope) }
  default: command
  }
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

/// Returns whether a command is a ``CommandWrapper``.
///
/// Compares with the concrete types, because this runs for each command of a slice, and a cast to a
/// protocol is much slower.
private func isWrapper(_ command: any Command) -> Bool {
  func open<C: Command>(_ command: C) -> ObjectIdentifier { ObjectIdentifier(C.self) }
  let type = open(command)
  return type == ObjectIdentifier(ScopedCommand.self)
    || type == ObjectIdentifier(ControlledCommand.self)
    || type == ObjectIdentifier(MappedCommand.self) || type == ObjectIdentifier(Sequential.self)
    || type == ObjectIdentifier(Concurrent.self) || type == ObjectIdentifier(Race.self)
}
