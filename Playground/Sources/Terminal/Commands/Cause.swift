/// One step of a chain of causes, by names only.
public struct Cause: Hashable, Codable, Sendable {
  /// Who sent the message: a command or a subscription.
  public var sender: String
  /// What was sent.
  public var message: String
  /// Where in the source it was sent.
  public var place: String

  /// A step of a chain.
  public init(sender: String, message: String, place: String) {
    self.sender = sender
    self.message = message
    self.place = place
  }
}
