/// Slices of one model that hold features which take the same messages. What the commands and
/// subscriptions of one of these features send has no address, so it reaches all of them.
package struct SharedSlices: Sendable {
  /// The addresses of the slices.
  package let addresses: [AnyAddress]
  /// Whether the features are known to declare subscriptions or to return commands.
  package let isKnownToSend: Bool
  /// The types of the messages that all of these features take, and nothing else in the app.
  private let messages: Set<ObjectIdentifier>

  init(
    _ slices: [PartName], isKnownToSend: Bool, _ messages: Set<ObjectIdentifier>
  ) {
    addresses = slices.map { AnyAddress($0) }
    self.isKnownToSend = isKnownToSend
    self.messages = messages
  }

  /// Returns whether the commands that follow from a message are those of one of these features.
  package func take(_ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else {
      return messages.contains(typeID(of: message))
    }
    return messages.contains(typeID(of: scoped.message)) && addresses.contains(scoped.address)
  }
}
