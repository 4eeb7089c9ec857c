import Katana
public import KatanaRuntime

/// A clock that stands still until a test advances it.
///
/// `advance(by:)` calls the scheduled actions that become due, on the calling thread. Actions are
/// called in the order of their times; actions of the same time are called in the order in which
/// they were scheduled. During each call, ``now`` is the time of that action. Actions that it
/// schedules within the advanced time are called too. So a test of timers needs no sleep and no
/// yield.
///
/// Pass `clock.swiftClock` to code that takes a `Clock` of the standard library.
public final class ManualClock: RuntimeClock {
  fileprivate struct State {
    var now = Duration.zero
    var actions = TimerQueue<@Sendable () -> Void>()
  }

  private let state = Awaited(State())

  /// Creates a clock at time zero.
  public init() {}

  /// The total time by which the clock was advanced so far.
  public var now: Duration { state.read { $0.now } }

  /// The number of scheduled actions, including one for each task that sleeps on this clock.
  public var scheduledCount: Int { state.read { $0.actions.count } }

  /// The times of the scheduled actions, including those of sleeping tasks, earliest first.
  package var scheduledTimes: [Duration] { state.read { $0.actions.times } }

  /// Schedules an action, which is called when the clock is advanced to its time.
  ///
  /// - Parameters:
  ///   - delay: The delay from ``now``; a negative one counts as zero. An action is never called
  ///     before this returns, not even without a delay.
  ///   - action: Called once, on the thread that advances the clock.
  /// - Returns: The scheduled action, which can be cancelled.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let id = state.update { $0.actions.add(action, at: $0.now.adding(max(delay, .zero))) }
    return ScheduledAction { [state] in
      // Released without the lock: a deinitialiser of what the action captured may run any code.
      let removed = state.update { $0.actions.remove(id) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Advances the clock by a duration and calls the actions that become due, in order.
  ///
  /// Fails the test if the duration is negative, or if actions endlessly schedule others for the
  /// same time.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    advance(to: now.adding(duration), fileID: fileID, filePath: filePath, line: line)
  }

  /// Advances the clock to a time and calls the actions that become due, in order.
  ///
  /// Fails the test if the time is before ``now``, or if actions endlessly schedule others for the
  /// same time.
  ///
  /// - Parameter time: The time as ``now`` shows it.
  public func advance(
    to time: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard time >= now else { return place.fail(ClockTexts.backwards(to: time, self)) }
    callActions(until: time.saturated, place)
  }

  private func callActions(until time: Duration, _ place: TestPlace) {
    var (moment, count) = (now, 0)
    while let action = state.update({ $0.takeNext(until: time) }) {
      (moment, count) = now == moment ? (moment, count + 1) : (now, 1)
      action()
      if count == Self.limitOfMoment && state.read({ $0.actions.nextTime }) == moment {
        return place.fail(ClockTexts.standing(count, self))
      }
    }
    state.update { $0.now = max($0.now, time) }
  }

  private static var limitOfMoment: Int { 100_000 }

  /// Advances the clock to the time of the next scheduled action, and calls all actions of that
  /// time.
  ///
  /// - Returns: Whether an action was scheduled.
  @discardableResult
  public func advanceToNext(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    guard let time = state.read({ $0.actions.nextTime }) else { return false }
    callActions(until: time, TestPlace(fileID: fileID, filePath: filePath, line: line))
    return true
  }

  /// Advances to the next scheduled action and calls only this one.
  ///
  /// - Returns: Whether an action was scheduled.
  func callNext() -> Bool {
    guard let action = state.update({ $0.takeNext(until: nil) }) else { return false }
    action()
    return true
  }

  /// Waits until a number of actions are scheduled.
  ///
  /// Call this before advancing the clock if the code under test schedules from a task of its own.
  ///
  /// - Parameters:
  ///   - count: The number of actions that must be scheduled at least.
  ///   - limit: The longest time to wait, in real time. When it is over, the test fails, and this
  ///     returns.
  public func waitUntilScheduled(
    _ count: Int = 1, within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let isReached = await state.first(within: limit) { $0.actions.count >= count ? true : nil }
    if isReached == nil {
      TestPlace(fileID: fileID, filePath: filePath, line: line).fail(
        ClockTexts.notScheduled(count, limit, self))
    }
  }

  /// Advances the clock until no action is scheduled any more.
  ///
  /// Actions that are scheduled meanwhile are called too.
  ///
  /// - Parameter limit: The number of actions that are called at most. If others are scheduled
  ///   then, the test fails, since they seem to repeat for ever.
  public func runToEnd(
    limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    for _ in 0..<limit where !callNext() { return }
    if scheduledCount > 0 {
      TestPlace(fileID: fileID, filePath: filePath, line: line).fail(
        ClockTexts.endless(limit, self))
    }
  }
}

extension ManualClock.State {
  fileprivate mutating func takeNext(until end: Duration?) -> (@Sendable () -> Void)? {
    guard let end = end ?? actions.nextTime, let next = actions.takeNext(until: end) else {
      return nil
    }
    now = max(now, next.time)
    return next.value
  }
}
