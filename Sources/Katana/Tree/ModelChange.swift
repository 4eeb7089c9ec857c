/// What a step may have changed in the app's model.
package enum ModelChange: Sendable {
  /// Some bytes of the model.
  case written([ByteRange])
  /// The child at an address, and what else a message to that child may write, such as what a
  /// listener writes.
  case child(AnyAddress)
  case several([ModelChange])

  /// Anything.
  package static let everything = ModelChange.written([.whole])
}

extension Router {
  /// Returns what a message may change.
  package func change(by message: any Message) -> ModelChange {
    // Read in its box, because a copy would count references of all that it holds.
    guard ScopedMessage.isAround(message) else { return .written(routes[message].extents) }
    return withPayload(of: message) { change(by: $0[as: ScopedMessage.self]) }
  }

  /// Returns what a message with an address may change.
  package func change(by scoped: ScopedMessage) -> ModelChange {
    guard let address = resolve(scoped), !address.isEmpty else { return .everything }
    return .child(address)
  }
}
