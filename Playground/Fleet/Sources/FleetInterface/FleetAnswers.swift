public import Katana

/// The answers to the commands of an app that may be restarted before they come.
///
/// The app lists the tags of its commands in its model, keeps that list, and declares this while the list is not
/// empty. An answer comes again after a restart until an ``AcknowledgeAnswer`` has said that the app has kept it:
///
/// ```swift
/// case .answered(let answer):
///   guard let index = model.open.firstIndex(of: answer.tag) else { return [AcknowledgeAnswer(answer.tag, app: "poster")] }
/// ```
public struct FleetAnswers<Value: Decodable & Sendable>: Subscription {
  /// The name of the app, as its interpreter of the command type has it.
  public var app: String
  /// The reply, which turns each answer into a message.
  public var reply: Reply<FleetAnswer<Value>>

  /// Creates a subscription of the answers of one type.
  ///
  /// - Parameters:
  ///   - app: The name of the app, as its interpreter of the command type has it.
  ///   - reply: Turns each answer into a message.
  public init(app: String, _ reply: Reply<FleetAnswer<Value>>) {
    (self.app, self.reply) = (app, reply)
  }
}

/// An answer of a worker.
public struct FleetAnswer<Value: Sendable>: Sendable {
  /// The tag of the command.
  public var tag: String
  /// What the worker has answered, or why there is no answer.
  public var result: Outcome<Value, FleetError>

  /// Creates an answer.
  public init(tag: String, result: Outcome<Value, FleetError>) {
    (self.tag, self.result) = (tag, result)
  }
}

extension FleetAnswer: Equatable where Value: Equatable {}

/// Says that the app has kept an answer, so that it does not come again. Return it after the commit.
public struct AcknowledgeAnswer: Command, Hashable {
  /// The tag of the command.
  public var tag: String
  /// The name of the app.
  public var app: String

  /// Creates an acknowledgement.
  public init(_ tag: String, app: String) { (self.tag, self.app) = (tag, app) }
}
