/// The number of tasks that call due actions. Pure.
struct TimerWorkers {
  /// The largest number of tasks at a time.
  let limit: Int
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Decides how many new tasks must begin.
  ///
  /// Running tasks are not counted on, because the actions that they are calling may take long.
  ///
  /// - Parameter waiting: The number of due actions that no task has begun.
  /// - Returns: The number of tasks that the caller must start.
  mutating func begin(for waiting: Int) -> Int {
    let new = max(min(waiting, limit - count), 0)
    count += new
    return new
  }

  /// Notes that a task ends, because no due action is left.
  mutating func end() { count -= 1 }
}
