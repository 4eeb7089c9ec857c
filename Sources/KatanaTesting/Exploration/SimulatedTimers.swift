import Katana

/// The virtual time, and the scheduled actions in the order of their times. Pure.
struct SimulatedTimers<Action> {
  private(set) var now = Duration.zero
  /// The latest first, so that removing the next one moves no other entry.
  private var entries: [(time: Duration, id: Int, action: Action)] = []
  private var lastID = 0

  /// The time of the next action.
  var next: Duration? { entries.last?.time }

  mutating func add(after delay: Duration, _ action: Action) -> Int {
    lastID += 1
    let time = now.adding(max(delay, .zero))
    let index = entries.lastIndex { $0.time >= time }.map { $0 + 1 } ?? 0
    entries.insert((time, lastID, action), at: index)
    return lastID
  }

  /// Removes an action and returns it, so that the caller can release it without holding the lock.
  mutating func remove(_ id: Int) -> Action? {
    entries.lastIndex { $0.id == id }.map { entries.remove(at: $0).action }
  }

  /// The number of actions with the time of the next one: any of them may be the first.
  var countOfNext: Int {
    guard let next else { return 0 }
    return entries.reversed().prefix { $0.time == next }.count
  }

  /// Advances the time to the next action, and removes one of the actions of that time.
  mutating func take(_ index: Int) -> Action {
    let entry = entries.remove(at: entries.count - 1 - index)
    now = max(now, entry.time)
    return entry.action
  }
}
