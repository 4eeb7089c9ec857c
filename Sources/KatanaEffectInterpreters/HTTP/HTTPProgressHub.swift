import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime

/// Passes the progress of requests to the subscriptions that watch them.
final class HTTPProgressHub: @unchecked Sendable {
  // Sendable, because all variables are accessed only while the lock is held.
  typealias Send = @Sendable (HTTPCounts) -> Void

  private let lock = Lock()
  private var watchers: [(number: Int, transfer: EffectID, send: Send)] = []
  private var running: [(number: Int, transfer: EffectID, counts: HTTPCounts)] = []
  private var lastNumber = 0
  /// The serial queue that keeps the counts and the response in order.
  private let queue = DispatchQueue(label: "katana.http.progress")

  /// Adds a watcher of the requests with an id. If such a request is running, its current counts
  /// are sent at once.
  ///
  /// - Returns: The number for ``unwatch(_:)``.
  func watch(_ transfer: EffectID, _ send: @escaping Send) -> Int {
    let (number, running) = lock.withLock {
      lastNumber += 1
      watchers.append((lastNumber, transfer, send))
      return (lastNumber, self.running)
    }
    // Without the lock, because an id is compared by code of the app.
    if let counts = running.last(where: { $0.transfer == transfer })?.counts {
      queue.async { send(counts) }
    }
    return number
  }

  func unwatch(_ number: Int) {
    // Released without the lock, because a deinitialiser may run any code.
    let old = lock.withLock {
      defer { watchers.removeAll { $0.number == number } }
      return watchers
    }
    withExtendedLifetime(old) {}
  }

  /// Adds a running request, and returns the object that reports its progress.
  func report(for transfer: EffectID, clock: any RuntimeClock) -> Report {
    let number = lock.withLock {
      lastNumber += 1
      running.append((lastNumber, transfer, HTTPCounts()))
      return lastNumber
    }
    return Report(hub: self, number: number, transfer: transfer, clock: clock)
  }

  /// The functions of the watchers of an id, which is compared by code of the app.
  private func watchers(of transfer: EffectID) -> [Send] {
    lock.withLock { watchers }.filter { $0.transfer == transfer }.map(\.send)
  }

  /// Adds a job to the queue.
  private func send(_ counts: HTTPCounts, to watchers: [Send]) {
    if watchers.isEmpty { return }
    queue.async { for send in watchers { send(counts) } }
  }

  /// Reports the progress of one request.
  final class Report: @unchecked Sendable {
    // Sendable, because all variables are accessed only while the lock is held.
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
      let (now, watchers) = (clock.now, hub.watchers(of: transfer))
      let wait: Duration = lock.withLock {
        if isOver || counts == self.counts { return .zero }
        self.counts = counts
        hub.note(counts, number)
        let wait = pace.wait(at: now)
        // Sent while the lock is held, so that these counts cannot follow the final ones.
        if let wait, wait <= .zero { hub.send(counts, to: watchers) }
        return wait ?? .zero
      }
      guard wait > .zero else { return }
      let action = clock.schedule(after: wait) { [weak self] in self?.catchUp() }
      lock.withLock { later = action }
    }

    private func catchUp() {
      let (now, watchers) = (clock.now, hub.watchers(of: transfer))
      lock.withLock {
        pace.caughtUp(at: now)
        if !isOver { hub.send(counts, to: watchers) }
      }
    }

    /// Sends the final counts, and then calls a function on the queue. Does nothing after the first
    /// end.
    func end(_ then: @escaping @Sendable () -> Void) {
      let (counts, later) = takeLast()
      later?.cancel()
      guard hub.forget(number) else { return }
      hub.send(counts, to: hub.watchers(of: transfer))
      hub.queue.async(execute: then)
    }

    /// Ends without sending counts.
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
    // Released without the lock, because the deinitialiser of an id may run any code.
    let old = lock.withLock {
      running.firstIndex { $0.number == number }.map { running.remove(at: $0) }
    }
    return old != nil
  }
}

/// Limits how often counts are sent. Pure.
struct ProgressPace {
  static let interval = Duration.milliseconds(50)
  private var last: Duration?
  private var isWaiting = false

  /// Returns the time until new counts may be sent, or zero to send them at once; `nil` if a
  /// delayed send is already scheduled.
  mutating func wait(at now: Duration) -> Duration? {
    if isWaiting { return nil }
    if let last, now.subtracting(last) < Self.interval {
      isWaiting = true
      return Self.interval.subtracting(now.subtracting(last))
    }
    last = now
    return .zero
  }

  /// Records that the delayed send has happened.
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
    number = hub.watch(transfer) { [dispatch] counts in dispatch.answer(\.reply, with: counts) }
  }

  func stop() { if let number { hub.unwatch(number) } }
}
