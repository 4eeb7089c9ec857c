/// Virtual time, and what waits for its moment: pure.
struct TimerQueue<Action> {
  private(set) var now = Duration.zero
  /// The latest first, so that the next one is taken off the end.
  private var entries: [(time: Duration, id: Int, action: Action)] = []
  private var lastID = 0

  /// The moment of the next action.
  var next: Duration? { entries.last?.time }

  mutating func add(after delay: Duration, _ action: Action) -> Int {
    lastID += 1
    let time = now + max(delay, .zero)
    let index = entries.lastIndex { $0.time >= time }.map { $0 + 1 } ?? 0
    entries.insert((time, lastID, action), at: index)
    return lastID
  }

  /// Returns the action, if it is still there, so that its end comes after the lock that guards
  /// this.
  mutating func remove(_ id: Int) -> Action? {
    entries.lastIndex { $0.id == id }.map { entries.remove(at: $0).action }
  }

  /// How many actions have the next moment: any of them may be the first.
  var countOfNext: Int {
    guard let next else { return 0 }
    return entries.reversed().prefix { $0.time == next }.count
  }

  /// Jumps to the next moment and takes one of its actions.
  mutating func take(_ index: Int) -> Action {
    let entry = entries.remove(at: entries.count - 1 - index)
    now = max(now, entry.time)
    return entry.action
  }
}
