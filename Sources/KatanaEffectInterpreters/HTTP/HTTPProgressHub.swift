import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime

/// Tells those who watch a request of its progress.
final class HTTPProgressHub: @unchecked Sendable {
  // Sendable, because what can change is used with the lock held.
  typealias Send = @Sendable (HTTPCounts) -> Void

  private let lock = Lock()
  private var watchers: [(number: Int, transfer: EffectID, send: Send)] = []
  private var running: [(number: Int, transfer: EffectID, counts: HTTPCounts)] = []
  private var lastNumber = 0
  /// In whose order counts and the answer are sent.
  private let queue = DispatchQueue(label: "katana.http.progress")

  /// Begins to tell somebody, at once if the request runs. Returns a number to end it by.
  func watch(_ transfer: EffectID, _ send: @escaping Send) -> Int {
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
  func report(for transfer: EffectID, clock: any RuntimeClock) -> Report {
    let number = lock.withLock {
      lastNumber += 1
      running.append((lastNumber, transfer, HTTPCounts()))
      return lastNumber
    }
    return Report(hub: self, number: number, transfer: transfer, clock: clock)
  }

  private func send(_ counts: HTTPCounts, of transfer: EffectID) {
    let all = lock.withLock { watchers.filter { $0.transfer == transfer } }
    if all.isEmpty { return }
    queue.async { for watcher in all { watcher.send(counts) } }
  }

  /// What one request reports.
  final class Report: @unchecked Sendable {
    // Sendable, because what can change is used with the lock held.
    private let hub: HTTPProgressHub
    private let number: Int
    private let transfer: EffectID
    private let clock: any RuntimeClock
    private let lock = Lock()
    private var counts = HTTPCounts()
    private var pace = ProgressPace()
    private var later: ScheduledAction?
    private var isOver = false

    fileprivate init(
      hub: HTTPProgressHub, number: Int, transfer: EffectID, clock: any RuntimeClock
    ) {
      (self.hub, self.number, self.transfer, self.clock) = (hub, number, transfer, clock)
    }

    deinit { abandon() }

    func update(_ counts: HTTPCounts) {
      let wait: Duration? = lock.withLock {
        if counts == self.counts { return nil }
        self.counts = counts
        hub.note(counts, number)
        return pace.wait(at: clock.now)
      }
      guard let wait else { return }
      if wait <= .zero { return hub.send(counts, of: transfer) }
      let action = clock.schedule(after: wait) { [weak self] in self?.catchUp() }
      lock.withLock { later = action }
    }

    private func catchUp() {
      lock.withLock {
        pace.caughtUp(at: clock.now)
        // With the lock, so that nothing comes after the last counts.
        if !isOver { hub.send(counts, of: transfer) }
      }
    }

    /// Sends the last counts, and then calls a function.
    func end(_ then: @escaping @Sendable () -> Void) {
      let (counts, later) = takeLast()
      later?.cancel()
      guard hub.forget(number) else { return }
      hub.send(counts, of: transfer)
      hub.queue.async(execute: then)
    }

    /// Ends without a word.
    func abandon() {
      takeLast().later?.cancel()
      _ = hub.forget(number)
    }

    private func takeLast() -> (counts: HTTPCounts, later: ScheduledAction?) {
      lock.withLock {
        isOver = true
        return (counts, later)
      }
    }
  }

  private func note(_ counts: HTTPCounts, _ number: Int) {
    lock.withLock {
      guard let index = running.firstIndex(where: { $0.number == number }) else { return }
      running[index].counts = counts
    }
  }

  private func forget(_ number: Int) -> Bool {
    lock.withLock {
      guard let index = running.firstIndex(where: { $0.number == number }) else { return false }
      running.remove(at: index)
      return true
    }
  }
}

/// How often counts are sent: pure.
struct ProgressPace {
  static let interval = Duration.milliseconds(50)
  private var last: Duration?
  private var isWaiting = false

  /// How long to wait until new counts are sent, zero for at once; `nil` if somebody waits already.
  mutating func wait(at now: Duration) -> Duration? {
    if isWaiting { return nil }
    if let last, now - last < Self.interval {
      isWaiting = true
      return Self.interval - (now - last)
    }
    last = now
    return .zero
  }

  /// The wait is over, and the newest counts are sent.
  mutating func caughtUp(at now: Duration) { (last, isWaiting) = (now, false) }
}

/// Runs `HTTPProgress`.
final class HTTPProgressInterpreter: SubscriptionInterpreter {
  typealias Sub = HTTPProgress

  private let transfer: EffectID
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
