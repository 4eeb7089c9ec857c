/// A message that a modified feature is about to handle; see ``Feature/modified(_:)``.
public struct IncomingMessage: Sendable {
  /// The message without its address, as the feature or one of its children receives it.
  public let message: any Message
  /// The address of the child that receives the message, relative to the feature's model. It is
  /// empty for the feature itself.
  public let address: AnyAddress
}

/// A function around a feature. It accesses the model by its memory address.
package typealias Modifier =
  @Sendable (OpenPlace, IncomingMessage, (OpenPlace) -> [any Command]) -> [any Command]
