import Foundation

/// Finds out how often a work fits into a repetition, and how long it takes.
@MainActor
struct Stopwatch {
  private static let repetition = 20e6

  let work: Work
  private let times: Int
  private let clock: MeasuringClock

  /// Does the work more and more often, until a repetition is long enough to be measured.
  init(_ work: Work, of row: Row) async {
    clock = row.isOneThread && work.isDirect ? .thread : .wall
    var times = row.minimum
    var nanoseconds = await clock.time(work, times)
    while nanoseconds < Self.repetition / 8, times < row.maximum {
      times = min(times * 4, row.maximum)
      nanoseconds = await clock.time(work, times)
    }
    let wanted = Double(times) * (Self.repetition / max(nanoseconds, 1))
    self.work = work
    self.times = max(row.minimum, Int(min(wanted, Double(row.maximum))))
  }

  /// The nanoseconds of doing the work once, as one repetition shows them.
  func measure() async -> Double { await clock.time(work, times) / Double(times) }
}

/// What is counted while a work is done.
enum MeasuringClock {
  /// The time that this thread was given by the processor: other programs do not count.
  case thread
  /// The time that passes: where several threads work, or wait for each other.
  case wall

  /// The nanoseconds of doing a work a number of times.
  @MainActor
  func time(_ work: Work, _ times: Int) async -> Double {
    let start = now
    await work(times)
    return now - start
  }

  private var now: Double {
    var time = timespec()
    switch self {
    case .thread: clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
    }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
