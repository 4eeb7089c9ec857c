import Foundation

/// One run of the program.
@MainActor
struct Session {
  let arguments: Arguments

  func run() async throws {
    if arguments.showsHelp { return print(Arguments.help(Row.all)) }
    let rows = try arguments.rows(of: Row.all)
    if let times = arguments.loop { return try await loop(rows, times) }
    // Read first: who mistypes a path should not wait for the results.
    let earlier = try arguments.comparedWith.map { try Record(contentsOf: $0) }
    let record = try await recorded(or: rows)
    if let path = arguments.json { try record.write(to: path) }
    if let path = arguments.chart {
      try Record.write(Data(BarChart(record.rows).svg.utf8), to: path)
    }
    if let earlier {
      print("\nSince \(arguments.comparedWith ?? ""), × floor:")
      for line in Comparison.lines(from: earlier, to: record) { print(line) }
    }
    if arguments.checks { try Check.require(record.rows, below: Ceiling.all) }
  }

  /// The record that is asked for, or a new one.
  private func recorded(or rows: [Row]) async throws -> Record {
    guard let path = arguments.source else { return Record(rows: try await measure(rows)) }
    let record = try Record(contentsOf: path)
    print(Table.text(of: record.rows))
    return record
  }

  private func loop(_ rows: [Row], _ times: Int) async throws {
    for row in rows { try await row.prepare?()(times) }
  }

  private func measure(_ rows: [Row]) async throws -> [RowResult] {
    let benchmark = Benchmark(repetitions: 15, countsOnly: arguments.isShort)
    var results: [RowResult] = []
    print(Table.heading)
    for row in rows {
      let result = try await benchmark.measure(row)
      for line in Table.lines(of: result) { print(line) }
      // A table that is redirected should grow while one looks at it.
      fflush(nil)
      results.append(result)
    }
    print(Table.summary(results))
    return results
  }
}
