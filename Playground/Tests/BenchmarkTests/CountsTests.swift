import Testing

@testable import benchmark

@Suite struct CountsTests {
  @Test func aWorkThatAllocatesIsCounted() async {
    // In a process of its own, because all threads are counted, and other tests run meanwhile.
    await #expect(processExitsWith: .success) { @MainActor in
      let kept = Boxed<[AnyObject]>([])
      let work = Work.direct { times in
        kept.value.removeAll(keepingCapacity: true)
        for _ in 0..<times { kept.value.append(Sum()) }
      }
      await work(1_000_000)
      let counts = await Counts(of: work, times: 1_000_000)
      #if os(Linux)
        precondition((1..<1.01).contains(counts.mallocs ?? 0), "\(counts.mallocs ?? 0) allocations")
      #endif
    }
  }

  @Test @MainActor func twiceTheWorkHasTwiceTheInstructions() async throws {
    func instructions(_ factor: Int) async -> Double? {
      let sum = Sum()
      let work = Work.direct { times in for _ in 0..<(times * factor) { sum.add(1) } }
      return await Counts(of: work, times: 1).instructions
    }
    // Where the kernel lets nobody count, there is nothing to compare.
    guard let one = await instructions(100), let two = await instructions(200) else { return }
    #expect(one > 0)
    #expect((1.9...2.1).contains(two / one))
  }
}
