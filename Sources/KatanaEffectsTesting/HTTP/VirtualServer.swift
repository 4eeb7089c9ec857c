import Foundation
import Katana
public import KatanaEffects
public import KatanaRuntime
import KatanaTesting

/// A stand-in for all servers: its answers are made by a closure, without a network.
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
/// It performs each `HTTPCommand`, `HTTPProgress` and `ServerSentEvents`, by the clock of the
/// runtime. Under chosen conditions, an answer comes after a while, in any order, and some requests
/// fail: they time out, lose their connection, or get the status 503; the server may have handled
/// such a request or not. ``requests`` are those that it has handled. `DownloadFile` writes no
/// file. Redirects are not followed.
public final class VirtualServer: Sendable {
  private let conditions: Conditions
  private let answer: @Sendable (HTTPRequest) -> HTTPAnswer
  private let events: @Sendable (HTTPRequest) -> [ServerSentUpdate]
  private let handled = Locked<[HTTPRequest]>([])

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - conditions: When answers come, and which of them are failures.
  ///   - events: What becomes of a stream of events, in order.
  ///   - answer: What the server does with a request. Called on the thread of the runtime.
  public init(
    conditions: Conditions = .ideal,
    events: @escaping @Sendable (HTTPRequest) -> [ServerSentUpdate] = { _ in [.opened] },
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
  ) {
    (self.conditions, self.events, self.answer) = (conditions, events, answer)
  }

  /// The requests that it has handled, in order.
  public var requests: [HTTPRequest] { handled.withLock { $0 } }

  /// The answer to a request, or the failure that the conditions choose.
  func outcome(of command: any HTTPCommand) -> Result<HTTPResponse, HTTPError> {
    let request = command.request
    let isToFile = command.destination != nil
    guard conditions.nextFails() else {
      return handle(request).outcome(of: request, toFile: isToFile)
    }
    let error = conditions.choose(among: [
      HTTPError.timeLimitReached("virtual.invalid", request.timeLimit ?? .seconds(60)),
      .connectionLost("virtual.invalid"), .statusUnexpected(HTTPResponse(status: 503)),
    ])
    // What is lost may be the request or its answer.
    if case .statusUnexpected = error { return .failure(error) }
    if conditions.choose(among: [true, false]) { _ = handle(request) }
    return .failure(error)
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
    let transfer: HTTPTransferID
    let send: @Sendable (HTTPCounts) -> Void
  }

  fileprivate func report(_ counts: HTTPCounts, of transfer: HTTPTransferID?) {
    for watcher in watchers.withLock({ $0 }) where watcher.transfer == transfer {
      watcher.send(counts)
    }
  }
}

extension Interpreter {
  /// Creates the interpreters of everything that uses HTTP, with a stand-in for the servers.
  public static func http(_ server: VirtualServer) -> Interpreter {
    .group([
      .command(VirtualHTTPInterpreter(server: server), where: { $0 is any HTTPCommand.Type }),
      .subscription { VirtualProgressInterpreter($0, $1, server) },
      .subscription { VirtualEventsInterpreter($0, $1, server) },
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
      dispatch(command.message(for: outcome))
    }
    pending.withLock { $0 = action }
    dispatch.onCancel { pending.withLock { $0 }?.cancel() }
  }
}

private final class VirtualProgressInterpreter: SubscriptionInterpreter {
  typealias Sub = HTTPProgress
  private let transfer: HTTPTransferID
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

private final class VirtualEventsInterpreter: SubscriptionInterpreter {
  typealias Sub = ServerSentEvents
  private let dispatch: SubscriptionDispatcher<ServerSentEvents>
  private let clock: any RuntimeClock
  private let server: VirtualServer
  private let request: HTTPRequest
  private let next = Locked<(action: ScheduledAction?, isStopped: Bool)>((nil, false))

  init(
    _ subscription: ServerSentEvents, _ dispatch: SubscriptionDispatcher<ServerSentEvents>,
    _ server: VirtualServer
  ) {
    (self.dispatch, self.clock, self.server) = (dispatch, dispatch.clock, server)
    request = subscription.request
  }

  func start() {
    Self.send(server.updates(of: request)[...], by: server, on: clock, next, dispatch)
  }

  /// One after the other, each after a time of its own.
  private static func send(
    _ updates: ArraySlice<ServerSentUpdate>, by server: VirtualServer, on clock: any RuntimeClock,
    _ next: Locked<(action: ScheduledAction?, isStopped: Bool)>,
    _ dispatch: SubscriptionDispatcher<ServerSentEvents>
  ) {
    guard let update = updates.first, !next.withLock(\.isStopped) else { return }
    let action = server.perform(on: clock) {
      if next.withLock(\.isStopped) { return }
      dispatch { $0.reply(update) }
      send(updates.dropFirst(), by: server, on: clock, next, dispatch)
    }
    let isTooLate = next.withLock {
      $0.action = action
      return $0.isStopped
    }
    if isTooLate { action.cancel() }
  }

  func stop() {
    next.withLock {
      $0.isStopped = true
      return $0.action
    }?.cancel()
  }
}
