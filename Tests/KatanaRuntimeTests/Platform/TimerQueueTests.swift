import Testing

@testable import KatanaRuntime

@Suite struct TimerQueueTests {
  /// The same by a sorted list.
  private struct Reference {
    var entries: [(time: Duration, id: Int)] = []
    mutating func takeDue(at now: Duration) -> [Int] {
      let sorted = entries.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
      entries = sorted.filter { $0.time > now }
      return sorted.filter { $0.time <= now }.map(\.id)
    }
  }

  @Test(arguments: 0..<50) func itAgreesWithASortedList(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var queue = TimerQueue<Int>()
    var reference = Reference()
    var (now, count) = (0, 0)
    for _ in 0..<400 {
      switch next(5) {
      case 0, 1:
        count += 1
        let time = Duration.milliseconds(now + next(40))
        #expect(queue.add(count, at: time) == count)
        reference.entries.append((time, count))
      case 2:
        now += next(20)
        #expect(
          queue.takeDue(at: .milliseconds(now)) == reference.takeDue(at: .milliseconds(now)))
      default:
        let id = next(count + 1) + 1
        let isThere = reference.entries.contains { $0.id == id }
        #expect((queue.remove(id) != nil) == isThere)
        reference.entries.removeAll { $0.id == id }
      }
      #expect(queue.count == reference.entries.count)
      #expect(queue.nextTime == reference.entries.map(\.time).min())
    }
  }

  @Test func removedTimersLeaveNoMemoryBehind() {
    var queue = TimerQueue<Int>()
    for number in 0..<100_000 {
      _ = queue.remove(queue.add(number, at: .seconds(1_000 - number % 1_000)))
    }
    #expect(queue.entryCount <= 17)
  }

  /// A worker may be busy for long, so another one begins as long as there are processors.
  @Test func anActionThatTakesLongDelaysNoOtherOne() {
    var workers = TimerWorkers(limit: 3)
    #expect(workers.begin(for: 1) == 1)
    #expect(workers.begin(for: 1) == 1)
    #expect(workers.begin(for: 5) == 1)
    #expect(workers.begin(for: 5) == 0)
    workers.end()
    #expect(workers.begin(for: 0) == 0)
    #expect(workers.begin(for: 5) == 1)
    for _ in 0..<3 { workers.end() }
    #expect(workers.begin(for: 9) == 3)
  }

  // MARK: The system's timers

  @Test func eachTimerIsCalledOnce() async {
    let called = Locked<[Int]>([])
    let clock = SystemClock()
    await withCheckedContinuation { continuation in
      for number in 0..<1_000 {
        let isCancelled = number % 3 == 0
        let action = clock.schedule(after: .microseconds((number * 37) % 5_000)) {
          let isLast = called.withLock { called in
            called.append(number)
            return !isCancelled && called.count(where: { $0 % 3 != 0 }) == 666
          }
          if isLast { continuation.resume() }
        }
        if isCancelled { action.cancel() }
      }
    }
    let numbers = called.withLock { $0 }
    #expect(Set(numbers).count == numbers.count)
    #expect((0..<1_000).filter { $0 % 3 != 0 }.allSatisfy(numbers.contains))
  }

  @Test func aTimerIsNeverEarly() async {
    let clock = SystemClock()
    for delay in [0, 1, 300, 2_000, 7_000] {
      let start = clock.now
      let end = await withCheckedContinuation { continuation in
        clock.schedule(after: .microseconds(delay)) { continuation.resume(returning: clock.now) }
      }
      #expect(end - start >= .microseconds(delay))
    }
  }

  @Test func anEarlierTimerDoesNotWaitForALaterOne() async {
    let clock = SystemClock()
    let late = clock.schedule(after: .seconds(3_600)) { Issue.record("an hour has passed") }
    await withCheckedContinuation { continuation in
      clock.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
    late.cancel()
  }

  @Test func aTimerThatMakesAnotherOneIsCalledInTheEnd() async {
    let clock = SystemClock()
    let last = AsyncStream.makeStream(of: Int.self)
    @Sendable func count(to number: Int) {
      if number == 0 { return last.continuation.finish() }
      clock.schedule(after: .zero) { count(to: number - 1) }
    }
    count(to: 200)
    for await _ in last.stream {}
  }
}
