/// How many tasks call what is due. Pure.
struct TimerWorkers {
  /// The most of them at a time.
  let limit: Int
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Something is due that nobody has begun. Returns how many workers are to begin.
  ///
  /// Those that work are not counted on, as what they have begun may take long.
  mutating func begin(for waiting: Int) -> Int {
    let new = max(min(waiting, limit - count), 0)
    count += new
    return new
  }

  /// A worker has found nothing left to do.
  mutating func end() { count -= 1 }
}
