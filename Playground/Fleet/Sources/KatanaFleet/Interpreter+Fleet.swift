import FleetInterface
import Foundation
public import Katana
public import KatanaRuntime

extension Interpreter {
  /// Sends the commands of a type to the workers of a fleet.
  ///
  /// ```swift
  /// .fleet(RenderRow.self, reply: \.reply, on: connection)
  /// ```
  ///
  /// The command is sent as JSON. Its reply is a function, so the `CodingKeys` leave it out. The command runs in the
  /// app until the answer arrives, so queues, retries, time limits and cancellation work as for a command that is
  /// performed here. It fails with a ``FleetInterface/FleetError``.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - form: The version of its JSON. Only workers that list this version perform the command.
  ///   - reply: Its reply.
  ///   - secrets: How its secrets are sent. Without it, a command with a secret fails.
  ///   - connection: The connection to the servers.
  public static func fleet<Cmd: Command & Encodable, Answer: Decodable & Sendable>(
    _ type: Cmd.Type, form: Int = 1, reply: KeyPath<Cmd, Reply<Answer>> & Sendable,
    secrets: SecretEncoding? = nil, on connection: FleetConnection
  ) -> Interpreter {
    let (name, encoder) = (Names.type(type, form), FleetEncoder(secrets))
    return .command(type) { command, dispatch in
      /// Fails the command without an answer.
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
  /// arrive. This also interprets ``FleetInterface/AcknowledgeAnswer``, ``FleetInterface/FleetAnswers`` and
  /// ``FleetInterface/FleetStarts`` of the type.
  ///
  /// The command ends when the servers have it; cancelling it later has no effect. After a restart, the app sends each
  /// command again that has no answer. The servers drop it if they have a command with its tag, or got one within two
  /// minutes.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - form: The version of its JSON.
  ///   - reply: Its reply. Only workers call it.
  ///   - tag: The property with the tag. Two commands of an app must have different tags.
  ///   - app: The name of the app. Only one process at a time may use it.
  ///   - secrets: How its secrets are sent. Without it, a command with a secret fails.
  ///   - connection: The connection to the servers.
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
  /// Interprets what an app with tags uses besides its commands, if it performs the commands itself.
  ///
  /// ``FleetInterface/FleetAnswers`` and ``FleetInterface/FleetStarts`` send no messages then.
  ///
  /// - Parameters:
  ///   - type: The type of the command. Another interpreter performs it.
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

/// The interpreter of a subscription that calls a function at its start and another one at its end.
private final class Following<Sub: Subscription>: SubscriptionInterpreter {
  private let follow: () -> @Sendable () -> Void
  private var end: (@Sendable () -> Void)?

  init(_ follow: @escaping () -> @Sendable () -> Void) { self.follow = follow }

  func start() { end = follow() }
  func stop() { end?() }
}
