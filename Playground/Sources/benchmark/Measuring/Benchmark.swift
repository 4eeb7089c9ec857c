/// Measures rows. Keeps those that others are compared with, so that they are made once only.
@MainActor
final class Benchmark {
  private let repetitions: Int
  private let countsOnly: Bool
  private var stopwatches: [String: Stopwatch] = [:]

  /// - Parameters:
  ///   - repetitions: Of each row, in turn with those it is compared with.
  ///   - countsOnly: Whether to leave out what takes time to measure, and differs from run to run.
  init(repetitions: Int, countsOnly: Bool) {
    self.repetitions = repetitions
    self.countsOnly = countsOnly
  }

  func measure(_ row: Row) async throws -> RowResult {
    var result = RowResult(of: row)
    if let prepare = row.prepare {
      let work = try prepare()
      await count(work, of: row, in: &result)
      if !countsOnly { try await time(work, of: row, in: &result) }
    }
    if !countsOnly, let figures = row.figures { result.figures = try figures() }
    result.judge(countsOnly ? row.goals.filter(\.isCounted) : row.goals)
    return result
  }

  private func count(_ work: Work, of row: Row, in result: inout RowResult) async {
    let times = min(row.counted, row.maximum)
    await work(times)
    let counts = await Counts(
      of: work, times: times, isOneThread: row.isOneThread, budget: row.budget)
    (result.mallocs, result.instructions) = (counts.mallocs, counts.instructions)
  }

  private func time(_ work: Work, of row: Row, in result: inout RowResult) async throws {
    let own = await Stopwatch(work, of: row)
    var others: [(name: String, watch: Stopwatch)] = []
    for name in row.comparedWith { others.append((name, try await stopwatch(name))) }
    var nanoseconds: [Double] = []
    var times: [String: [Double]] = [:]
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      // What takes minutes is bad enough to be seen at once.
      if !nanoseconds.isEmpty, start.duration(to: .now) > .seconds(30) { break }
      nanoseconds.append(await own.measure())
      for (name, watch) in others { times[name, default: []].append(await watch.measure()) }
    }
    result.repetitions = nanoseconds.count
    result.nanoseconds = Sample(nanoseconds)
    result.times = times.mapValues { Sample(nanoseconds, per: $0) }
  }

  private func stopwatch(_ name: String) async throws -> Stopwatch {
    if let known = stopwatches[name] { return known }
    guard let row = Row.all.first(where: { $0.name == name }), let work = try row.prepare?() else {
      preconditionFailure("\(name) is not a row that others can be compared with")
    }
    let stopwatch = await Stopwatch(work, of: row)
    stopwatches[name] = stopwatch
    return stopwatch
  }
}

extension Row {
  /// The floor, and the rows that the goals speak of.
  fileprivate var comparedWith: [String] {
    var names = name == floor ? [] : [floor]
    for case .times(let name) in goals.map(\.measure) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
