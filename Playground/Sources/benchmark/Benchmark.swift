import Foundation

/// One run of the program.
@MainActor
final class Benchmark {
  private let arguments: Arguments
  /// Each is made once, for all rows that are compared with it.
  private var floors: [String: Stopwatch] = [:]

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws {
    if arguments.showsHelp { return print(Arguments.help(Row.all)) }
    let rows = try arguments.rows(of: Row.all)
    if let times = arguments.loop {
      for row in rows { try await row.prepare()(times) }
      return
    }
    var results: [RowResult] = []
    print(Table.heading)
    for row in rows {
      let result = try await measure(row)
      print(Table.line(of: result))
      // A table that is redirected should grow while one looks at it.
      fflush(nil)
      results.append(result)
    }
    if arguments.checks { try Check.require(results, below: Ceiling.all) }
  }

  private func measure(_ row: Row) async throws -> RowResult {
    let work = try row.prepare()
    await work(row.counted)
    let counts = await Counts(of: work, times: row.counted, budget: row.budget)
    var result = RowResult(name: row.name, title: row.title, floor: row.floor)
    (result.mallocs, result.instructions) = (counts.mallocs, counts.instructions)
    if !arguments.isShort {
      (result.nanoseconds, result.timesFloor) = try await time(work, of: row)
    }
    return result
  }

  /// Returns the smallest of several repetitions, because other work on the machine makes a repetition
  /// longer, never shorter, and its ratio to that of the floor.
  private func time(_ work: Work, of row: Row) async throws -> (Double?, Double?) {
    let own = await Stopwatch(work)
    let floor = try await row.name == row.floor ? nil : stopwatch(row.floor)
    var (least, leastOfFloor) = (Double.infinity, Double.infinity)
    let start = ContinuousClock.now
    for _ in 0..<15 {
      least = min(least, await own.measure())
      if let floor { leastOfFloor = min(leastOfFloor, await floor.measure()) }
      // What takes minutes is bad enough to be seen at once.
      if start.duration(to: .now) > .seconds(30) { break }
    }
    return (least, floor == nil ? nil : least / leastOfFloor)
  }

  private func stopwatch(_ name: String) async throws -> Stopwatch {
    if let known = floors[name] { return known }
    guard let row = Row.all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not a row that others can be compared with")
    }
    let stopwatch = try await Stopwatch(row.prepare())
    floors[name] = stopwatch
    return stopwatch
  }
}
