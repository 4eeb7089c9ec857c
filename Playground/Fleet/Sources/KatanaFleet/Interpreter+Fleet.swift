import FleetInterface
import Foundation
public import Katana
public import KatanaRuntime

extension Interpreter {
  /// Sends the commands of a type to the workers of a fleet, in place of performing them here.
  ///
  /// ```swift
  /// .fleet(RenderThumbnail.self, reply: \.reply, on: connection)
  /// ```
  ///
  /// The command travels as JSON without its reply, which is a function and stays at home; its `CodingKeys`
  /// leave it out. The command runs until its answer is there, so queues, retries, time limits and cancellation
  /// mean what they mean for one that is performed here. It fails with a ``FleetInterface/FleetError``.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - form: The number of the form of its JSON. Workers that list another form leave it for others.
  ///   - reply: Its reply.
  ///   - connection: The connection with the servers.
  public static func fleet<Cmd: Command & Encodable, Answer: Decodable & Sendable>(
    _ type: Cmd.Type, form: Int = 1, reply: KeyPath<Cmd, Reply<Answer>> & Sendable,
    on connection: FleetConnection
  ) -> Interpreter {
    .command(type, reply: reply) { command in
      try await connection.perform(command, JobType("\(Cmd.self)", form))
    }
  }

  /// Sends the commands of a type to the workers of a fleet, for an app that may be restarted before the answers
  /// come. They come with the subscription ``FleetInterface/FleetAnswers``.
  ///
  /// The command ends when the servers have it. Within two minutes, a second one with its tag is dropped, so after
  /// a restart an app sends all that are still open again.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - form: The number of the form of its JSON.
  ///   - tag: The property that names a command among all of the app. Another run needs another tag.
  ///   - app: The name of the app.
  ///   - connection: The connection with the servers.
  public static func fleet<Cmd: Command & Encodable>(
    _ type: Cmd.Type, form: Int = 1, tag: KeyPath<Cmd, String> & Sendable, app: String,
    on connection: FleetConnection
  ) -> Interpreter {
    .command(type) { command, _ in
      try await connection.send(
        command, JobType("\(Cmd.self)", form), tag: command[keyPath: tag], app: app)
    }
  }

  /// Runs the subscriptions of answers of one type.
  ///
  /// - Parameters:
  ///   - type: The type of the answers.
  ///   - connection: The connection with the servers.
  public static func fleetAnswers<Value: Decodable & Sendable>(
    of type: Value.Type, on connection: FleetConnection
  ) -> Interpreter {
    .subscription { subscription, dispatch in
      FleetAnswersInterpreter<Value>(subscription.app, connection, dispatch)
    }
  }

  /// Performs ``FleetInterface/AcknowledgeAnswer``.
  ///
  /// - Parameter connection: The connection with the servers.
  public static func fleetAcknowledgements(on connection: FleetConnection) -> Interpreter {
    .command(AcknowledgeAnswer.self) { command, _ in
      try await connection.acknowledge(command.tag, app: command.app)
    }
  }
}

private final class FleetAnswersInterpreter<Value: Decodable & Sendable>: SubscriptionInterpreter {
  typealias Sub = FleetAnswers<Value>

  private let app: String
  private let connection: FleetConnection
  private let dispatch: SubscriptionDispatcher<FleetAnswers<Value>>
  private var following: Following?

  init(
    _ app: String, _ connection: FleetConnection,
    _ dispatch: SubscriptionDispatcher<FleetAnswers<Value>>
  ) {
    (self.app, self.connection, self.dispatch) = (app, connection, dispatch)
  }

  func start() {
    let dispatch = dispatch
    following = connection.followAnswers(of: app) { answer in
      guard let tag = answer.tag else { return }
      let result: Outcome<Value, FleetError>
      do throws(FleetError) { result = .success(try answer.decoded(tag)) } catch {
        result = .failure(error)
      }
      dispatch.answer({ $0.reply }, with: FleetAnswer(tag: tag, result: result))
    }
  }

  func stop() { following?.end() }
}
