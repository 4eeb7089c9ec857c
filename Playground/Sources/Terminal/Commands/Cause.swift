/// One message of a chain of causes. It contains only names, no payloads.
public struct Cause: Hashable, Codable, Sendable {
  /// The sender of the message, such as a command or a subscription.
  public var sender: String
  /// The name of the message.
  public var message: String
  /// The source file and line that sent the message.
  public var place: String

  /// Creates one message of a chain.
  public init(sender: String, message: String, place: String) {
    self.sender = sender
    self.message = message
    self.place = place
  }
}
