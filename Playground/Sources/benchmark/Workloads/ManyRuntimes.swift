import KatanaRuntime

/// W8: 100,000 runtimes in one process.
enum ManyRuntimes {
  private static let count = 100_000

  static var rows: [Row] {
    [
      Row(
        name: "W8.runtimes", title: "making, starting and ending a runtime",
        goals: [.figure("bytes", atMost: 1_024 + Double(MemoryLayout<Counter>.size))],
        maximum: 10_000, counted: 100
      ) {
        .direct { times in
          guard let runtimes = try? make(times) else { return require(false) }
          require(runtimes.count == times)
        }
      }.with(figures: figures)
    ]
  }

  private static func figures() throws -> [Figure] {
    let before = Memory()
    let start = ContinuousClock.now
    let runtimes = try make(count)
    let made = start.duration(to: .now)
    let after = Memory()
    require(runtimes.allSatisfy { $0.model.value == 1 })
    let each = Double(count)
    let bytes = before.allocated.flatMap { first in
      after.allocated.map {
        Figure(name: "bytes", value: Double($0 - first) / each, unit: "per runtime")
      }
    }
    let resident = before.resident.flatMap { first in
      after.resident.map {
        Figure(name: "resident bytes", value: Double($0 - first) / each, unit: "per runtime")
      }
    }
    let time = Figure(
      name: "making and starting, one message", value: made / .nanoseconds(1) / each,
      unit: "ns per runtime")
    return [bytes, resident, time].compactMap { $0 }
  }

  private static func make(_ count: Int) throws -> [Runtime<Counter>] {
    var runtimes: [Runtime<Counter>] = []
    runtimes.reserveCapacity(count)
    for _ in 0..<count {
      let runtime = try OneUpdater.started(AddUpdater())
      runtime.dispatch(Add(amount: 1))
      runtimes.append(runtime)
    }
    return runtimes
  }
}
