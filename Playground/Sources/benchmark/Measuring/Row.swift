/// One line of the benchmark's table: what is done, and what it should cost.
struct Row {
  /// The name of the workload, a dot, and the variant: `W1.static`.
  let name: String
  let title: String
  /// The row that is measured in turn with this one; a comparison with an earlier run is made by the
  /// ratio to it, since the nanoseconds of a shared machine vary.
  var floor = "F0"
  var goals: [Goal] = []
  /// The least that one repetition does: many, where it takes long to begin.
  var minimum = 1
  /// The most that one repetition does.
  var maximum = Int.max
  /// How often the work is done while allocations are counted.
  var counted = 1_000
  /// About how many instructions of the work are counted at once; at most four times as many.
  var budget = 10_000
  /// Whether the work needs this thread only.
  var isOneThread = true
  /// Makes what the work needs. `nil` where there is nothing but figures.
  var prepare: (() throws -> Work)?
  /// What else is measured, once.
  var figures: (() throws -> [Figure])?

  /// The same row, with figures beside the time of its work.
  func with(figures: @escaping () throws -> [Figure]) -> Row {
    var row = self
    row.figures = figures
    return row
  }

  /// The workload, without the variant.
  var workload: String { String(name.prefix { $0 != "." }) }
}

/// What a row does a number of times.
enum Work {
  /// On this thread.
  case direct((Int) -> Void)
  /// With suspensions, away from the main actor.
  case suspending(@concurrent @Sendable (Int) async -> Void)

  var isDirect: Bool { if case .direct = self { true } else { false } }

  @MainActor
  func callAsFunction(_ times: Int) async {
    switch self {
    case .direct(let work): work(times)
    case .suspending(let work): await work(times)
    }
  }
}

/// Something that is measured beside time, such as the bytes of a runtime.
struct Figure: Codable, Equatable {
  let name: String
  let value: Double
  let unit: String
}
