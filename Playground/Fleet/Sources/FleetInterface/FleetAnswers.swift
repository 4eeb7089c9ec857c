public import Katana

/// The answers to the commands of a type, for an app that may be restarted before they arrive.
///
/// Such an app gives each command a tag. It stores the tags that have no answer in its model and in its file, and
/// declares this subscription while there is one. When the file contains an answer, the app returns
/// ``AcknowledgeAnswer``; until then, the answer comes again after a restart. The app also acknowledges an answer that
/// its file contains already.
///
/// ```swift
/// FleetAnswers(of: RenderRow.self, reply { .answered($0) })
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

/// Removes an answer from the servers. Return it when the answer is in the file of the app.
public struct AcknowledgeAnswer<Cmd: Command>: Command, Hashable {
  /// The tag of the command.
  public var tag: String

  /// Creates a command that acknowledges an answer.
  ///
  /// - Parameters:
  ///   - type: The type of the command that was answered.
  ///   - tag: Its tag.
  public init(of type: Cmd.Type, _ tag: String) { self.tag = tag }
}

/// Tells which worker performs a command with a tag. The message comes when the command begins and again while it runs;
/// it may be lost.
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
  /// The default value for the reply of a command that is sent to a fleet. The worker replaces it.
  public static var atHome: Reply { Reply { _ in StayedAtHome() } }
}

private struct StayedAtHome: Message {}
