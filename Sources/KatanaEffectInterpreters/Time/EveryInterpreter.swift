import Foundation
import Katana
import KatanaEffects
import KatanaRuntime

/// Runs an `Every`.
final class EveryInterpreter: SubscriptionInterpreter, @unchecked Sendable {
  // Sendable, because `schedule`, `next` and `isStopped` are accessed only while the lock is held.
  typealias Sub = Every

  private let clock: any RuntimeClock
  private let wallClock: any WallClock
  private let dispatch: SubscriptionDispatcher<Every>
  private let alignment: Every.Alignment
  private let lock = Lock()
  private var schedule: TickSchedule
  private var next: ScheduledAction?
  private var isStopped = false

  init(
    subscription: Every, dispatch: SubscriptionDispatcher<Every>, wallClock: (any WallClock)?
  ) {
    self.clock = dispatch.clock
    self.wallClock = currentWallClock(wallClock, clock)
    self.dispatch = dispatch
    self.alignment = subscription.alignment
    self.schedule = TickSchedule(
      every: subscription.interval, alignedToWallClock: subscription.alignment == .wallClock,
      from: Self.moment(clock, self.wallClock, subscription.alignment))
  }

  func start() { scheduleNext() }

  func stop() {
    let pending = lock.withLock {
      isStopped = true
      return next
    }
    pending?.cancel()
  }

  private func look() {
    let moment = Self.moment(clock, wallClock, alignment)
    guard let due = lock.withLock({ isStopped ? nil : .some(schedule.due(at: moment)) }) else {
      return
    }
    // The next tick is scheduled before the message is sent, because the message may stop the
    // subscription.
    scheduleNext()
    guard let due else { return }
    dispatch(count: due) { $0.reply(Tick($1, date: moment.date)) }
  }

  private func scheduleNext() {
    let wait = lock.withLock { schedule.wait(from: Self.moment(clock, wallClock, alignment)) }
    let action = clock.schedule(after: wait) { [weak self] in self?.look() }
    let isTooLate = lock.withLock {
      next = action
      return isStopped
    }
    if isTooLate { action.cancel() }
  }

  /// Returns the current time by both clocks. The time zone is read only if it is needed, because
  /// reading it is slow.
  private static func moment(
    _ clock: any RuntimeClock, _ wallClock: any WallClock, _ alignment: Every.Alignment
  ) -> TickSchedule.Moment {
    let date = wallClock.date
    return TickSchedule.Moment(
      time: clock.now, date: date,
      offset: alignment == .wallClock ? wallClock.timeZone.secondsFromGMT(for: date) : 0)
  }
}
