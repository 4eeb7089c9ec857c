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
  ///   - secrets: How its secrets travel; without, a command with a secret fails.
  ///   - connection: The connection with the servers.
  public static func fleet<Cmd: Command & Encodable, Answer: Decodable & Sendable>(
    _ type: Cmd.Type, form: Int = 1, reply: KeyPath<Cmd, Reply<Answer>> & Sendable,
    secrets: SecretEncoding? = nil, on connection: FleetConnection
  ) -> Interpreter {
    let (name, encoder) = (Names.type(type, form), FleetEncoder(secrets))
    return .command(type) { command, dispatch in
      /// Fails the command, to which no reply is sent then.
      @Sendable func fail(_ error: FleetError) { dispatch.task { throw error } }
      let data: Data
      do throws(FleetError) { data = try encoder.encode(command) } catch { return fail(error) }
      let key = connection.send(
        data, name,
        answered: { result in
          switch result.flatMap({ $0.answer(name) as Result<Answer, FleetError> }) {
          case .success(let answer): dispatch.answer(command[keyPath: reply], with: answer)
          case .failure(let error): fail(error)
          }
        })
      guard let key else { return fail(.tooManyWaiting(connection.options.waitingLimit)) }
      dispatch.onCancel { connection.cancel(key) }
    }
  }

  /// Sends the commands of a type to the workers of a fleet, for an app that may be restarted before the answers
  /// come. It also performs ``FleetInterface/AcknowledgeAnswer``, and runs the subscriptions
  /// ``FleetInterface/FleetAnswers`` and ``FleetInterface/FleetStarts`` of the type.
  ///
  /// The command ends when the servers have it. After a restart, an app sends all that are open again: the servers
  /// drop one whose tag still waits or was sent within two minutes. Cancelling the command does not withdraw it.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - form: The number of the form of its JSON.
  ///   - reply: Its reply, which is called by workers alone.
  ///   - tag: The property that names a command among all of the app. Another run needs another tag.
  ///   - app: The name of the app. One process at a time has it.
  ///   - secrets: How its secrets travel; without, a command with a secret fails.
  ///   - connection: The connection with the servers.
  public static func fleet<Cmd: Command & Encodable, Answer: Decodable & Sendable>(
    _ type: Cmd.Type, form: Int = 1, reply: KeyPath<Cmd, Reply<Answer>> & Sendable,
    tag: KeyPath<Cmd, String> & Sendable, app: String, secrets: SecretEncoding? = nil,
    on connection: FleetConnection
  ) -> Interpreter {
    let (name, encoder) = (Names.type(type, form), FleetEncoder(secrets))
    return .group([
      .command(type) { command, dispatch in
        @Sendable func end(_ error: FleetError?) { dispatch.task { if let error { throw error } } }
        let data: Data
        do throws(FleetError) { data = try encoder.encode(command) } catch { return end(error) }
        let key = Names.key(name, app: app, tag: command[keyPath: tag])
        if connection.send(data, name, tagged: key, sent: end) == nil {
          end(.tooManyWaiting(connection.options.waitingLimit))
        }
      },
      .command(AcknowledgeAnswer<Cmd>.self) { command, _ in
        connection.acknowledge(command.tag, name, app: app)
      },
      .subscription { (_: FleetAnswers<Cmd, Answer>, dispatch) in
        Following {
          connection.followAnswers(of: name, app: app) { tag, message in
            let result: Outcome<Answer, FleetError>
            switch message.answer(name) as Result<Answer, FleetError> {
            case .success(let answer): result = .success(answer)
            case .failure(let error): result = .failure(error)
            }
            dispatch.answer({ $0.reply }, with: FleetAnswer(tag: tag, result: result))
          }
        }
      },
      .subscription { (_: FleetStarts<Cmd>, dispatch) in
        Following {
          connection.followStarts(of: name, app: app) { tag, worker in
            dispatch.answer({ $0.reply }, with: FleetStart(tag: tag, worker: worker))
          }
        }
      },
    ])
  }
}

extension Interpreter {
  /// Takes the place of a fleet for an app with tags that performs its commands here: nothing comes again after a
  /// restart.
  ///
  /// - Parameters:
  ///   - type: The type of the command, which another interpreter performs.
  ///   - reply: Its reply.
  public static func fleetAtHome<Cmd: Command, Answer: Sendable>(
    _ type: Cmd.Type, reply: KeyPath<Cmd, Reply<Answer>> & Sendable
  ) -> Interpreter {
    .group([
      .command(AcknowledgeAnswer<Cmd>.self) { _, _ in },
      .subscription(Latest<FleetAnswers<Cmd, Answer>>()),
      .subscription(Latest<FleetStarts<Cmd>>()),
    ])
  }
}

/// Encodes the commands of a type.
private struct FleetEncoder: Sendable {
  private let encoder = JSONEncoder()

  init(_ secrets: SecretEncoding?) { encoder.userInfo[.secrets] = secrets }

  func encode(_ command: some Encodable) throws(FleetError) -> Data {
    do { return try encoder.encode(command) } catch {
      throw .notSent(type: "\(type(of: command))", reason: "\(error)")
    }
  }
}

/// A subscription that follows something on the servers.
private final class Following<Sub: Subscription>: SubscriptionInterpreter {
  private let follow: () -> @Sendable () -> Void
  private var end: (@Sendable () -> Void)?

  init(_ follow: @escaping () -> @Sendable () -> Void) { self.follow = follow }

  func start() { end = follow() }
  func stop() { end?() }
}
