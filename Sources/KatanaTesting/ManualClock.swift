public import KatanaRuntime

/// A clock that stands still until a test advances it.
///
/// Scheduled actions are called while ``advance(by:)`` runs, on its thread, in the order of their
/// time, then of their scheduling; each sees ``now`` at its own time, and what it schedules within
/// the advanced time is called too. So a test of timers needs no sleep and no yield.
///
/// Code that takes a clock of Swift is given `clock.swiftClock`.
public final class ManualClock: RuntimeClock {
  fileprivate struct State {
    var now = Duration.zero
    var actions: [Int: (time: Duration, action: @Sendable () -> Void)] = [:]
    var lastID = 0
  }

  private let state = Awaited(State())

  /// A clock at time zero.
  public init() {}

  /// The time that the clock was advanced by so far.
  public var now: Duration { state.read { $0.now } }

  /// How many actions wait for their time, sleeping tasks included.
  public var scheduledCount: Int { state.read { $0.actions.count } }

  /// The times that actions wait for, sleeping tasks included, earliest first.
  public var scheduledTimes: [Duration] { state.read { $0.actions.values.map(\.time).sorted() } }

  /// Keeps an action until its time has come.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let id = state.update { state in
      state.lastID += 1
      state.actions[state.lastID] = (state.now + max(delay, .zero), action)
      return state.lastID
    }
    return ScheduledAction { [state] in
      // Released after the lock: the end of what an action holds may run anything.
      let removed = state.update { $0.actions.removeValue(forKey: id) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Lets time pass, calling what becomes due on the way; fails the test if time would go back, or
  /// stands still because actions schedule others for the same moment for ever.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    advance(to: now + duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets time pass until a moment, not before ``now``, calling what becomes due on the way.
  public func advance(
    to time: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard time >= now else { return place.fail(ClockTexts.backwards(to: time, self)) }
    callActions(until: time, place)
  }

  private func callActions(until time: Duration, _ place: TestPlace) {
    var (moment, count) = (now, 0)
    while let action = state.update({ $0.takeNext(until: time) }) {
      (moment, count) = now == moment ? (moment, count + 1) : (now, 1)
      action()
      if count == Self.limitOfMoment && scheduledTimes.first == moment {
        return place.fail(ClockTexts.standing(count, self))
      }
    }
    state.update { $0.now = max($0.now, time) }
  }

  private static var limitOfMoment: Int { 100_000 }

  /// Advances to the next scheduled action and calls it, with all others of the same time.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func advanceToNext(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    guard let time = scheduledTimes.first else { return false }
    callActions(until: time, TestPlace(fileID: fileID, filePath: filePath, line: line))
    return true
  }

  /// Calls the next scheduled action alone, at its time.
  func callNext() -> Bool {
    guard let action = state.update({ $0.takeNext(until: nil) }) else { return false }
    action()
    return true
  }

  /// Waits until a number of actions are scheduled, for code that schedules from a task.
  ///
  /// - Parameter limit: How long to wait, in real time; then the test fails and goes on.
  public func waitUntilScheduled(
    _ count: Int = 1, within limit: Duration = .seconds(10), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let isReached = await state.first(within: limit) { $0.actions.count >= count ? true : nil }
    if isReached == nil {
      TestPlace(fileID: fileID, filePath: filePath, line: line).fail(
        ClockTexts.notScheduled(count, limit, self))
    }
  }

  /// Advances through everything that is scheduled, and through what that schedules, until nothing
  /// waits any more.
  ///
  /// - Parameter limit: After how many actions the test fails, since they seem to go on for ever.
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
    let due = actions.filter { end == nil || $0.value.time <= end! }
    guard let next = due.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) }) else {
      return nil
    }
    actions[next.key] = nil
    now = max(now, next.value.time)
    return next.value.action
  }
}
