/// One line of the benchmark's table: what is done.
struct Row {
  /// The name of the workload, a dot, and the variant: `W1.static`.
  let name: String
  let title: String
  /// The row that is measured in turn with this one. Compare ratios to it between runs, since the
  /// nanoseconds of a shared machine vary.
  var floor = "F0"
  /// How often the work is done while allocations are counted.
  var counted = 1_000
  /// About how many instructions of the work are counted at once; at most four times as many.
  var budget = 10_000
  /// Makes what the work needs.
  let prepare: () throws -> Work

  /// All rows, in the order of the table.
  static var all: [Row] {
    Messages.rows + Slices.rows + LargeCollections.rows + RoundTrip.rows + Subscriptions.rows
      + Controls.rows + Growth.rows
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

/// What was measured of one row, each time for doing the work once.
struct RowResult {
  let name: String
  let title: String
  var floor = "F0"
  var nanoseconds: Double?
  /// The time as a multiple of that of the floor.
  var timesFloor: Double?
  /// `nil` where they cannot be counted.
  var mallocs: Double?
  var instructions: Double?
}
