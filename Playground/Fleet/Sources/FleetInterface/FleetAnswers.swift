public import Katana

/// The answers to the commands of a type, for an app that may be restarted before they come.
///
/// Such an app gives each command a tag, and lists the tags that are open in its model and in its file. Declare
/// this as long as a tag is open, which is until its answer is in the file: then return ``AcknowledgeAnswer``, and
/// close the tag. An answer that was not acknowledged comes again after a restart.
///
/// ```swift
/// case .answered(let answer):
///   // Also if it has come before, and the file has it.
///   guard model.open.contains(answer.tag) else { return [AcknowledgeAnswer(of: Render.self, answer.tag)] }
/// ```
public struct FleetAnswers<Cmd: Command, Value: Sendable>: Subscription {
  /// The reply, which turns each answer into a message.
  public var reply: Reply<FleetAnswer<Value>>

  /// Creates a subscription of the answers to a command type.
  ///
  /// - Parameters:
  ///   - type: The command type.
  ///   - reply: Turns each answer into a message.
  public init(of type: Cmd.Type, _ reply: Reply<FleetAnswer<Value>>) { self.reply = reply }
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
extension FleetAnswer: Codable where Value: Codable {}

/// Says that the app has kept an answer, so that it does not come again. Return it after the commit.
public struct AcknowledgeAnswer<Cmd: Command>: Command, Hashable {
  /// The tag of the command.
  public var tag: String

  /// Creates an acknowledgement of the answer to a command of a type.
  public init(of type: Cmd.Type, _ tag: String) { self.tag = tag }
}

/// Tells whenever a worker begins a command with a tag, for people who look at it. It may come late or be lost, and
/// while a command runs it comes again and again.
public struct FleetStarts<Cmd: Command>: Subscription {
  /// The reply, which turns each start into a message.
  public var reply: Reply<FleetStart>

  /// Creates a subscription of the starts of a command type.
  ///
  /// - Parameters:
  ///   - type: The command type.
  ///   - reply: Turns each start into a message.
  public init(of type: Cmd.Type, _ reply: Reply<FleetStart>) { self.reply = reply }
}

/// The start of a command on a worker.
public struct FleetStart: Codable, Equatable, Sendable {
  /// The tag of the command.
  public var tag: String
  /// The name of the worker.
  public var worker: String

  /// Creates a start.
  public init(tag: String, worker: String) { (self.tag, self.worker) = (tag, worker) }
}

extension Reply {
  /// The reply of a command that has travelled: a worker replaces it. Let it be the default value of the reply.
  public static var atHome: Reply { Reply { _ in StayedAtHome() } }
}

private struct StayedAtHome: Message {}
