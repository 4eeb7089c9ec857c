import Foundation
import Katana
import KatanaEffectInterpreters
public import KatanaEffects
public import KatanaRuntime
import KatanaTesting

/// A stand-in for all HTTP servers, whose answers come from a closure. Uses no network.
///
/// ```swift
/// explore(seeds: 500, sending: messages) { simulation in
///   let server = VirtualServer(conditions: .chosen(by: simulation)) { request in
///     request.path == "/articles" ? .json("[]") : .status(404)
///   }
///   return Simulated(program, interpreters: [.http(server)])
/// }
/// ```
///
/// It performs all HTTP commands, and runs the subscriptions `HTTPProgress` and `ServerSentEvents`,
/// by the clock of the runtime. Under chosen conditions, answers are delayed and come in any order,
/// and some requests fail: they time out, lose their connection, or get the status 503. If a
/// request times out or loses its connection, the server may have handled it. `DownloadFile` writes
/// to `files`, if there are any, and is complete at once. Redirects are not followed.
public final class VirtualServer: Sendable {
  fileprivate let conditions: Conditions
  private let answer: @Sendable (HTTPRequest) -> HTTPAnswer
  private let files: VirtualFiles?
  private let events: @Sendable (HTTPRequest) -> [ServerSentUpdate]
  private let handled = Locked<[HTTPRequest]>([])

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - conditions: The delays of the answers, and which requests fail.
  ///   - files: The files to which downloads are written; `nil` to write none.
  ///   - events: Returns the updates of a `ServerSentEvents` subscription, in order.
  ///   - answer: Returns the answer to a request. It is called on the thread of the test.
  public init(
    conditions: Conditions = .ideal, files: VirtualFiles? = nil,
    events: @escaping @Sendable (HTTPRequest) -> [ServerSentUpdate] = { _ in [.opened] },
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
  ) {
    (self.conditions, self.files) = (conditions, files)
    (self.events, self.answer) = (events, answer)
  }

  /// The requests that the server handled so far, in order.
  public var requests: [HTTPRequest] { handled.withLock { $0 } }

  /// Returns the outcome of a command: the answer to its request, or a failure that the conditions
  /// choose.
  func outcome(of command: any HTTPCommand) -> Result<HTTPResponse, HTTPError> {
    let request = command.request
    let isToFile = command.destination != nil
    guard conditions.nextFails() else {
      let answer = handle(request)
      let outcome = answer.outcome(of: request, toFile: isToFile)
      return outcome.flatMap { response in save(answer, of: command).map { response } }
    }
    let error = conditions.choose(among: [
      HTTPError.timeLimitReached("virtual.invalid", request.timeLimit ?? .seconds(60)),
      .connectionLost("virtual.invalid"), .statusUnexpected(HTTPResponse(status: 503)),
    ])
    // Either the request is lost or its answer, so the server may have handled the request.
    if case .statusUnexpected = error { return .failure(error) }
    if conditions.choose(among: [true, false]) { _ = handle(request) }
    return .failure(error)
  }

  /// Writes the body of a download to its file.
  private func save(
    _ answer: HTTPAnswer, of command: any HTTPCommand
  ) -> Result<Void, HTTPError> {
    guard let files, let path = command.destination, case .response(let response) = answer else {
      return .success(())
    }
    do throws(FileError) {
      try files.write(response.body, to: path, access: .usual)
      return .success(())
    } catch {
      return .failure(.fileUnwritable(path, reason: "\(error)"))
    }
  }

  private func handle(_ request: HTTPRequest) -> HTTPAnswer {
    handled.withLock { $0.append(request) }
    return answer(request)
  }

  fileprivate func perform(
    on clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction { conditions.perform(on: clock, action) }

  fileprivate func updates(of request: HTTPRequest) -> [ServerSentUpdate] { events(request) }

  fileprivate let watchers = Locked<[Watcher]>([])

  fileprivate struct Watcher: Sendable {
    let owner: ObjectIdentifier
    let transfer: EffectID
    let send: @Sendable (HTTPCounts) -> Void
  }

  fileprivate func report(_ counts: HTTPCounts, of transfer: EffectID?) {
    for watcher in watchers.withLock({ $0 }) where watcher.transfer == transfer {
      watcher.send(counts)
    }
  }
}

extension Interpreter {
  /// Returns the interpreters of all HTTP commands and subscriptions, with a stand-in for the
  /// servers.
  public static func http(_ server: VirtualServer) -> Interpreter {
    .group([
      .command(VirtualHTTPInterpreter(server: server), where: { $0 is any HTTPCommand.Type }),
      // Downloads are complete at once, so there are no parts.
      .command(VirtualDiscardInterpreter()),
      .subscription { VirtualProgressInterpreter($0, $1, server) },
      .subscription {
        (events: ServerSentEvents, dispatch: SubscriptionDispatcher<ServerSentEvents>) in
        VirtualSeries(server.updates(of: events.request), server.conditions, dispatch) {
          $0.reply($1)
        }
      },
    ])
  }
}

private struct VirtualHTTPInterpreter: CommandInterpreter {
  let server: VirtualServer

  func interpret(_ command: any HTTPCommand, dispatch: Dispatcher) {
    let pending = Locked<ScheduledAction?>(nil)
    let action = server.perform(on: dispatch.clock) { [server] in
      let outcome = server.outcome(of: command)
      if case .success(let response) = outcome {
        server.report(
          HTTPCounts(received: response.size, toReceive: response.size),
          of: command.request.transfer)
      }
      dispatch.answer(command, with: outcome)
    }
    pending.withLock { $0 = action }
    dispatch.onCancel { pending.withLock { $0 }?.cancel() }
  }
}

private struct VirtualDiscardInterpreter: CommandInterpreter {
  func interpret(_ command: DiscardDownloadPart, dispatch: Dispatcher) {}
}

private final class VirtualProgressInterpreter: SubscriptionInterpreter {
  typealias Sub = HTTPProgress
  private let transfer: EffectID
  private let dispatch: SubscriptionDispatcher<HTTPProgress>
  private let server: VirtualServer

  init(
    _ subscription: HTTPProgress, _ dispatch: SubscriptionDispatcher<HTTPProgress>,
    _ server: VirtualServer
  ) {
    (self.transfer, self.dispatch, self.server) = (subscription.transfer, dispatch, server)
  }

  func start() {
    let watcher = VirtualServer.Watcher(owner: ObjectIdentifier(self), transfer: transfer) {
      [dispatch] counts in dispatch { $0.reply(counts) }
    }
    server.watchers.withLock { $0.append(watcher) }
  }

  func stop() {
    server.watchers.withLock { $0.removeAll { $0.owner == ObjectIdentifier(self) } }
  }
}
