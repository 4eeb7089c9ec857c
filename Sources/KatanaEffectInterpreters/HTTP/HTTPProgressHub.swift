import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime

/// Tells those who watch a request of its progress.
final class HTTPProgressHub: @unchecked Sendable {
  // Sendable, because what can change is used with the lock held.
  typealias Send = @Sendable (HTTPCounts) -> Void

  private let lock = Lock()
  private var watchers: [(number: Int, transfer: HTTPTransferID, send: Send)] = []
  private var running: [(number: Int, transfer: HTTPTransferID, counts: HTTPCounts)] = []
  private var lastNumber = 0
  /// In whose order counts and the answer are sent.
  private let queue = DispatchQueue(label: "katana.http.progress")

  /// Begins to tell somebody, at once if the request runs. Returns a number to end it by.
  func watch(_ transfer: HTTPTransferID, _ send: @escaping Send) -> Int {
    let (number, counts) = lock.withLock {
      lastNumber += 1
      watchers.append((lastNumber, transfer, send))
      return (lastNumber, running.last { $0.transfer == transfer }?.counts)
    }
    if let counts { queue.async { send(counts) } }
    return number
  }

  func unwatch(_ number: Int) { lock.withLock { watchers.removeAll { $0.number == number } } }

  /// Begins a request.
  func report(for transfer: HTTPTransferID, clock: any RuntimeClock) -> Report {
    let number = lock.withLock {
      lastNumber += 1
      running.append((lastNumber, transfer, HTTPCounts()))
      return lastNumber
    }
    return Report(hub: self, number: number, transfer: transfer, clock: clock)
  }

  private func send(_ counts: HTTPCounts, of transfer: HTTPTransferID) {
    queue.async { [self] in
      let all = lock.withLock { watchers.filter { $0.transfer == transfer } }
      for watcher in all { watcher.send(counts) }
    }
  }

  /// What one request reports. Used with the lock of the request held, apart from its end.
  final class Report: @unchecked Sendable {
    // Sendable, because what can change is used with the lock of the request held, or after it.
    private let hub: HTTPProgressHub
    private let number: Int
    private let transfer: HTTPTransferID
    private let clock: any RuntimeClock
    private var counts = HTTPCounts()
    private var pace = ProgressPace()

    fileprivate init(
      hub: HTTPProgressHub, number: Int, transfer: HTTPTransferID, clock: any RuntimeClock
    ) {
      (self.hub, self.number, self.transfer, self.clock) = (hub, number, transfer, clock)
    }

    deinit { hub.forget(number) }

    func update(_ counts: HTTPCounts) {
      guard counts != self.counts else { return }
      self.counts = counts
      hub.note(counts, number)
      if pace.isDue(at: clock.now) { hub.send(counts, of: transfer) }
    }

    /// Sends the last counts, and then calls a function.
    func end(_ then: @escaping @Sendable () -> Void) {
      hub.forget(number)
      hub.send(counts, of: transfer)
      hub.queue.async(execute: then)
    }
  }

  private func note(_ counts: HTTPCounts, _ number: Int) {
    lock.withLock {
      guard let index = running.firstIndex(where: { $0.number == number }) else { return }
      running[index].counts = counts
    }
  }

  private func forget(_ number: Int) { lock.withLock { running.removeAll { $0.number == number } } }
}

/// How often counts are sent: pure.
struct ProgressPace {
  static let interval = Duration.milliseconds(50)
  private var last: Duration?

  /// Whether the counts of now are sent.
  mutating func isDue(at now: Duration) -> Bool {
    if let last, now - last < Self.interval { return false }
    last = now
    return true
  }
}

/// Runs `HTTPProgress`.
final class HTTPProgressInterpreter: SubscriptionInterpreter {
  typealias Sub = HTTPProgress

  private let transfer: HTTPTransferID
  private let dispatch: SubscriptionDispatcher<HTTPProgress>
  private let hub: HTTPProgressHub
  private var number: Int?

  init(
    _ subscription: HTTPProgress, _ dispatch: SubscriptionDispatcher<HTTPProgress>,
    _ hub: HTTPProgressHub
  ) {
    (self.transfer, self.dispatch, self.hub) = (subscription.transfer, dispatch, hub)
  }

  func start() {
    number = hub.watch(transfer) { [dispatch] counts in dispatch { $0.reply(counts) } }
  }

  func stop() { if let number { hub.unwatch(number) } }
}
