/// Finds out how often a work fits into a repetition, and how long it takes.
@MainActor
struct Stopwatch {
  private static let repetition = Duration.milliseconds(20)

  let work: Work
  private let times: Int

  /// Does the work more and more often, until a repetition is long enough to be measured.
  init(_ work: Work, minimum: Int, maximum: Int) async {
    var times = minimum
    var duration = await Self.time(work, times)
    while duration < Self.repetition / 8, times < maximum {
      times = min(times * 4, maximum)
      duration = await Self.time(work, times)
    }
    let wanted = Double(times) * (Self.repetition / max(duration, .nanoseconds(1)))
    self.work = work
    self.times = max(minimum, Int(min(wanted, Double(maximum))))
  }

  /// The nanoseconds of doing the work once, as one repetition shows them.
  func measure() async -> Double {
    await Self.time(work, times) / .nanoseconds(1) / Double(times)
  }

  private static func time(_ work: Work, _ times: Int) async -> Duration {
    let start = ContinuousClock.now
    await work(times)
    return start.duration(to: .now)
  }
}
