public import Katana
import KatanaComparison

/// One message of a recording, handled again.
public struct ReplayStep<AppModel: Model>: Sendable {
  /// The message as the recording has it.
  public let recorded: RecordedMessage
  /// The message itself.
  public let message: any Message
  /// The model before the message.
  public let before: AppModel
  /// The model after the message.
  public let after: AppModel
  /// The commands that the update returns today.
  public let commands: [any Command]
  let feature: FeatureTree<AppModel>

  /// What the message has changed in the model, as tests print differences: `−` before, `+` after. `nil`
  /// if nothing.
  public var changes: String? { modelText(expected: before, actual: after) }

  /// The commands that the update returns today, as Swift source or as they print.
  public var commandTexts: [String] {
    commands.map { sourceText(of: $0, namesType: true) }
  }

  /// The message, as Swift source or as it prints.
  public var messageText: String { sourceText(of: message, namesType: true) }

  /// The subscriptions that the model declares after the message.
  public var subscriptions: [any Subscription] {
    feature.subscriptions(model: after, message: message)
  }

  /// The subscriptions that the model declared before the message.
  public var subscriptionsBefore: [any Subscription] {
    feature.subscriptions(model: before, message: nil)
  }
}
