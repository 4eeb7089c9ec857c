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
/// It performs all HTTP commands, and runs the subscriptions `HTTPProgress`, `ServerSentEvents` and
/// `WebSocketMessages`, by the clock of the runtime. A request that `.http()` does not send, such as one
/// with an address that is none, fails with the same error. Under chosen conditions, answers are
/// delayed and come in any order, and some requests fail: they time out, lose their connection, or
/// get the status 503. If a request times out or loses its connection, the server may have handled
/// it. `DownloadFile` is complete at once. Redirects are not followed.
public final class VirtualServer: Sendable {
  fileprivate let conditions: Conditions
  private let answer: @Sendable (HTTPRequest) -> HTTPAnswer
  private let files: VirtualFiles?
  private let events: @Sendable (HTTPRequest) -> [ServerSentUpdate]
  private let sockets: @Sendable (WebSocketMessages) -> [WebSocketUpdate]
  private let replies: @Sendable (SendToWebSocket) -> [WebSocketUpdate]
  private let handled = Locked<[HTTPRequest]>([])
  private let sent = Locked<[SendToWebSocket]>([])
  fileprivate let openSockets = Locked<[OpenSocket]>([])

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - conditions: The delays of the answers, and which requests fail.
  ///   - files: The files that are uploaded, and to which downloads are written; `nil` for none. Then an
  ///     upload of a file fails, and a download is not written.
  ///   - events: Returns the updates of a `ServerSentEvents` subscription, in order.
  ///   - sockets: Returns the first updates of a `WebSocketMessages` subscription, in order.
  ///   - replies: Returns the updates of a socket that follow from a message that the app sends over
  ///     it, in order. After ``KatanaEffects/WebSocketUpdate/ended(_:)``, it is not open any more.
  ///   - answer: Returns the answer to a request. It is called on the thread of the test.
  public init(
    conditions: Conditions = .ideal, files: VirtualFiles? = nil,
    events: @escaping @Sendable (HTTPRequest) -> [ServerSentUpdate] = { _ in [.opened] },
    sockets: @escaping @Sendable (WebSocketMessages) -> [WebSocketUpdate] = { _ in
      [.opened(protocol: nil)]
    },
    replies: @escaping @Sendable (SendToWebSocket) -> [WebSocketUpdate] = { _ in [] },
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
  ) {
    (self.conditions, self.files) = (conditions, files)
    (self.events, self.answer) = (events, answer)
    (self.sockets, self.replies) = (sockets, replies)
  }

  /// The requests that the server handled so far, in order.
  public var requests: [HTTPRequest] { handled.withLock { $0 } }

  /// The messages that the app has sent over its sockets so far, in order.
  public var sentToSockets: [WebSocketContent] { sent.withLock { $0.map(\.content) } }

  /// Returns the outcome of a command: the answer to its request, or a failure that the conditions
  /// choose.
  fileprivate func outcome(
    of command: any HTTPCommand, _ request: HTTPRequest
  ) -> Outcome<HTTPResponse, HTTPError> {
    let isToFile = command.destination != nil
    guard conditions.nextFails() else {
      let answer = handle(request)
      let outcome = answer.outcome(of: request, toFile: isToFile)
      if case .success = outcome, let error = save(answer, of: command) { return .failure(error) }
      return outcome
    }
    let error = conditions.choose(among: [
      HTTPError.timeLimitReached(request.host, request.timeLimit ?? .seconds(60)),
      .connectionLost(request.host), .statusUnexpected(HTTPResponse(status: 503)),
    ])
    // Either the request is lost or its answer, so the server may have handled the request.
    if case .statusUnexpected = error { return .failure(error) }
    if conditions.choose(among: [true, false]) { _ = handle(request) }
    return .failure(error)
  }

  /// Writes the body of a download to its file. Returns why that failed; `nil` if it did not.
  private func save(_ answer: HTTPAnswer, of command: any HTTPCommand) -> HTTPError? {
    guard let path = command.destination, case .response(let response) = answer,
      command.request.method.hasBody(with: response.status)
    else { return nil }
    do throws(FileError) {
      try VirtualPath.check(path)
      try files?.write(response.body, to: path, access: .usual)
      return nil
    } catch {
      return .fileUnwritable(error)
    }
  }

  /// Returns why `.http()` does not send a request; `nil` if it does.
  fileprivate func refusal(of request: HTTPRequest) -> HTTPError? {
    do throws(HTTPError) {
      _ = try HTTPExchange(request, boundary: "boundary") { [files] (path) throws(FileError) in
        guard let files else { throw .notFound(path: path) }
        try files.checkReadable(path)
      }
    } catch {
      return error
    }
    return nil
  }

  private func handle(_ request: HTTPRequest) -> HTTPAnswer {
    handled.withLock { $0.append(request) }
    return answer(request)
  }

  fileprivate func perform(
    on clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction { conditions.half.perform(on: clock, action) }

  fileprivate func updates(of request: HTTPRequest) -> [ServerSentUpdate] {
    refusal(of: request).map { [.ended($0)] } ?? events(request)
  }

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
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - prepare: Completes each request before it is sent, as in `.http(preparing:)`.
  public static func http(
    _ server: VirtualServer,
    preparing prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) -> Interpreter {
    .group([
      .command(
        VirtualHTTPInterpreter(server: server, prepare: prepare),
        where: { $0 is any HTTPCommand.Type }),
      // Downloads are complete at once, so there are no parts.
      .command(VirtualDiscardInterpreter()),
      .subscription { VirtualProgressInterpreter($0, $1, server) },
      .subscription {
        (events: ServerSentEvents, dispatch: SubscriptionDispatcher<ServerSentEvents>) in
        VirtualSeries(server.updates(of: prepare(events.request)), server.conditions, dispatch) {
          $0.reply($1)
        }
      },
      .subscription { VirtualSocketInterpreter($0, $1, server, prepare) },
      .command(VirtualSendInterpreter(server: server)),
    ])
  }
}

private struct VirtualHTTPInterpreter: CommandInterpreter {
  let server: VirtualServer
  let prepare: @Sendable (HTTPRequest) -> HTTPRequest

  func interpret(_ command: any HTTPCommand, dispatch: Dispatcher) {
    let request = prepare(command.request)
    if let error = server.refusal(of: request) {
      return dispatch.answer(command, with: .failure(error))
    }
    let pending = Locked<ScheduledAction?>(nil)
    // The request takes its time to the server, and the answer takes its time back. So an answer may
    // come that is older than another one that is already there.
    let action = server.perform(on: dispatch.clock) { [server] in
      let outcome = server.outcome(of: command, request)
      let back = server.perform(on: dispatch.clock) {
        if case .success(let response) = outcome {
          server.report(
            HTTPCounts(received: response.size, toReceive: response.size),
            of: request.transfer)
        }
        dispatch.answer(command, with: outcome)
      }
      pending.withLock { $0 = back }
    }
    pending.withLock { $0 = $0 ?? action }
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
      [dispatch] counts in dispatch.answer(\.reply, with: counts)
    }
    server.watchers.withLock { $0.append(watcher) }
  }

  func stop() {
    // Released without the lock, because a deinitialiser may run any code.
    let old = server.watchers.withLock { watchers in
      defer { watchers.removeAll { $0.owner == ObjectIdentifier(self) } }
      return watchers
    }
    withExtendedLifetime(old) {}
  }
}

/// A socket that is declared, and its updates.
private final class OpenSocket: Sendable {
  private struct State {
    var isOpen = false
    var isStopped = false
    /// The updates that have not been sent yet, in order.
    var waiting: [WebSocketUpdate] = []
    var isSending = false
    var next: ScheduledAction?
  }

  let id: EffectID
  private let state = Locked(State())
  private let dispatch: SubscriptionDispatcher<WebSocketMessages>
  private let conditions: Conditions

  init(
    _ id: EffectID, _ dispatch: SubscriptionDispatcher<WebSocketMessages>,
    _ conditions: Conditions
  ) {
    (self.id, self.dispatch, self.conditions) = (id, dispatch, conditions)
  }

  var isOpen: Bool { state.withLock { $0.isOpen && !$0.isStopped } }

  func stop() {
    state.withLock {
      ($0.isStopped, $0.waiting) = (true, [])
      return $0.next
    }?.cancel()
  }

  /// Sends updates after those that wait, each after the delay that the conditions choose.
  func send(_ updates: [WebSocketUpdate]) {
    let begins = state.withLock { state in
      if state.isStopped { return false }
      state.waiting += updates
      defer { state.isSending = true }
      return !state.isSending
    }
    guard begins else { return }
    if conditions.isIdeal { while sendNext() {} } else { schedule() }
  }

  private func schedule() {
    let action = conditions.perform(on: dispatch.clock) { [self] in
      if sendNext() { schedule() }
    }
    // The app may have stopped the socket by the update that was sent last.
    let isTooLate = state.withLock {
      $0.next = action
      return $0.isStopped
    }
    if isTooLate { action.cancel() }
  }

  /// Sends the first update that waits. Returns false if there is none.
  private func sendNext() -> Bool {
    let update: WebSocketUpdate? = state.withLock { state in
      guard !state.isStopped, !state.waiting.isEmpty else {
        state.isSending = false
        return nil
      }
      let update = state.waiting.removeFirst()
      switch update {
      case .opened: state.isOpen = true
      case .received: break
      case .interrupted, .ended: state.isOpen = false
      }
      return update
    }
    guard let update else { return false }
    dispatch.answer(\.reply, with: update)
    return true
  }
}

extension VirtualServer {
  fileprivate func firstUpdates(
    of socket: WebSocketMessages, _ request: HTTPRequest
  ) -> [WebSocketUpdate] {
    do throws(HTTPError) {
      _ = try WebSocketOpening(request, protocols: socket.protocols)
    } catch {
      return [.ended(.failed(error))]
    }
    return sockets(socket)
  }

  /// Handles a message that the app sends. Returns the error if that fails.
  fileprivate func take(_ command: SendToWebSocket) -> HTTPError? {
    // Without the lock, because an id is compared by code of the app.
    let socket = openSockets.withLock { $0 }.last { $0.id == command.socket && $0.isOpen }
    guard let socket, !conditions.nextFails() else {
      return .socketNotOpen(command.socket.description)
    }
    sent.withLock { $0.append(command) }
    socket.send(replies(command))
    return nil
  }
}

private final class VirtualSocketInterpreter: SubscriptionInterpreter {
  typealias Sub = WebSocketMessages
  private let subscription: WebSocketMessages
  private let socket: OpenSocket
  private let server: VirtualServer
  private let prepare: @Sendable (HTTPRequest) -> HTTPRequest

  init(
    _ subscription: WebSocketMessages, _ dispatch: SubscriptionDispatcher<WebSocketMessages>,
    _ server: VirtualServer, _ prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest
  ) {
    (self.subscription, self.server, self.prepare) = (subscription, server, prepare)
    socket = OpenSocket(subscription.socket, dispatch, server.conditions)
  }

  func start() {
    server.openSockets.withLock { $0.append(socket) }
    socket.send(server.firstUpdates(of: subscription, prepare(subscription.request)))
  }

  func stop() {
    socket.stop()
    server.openSockets.withLock { $0.removeAll { $0 === socket } }
  }
}

private struct VirtualSendInterpreter: CommandInterpreter {
  let server: VirtualServer

  func interpret(_ command: SendToWebSocket, dispatch: Dispatcher) {
    let pending = Locked<ScheduledAction?>(nil)
    let action = server.perform(on: dispatch.clock) { [server] in
      dispatch.answer(command.reply, with: server.take(command))
    }
    pending.withLock { $0 = action }
    dispatch.onCancel { pending.withLock { $0 }?.cancel() }
  }
}
