import Dispatch
import Foundation
import Katana
import KatanaEffects
import KatanaRuntime

/// Runs `WebSocketMessages`.
final class WebSocketMessagesInterpreter: SubscriptionInterpreter {
  typealias Sub = WebSocketMessages

  private let socket: OpenWebSocket

  init(
    _ subscription: WebSocketMessages, _ dispatch: SubscriptionDispatcher<WebSocketMessages>,
    _ client: HTTPClient
  ) {
    socket = OpenWebSocket(subscription, client, clock: dispatch.clock) { update in
      dispatch.answer(\.reply, with: update)
    }
  }

  func start() { socket.start() }
  func stop() { socket.stop() }
}

/// Performs `SendToWebSocket`.
struct SendToWebSocketInterpreter: CommandInterpreter {
  let client: HTTPClient

  func interpret(_ command: SendToWebSocket, dispatch: Dispatcher) {
    let answer: @Sendable (HTTPError?) -> Void = { error in
      dispatch.answer(command.reply, with: error)
    }
    guard let socket = client.sockets.find(command.socket) else {
      return answer(.socketNotOpen(command.socket.description))
    }
    socket.send(command.content, answer)
  }
}

/// The sockets of a client, by their ids.
final class WebSocketRegistry: Sendable {
  private struct Entry {
    let id: EffectID
    weak var socket: OpenWebSocket?
  }

  private let entries = Locked<[Entry]>([])

  func add(_ socket: OpenWebSocket, as id: EffectID) {
    entries.withLock { $0.append(Entry(id: id, socket: socket)) }
  }

  func remove(_ socket: OpenWebSocket) {
    // Released without the lock, because the deinitialiser of an id may run any code.
    let old = entries.withLock { entries in
      defer { entries.removeAll { $0.socket == nil || $0.socket === socket } }
      return entries
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the newest socket with an id, which is compared by code of the app.
  func find(_ id: EffectID) -> OpenWebSocket? {
    entries.withLock { $0 }.last { $0.id == id && $0.socket != nil }?.socket
  }
}

/// A socket, which is opened again when its connection ends.
final class OpenWebSocket: @unchecked Sendable {
  // Sendable, because all variables are accessed only while the lock is held. No message is sent
  // while it is held: the message may be handled at once and stop the subscription.
  private let subscription: WebSocketMessages
  private let client: HTTPClient
  private let clock: any RuntimeClock
  private let outlet: EventOutlet<WebSocketUpdate>
  private let queue = DispatchQueue(label: "katana.websocket")
  private let lock = Lock()
  private var state = EventStreamState()
  /// The secrets of the last request.
  private var secrets: HTTPSecrets
  private var connection: (any WebSocketConnection)?
  private var isOpen = false
  private var isAnswered = true
  private var timers: [ScheduledAction] = []
  private var pingTimer: ScheduledAction?
  /// The number of the current connection. Events of earlier ones are ignored.
  private var round = 0

  init(
    _ subscription: WebSocketMessages, _ client: HTTPClient, clock: any RuntimeClock,
    _ send: @escaping @Sendable (WebSocketUpdate) -> Void
  ) {
    (self.subscription, self.client, self.clock) = (subscription, client, clock)
    outlet = EventOutlet(send)
    secrets = HTTPSecrets(of: subscription.request)
  }

  func start() {
    client.sockets.add(self, as: subscription.socket)
    connect()
  }

  /// Closes the socket for good. Nothing is sent after this returns.
  func stop() {
    outlet.close()
    client.sockets.remove(self)
    let old = lock.withLock { takeConnection() }
    end(old, code: 1000)
  }

  func send(_ content: WebSocketContent, _ sent: @escaping @Sendable (HTTPError?) -> Void) {
    let (connection, secrets) = lock.withLock { (isOpen ? self.connection : nil, self.secrets) }
    guard let connection else { return sent(.socketNotOpen(subscription.socket.description)) }
    connection.send(content) { error in sent(error.map(secrets.hidden(in:))) }
  }

  private func connect() {
    guard !outlet.isClosed else { return }
    let request = client.prepare(subscription.request)
    let round = lock.withLock {
      self.round += 1
      secrets = HTTPSecrets(of: request)
      return self.round
    }
    do throws(HTTPError) {
      let opening = try WebSocketOpening(request, protocols: subscription.protocols)
      let connection = client.webSockets.open(opening) { [weak self] event in
        guard let self else { return }
        queue.async { self.handle(event, round, opening) }
      }
      let isTooLate = lock.withLock {
        if outlet.isClosed || round != self.round { return true }
        self.connection = connection
        return false
      }
      if isTooLate { return connection.close(code: 1000) }
      if let limit = request.timeLimit {
        schedule(after: limit, round) { socket in
          if socket.lock.withLock({ socket.isOpen }) { return }
          socket.ended(.failed(.timeLimitReached(opening.host, limit)), round)
        }
      }
    } catch {
      queue.async { self.ended(.failed(error), round) }
    }
  }

  /// Called on the queue.
  private func handle(_ event: WebSocketTransportEvent, _ round: Int, _ opening: WebSocketOpening) {
    guard lock.withLock({ round == self.round }) else { return }
    switch event {
    case .opened(let name):
      lock.withLock { (isOpen, isAnswered) = (true, true) }
      schedulePing(round, opening)
      outlet.send(.opened(protocol: name))
    case .received(let content):
      if content.size > opening.sizeLimit {
        return ended(.failed(.tooLarge(opening.host, limit: opening.sizeLimit)), round, code: 1009)
      }
      lock.withLock {
        isAnswered = true
        state.received()
      }
      outlet.send(.received(content))
    case .pong: lock.withLock { isAnswered = true }
    case .ended(let end): ended(end, round)
    }
  }

  private func schedulePing(_ round: Int, _ opening: WebSocketOpening) {
    guard let interval = subscription.pingInterval else { return }
    schedule(after: interval, round, isPing: true) { socket in
      let connection = socket.lock.withLock {
        defer { socket.isAnswered = false }
        return socket.isAnswered ? socket.connection : nil
      }
      guard let connection else {
        return socket.ended(.failed(.pingUnanswered(opening.host, interval)), round)
      }
      connection.ping()
      socket.schedulePing(round, opening)
    }
  }

  /// Schedules an action on the queue for the current connection.
  private func schedule(
    after delay: Duration, _ round: Int, isPing: Bool = false,
    _ action: @escaping @Sendable (OpenWebSocket) -> Void
  ) {
    let timer = clock.schedule(after: delay) { [weak self] in
      guard let self else { return }
      queue.async { if self.lock.withLock({ round == self.round }) { action(self) } }
    }
    let isTooLate = lock.withLock {
      if outlet.isClosed || round != self.round { return true }
      if isPing { pingTimer = timer } else { timers.append(timer) }
      return false
    }
    if isTooLate { timer.cancel() }
  }

  /// Ends the connection, and decides whether to connect again. Called on the queue.
  private func ended(_ end: WebSocketEnd, _ round: Int, code: Int = 1001) {
    let (old, decision, secrets) = lock.withLock {
      let isCurrent = round == self.round && !outlet.isClosed
      let decision = isCurrent ? state.ended(isTemporary: end.isTemporary, end.error) : nil
      return (isCurrent ? takeConnection() : nil, decision, self.secrets)
    }
    guard let decision else { return }
    self.end(old, code: code)
    let end = end.error.map { .failed(secrets.hidden(in: $0)) } ?? end
    guard let delay = decision.delay else { return outlet.send(.ended(end)) }
    // The attempt is scheduled before the message is sent, so that a test's clock has it when the
    // message arrives.
    schedule(after: delay, lock.withLock { self.round }) { $0.connect() }
    outlet.send(.interrupted(end, retryIn: delay))
  }

  private typealias Old = (connection: (any WebSocketConnection)?, timers: [ScheduledAction])

  /// Begins a new round without a connection. Called while the lock is held.
  private func takeConnection() -> Old {
    round += 1
    isOpen = false
    defer { (connection, timers, pingTimer) = (nil, [], nil) }
    return (connection, timers + (pingTimer.map { [$0] } ?? []))
  }

  private func end(_ old: Old?, code: Int) {
    for timer in old?.timers ?? [] { timer.cancel() }
    old?.connection?.close(code: code)
  }
}

extension WebSocketEnd {
  fileprivate var error: HTTPError? { if case .failed(let error) = self { error } else { nil } }
}
