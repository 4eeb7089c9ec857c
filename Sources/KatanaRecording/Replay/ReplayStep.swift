public import Katana
import KatanaComparison

/// The step of one recorded message, computed by today's program.
public struct ReplayStep<AppModel: Model>: Sendable {
  /// The facts that the recording holds about the message.
  public let recorded: RecordedMessage
  /// The decoded message.
  public let message: any Message
  /// The model before the message.
  public let before: AppModel
  /// The model after the message.
  public let after: AppModel
  /// The commands that today's update returns.
  public let commands: [any Command]
  let feature: FeatureTree<AppModel>

  /// The changes of the model, as the lines of a difference: `−` before, `+` after. `nil` if the
  /// model did not change.
  public var changes: String? { modelText(expected: before, actual: after) }

  /// The commands that today's update returns, as Swift source where possible, otherwise as they
  /// print.
  public var commandTexts: [String] {
    commands.map { sourceText(of: $0, namesType: true) }
  }

  /// The message, as Swift source where possible, otherwise as it prints.
  public var messageText: String { sourceText(of: message, namesType: true) }

  /// The subscriptions that the model declares after the message.
  public var subscriptions: [any Subscription] {
    feature.subscriptions(model: after, message: message)
  }

  /// The subscriptions that the model declared before the message.
  package var subscriptionsBefore: [any Subscription] {
    feature.subscriptions(model: before, message: nil)
  }
}
