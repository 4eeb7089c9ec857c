import Foundation
import Katana
import KatanaEffects
import KatanaRuntime

/// Runs an `Every`. An app may have thousands of them, so each is kept small.
final class EveryInterpreter: SubscriptionInterpreter, @unchecked Sendable {
  // Sendable, because `schedule` and `timer` are accessed only while the lock is held.
  typealias Sub = Every

  private let shared: Shared
  private let dispatch: SubscriptionDispatcher<Every>
  private var schedule: TickSchedule
  private var timer = Timer.none

  private enum Timer {
    case none
    case scheduled(ScheduledAction)
    case stopped
  }

  init(subscription: Every, dispatch: SubscriptionDispatcher<Every>, shared: Shared) {
    self.shared = shared
    self.dispatch = dispatch
    self.schedule = TickSchedule(
      every: subscription.interval, alignedToWallClock: shared.readsLocalTime,
      from: shared.moment(dispatch.clock))
  }

  func start() { scheduleNext() }

  func stop() { if case .scheduled(let action) = replaceTimer(by: .stopped) { action.cancel() } }

  private func look() {
    let moment = shared.moment(dispatch.clock)
    let due: Int?? = shared.lock.withLock {
      if case .stopped = timer { nil } else { .some(schedule.due(at: moment)) }
    }
    guard let due else { return }
    // The next tick is scheduled before the message is sent, because the message may stop the
    // subscription.
    scheduleNext()
    guard let due else { return }
    dispatch.answer(\.reply, count: due) { Tick($0, date: moment.date) }
  }

  private func scheduleNext() {
    let moment = shared.moment(dispatch.clock)
    let wait = shared.lock.withLock { schedule.wait(from: moment) }
    // The clock keeps this object until `stop()`. A weak reference would need an allocation.
    let action = dispatch.clock.schedule(after: wait) { self.look() }
    if case .stopped = replaceTimer(by: .scheduled(action)) { action.cancel() }
  }

  /// Replaces the timer, unless the interpreter has stopped.
  ///
  /// - Returns: The timer before.
  private func replaceTimer(by new: Timer) -> Timer {
    shared.lock.withLock {
      let old = timer
      if case .stopped = old { return old }
      timer = new
      return old
    }
  }
}

extension EveryInterpreter {
  /// What all running `Every` of one alignment share.
  final class Shared: Sendable {
    let lock = Lock()
    let readsLocalTime: Bool
    private let wallClock: (any WallClock)?

    init(wallClock: (any WallClock)?, alignment: Every.Alignment) {
      self.wallClock = wallClock
      self.readsLocalTime = alignment == .wallClock
    }

    /// Returns the current time by both clocks. The time zone is read only if it is needed, because
    /// reading it is slow.
    func moment(_ clock: any RuntimeClock) -> TickSchedule.Moment {
      let wallClock = currentWallClock(wallClock, clock)
      let date = wallClock.date
      return TickSchedule.Moment(
        time: clock.now, date: date,
        offset: readsLocalTime ? wallClock.timeZone.secondsFromGMT(for: date) : 0)
    }
  }
}
