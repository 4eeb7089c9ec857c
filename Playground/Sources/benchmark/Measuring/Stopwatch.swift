import Foundation

/// Finds out how often a work fits into a repetition, and how long it takes.
@MainActor
struct Stopwatch {
  private static let repetition = 20e6

  private let work: Work
  private let times: Int

  /// Does the work more and more often, until a repetition is long enough to be measured.
  init(_ work: Work) async {
    var times = 1
    var nanoseconds = await work.time(times)
    while nanoseconds < Self.repetition / 8 {
      times *= 4
      nanoseconds = await work.time(times)
    }
    self.work = work
    self.times = max(1, Int(Double(times) * Self.repetition / nanoseconds))
  }

  /// The nanoseconds of doing the work once, as one repetition shows them.
  func measure() async -> Double { await work.time(times) / Double(times) }
}

extension Work {
  /// The nanoseconds of doing the work a number of times.
  @MainActor
  fileprivate func time(_ times: Int) async -> Double {
    let start = now
    await self(times)
    return now - start
  }

  /// The time that this thread was given by the processor, so that other programs do not count; the
  /// time that passes where the work waits for other threads.
  private var now: Double {
    var time = timespec()
    clock_gettime(isDirect ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
