/// Compares counts with their limits.
enum Check {
  /// Whether a row has a limit.
  static func checks(_ row: Row) -> Bool {
    Limits.all[row.name] != nil
      || Growth.all.contains { row.name == $0.smallest || row.name == $0.largest }
  }

  /// - Throws: `BenchmarkError.limits`, with a line for each count that is above its limit.
  static func require(
    _ results: [RowResult], within limits: [String: Limit], _ growths: [Growth] = Growth.all
  ) throws {
    // Where instructions cannot be counted at all, no row has a count.
    let uncounted = results.contains { $0.instructions != nil } ? Double.infinity : nil
    let lines =
      results.flatMap { result in
        limits[result.name].map { exceeded(result, $0, uncounted) } ?? []
      }
      + growths.flatMap { exceeded($0, results) }
    if !lines.isEmpty { throw BenchmarkError.limits(lines) }
    let count = results.count { limits[$0.name] != nil }
    let compared = growths.count { growth in results.contains { $0.name == growth.largest } }
    print("\(count) rows are within their limits, and \(compared) grow no more than they may.")
  }

  /// - Parameter uncounted: What stands for instructions that were too many to be counted.
  private static func exceeded(
    _ result: RowResult, _ limit: Limit, _ uncounted: Double?
  ) -> [String] {
    [
      // An array that grows now and then is no allocation of each message.
      line(result, "mallocs", result.mallocs, limit.mallocs, atMost: limit.mallocs + 0.1),
      limit.instructions.flatMap { wanted in
        line(
          result, "instructions", result.instructions ?? uncounted, wanted, atMost: wanted * 1.1)
      },
    ].compactMap { $0 }
  }

  /// Compares the largest size of a workload with the smallest one.
  private static func exceeded(_ growth: Growth, _ results: [RowResult]) -> [String] {
    guard let least = results.first(where: { $0.name == growth.smallest }),
      let most = results.first(where: { $0.name == growth.largest })
    else { return [] }
    var lines: [String] = []
    if let few = least.mallocs, let many = most.mallocs, many > few * growth.limit + 1 {
      lines.append(text(most, "\(many.text) mallocs", of: few, growth))
    }
    if let few = least.instructions {
      // Those that are too many to be counted are too many here, too.
      let many = most.instructions
      if many.map({ $0 > few * growth.limit }) ?? (few * growth.limit < 240_000) {
        lines.append(text(most, "\(many?.text ?? "too many") instructions", of: few, growth))
      }
    }
    return lines
  }

  private static func text(
    _ result: RowResult, _ measured: String, of few: Double, _ growth: Growth
  ) -> String {
    "\(result.name) (\(result.title)): \(measured), the limit is \(growth.limit.text) × \(few.text)"
      + " of \(growth.smallest)."
  }

  private static func line(
    _ result: RowResult, _ what: String, _ measured: Double?, _ limit: Double, atMost most: Double
  ) -> String? {
    guard let measured, measured > most else { return nil }
    let count = measured.isFinite ? measured.text : "too many"
    return "\(result.name) (\(result.title)): \(count) \(what), the limit is \(limit.text)"
      + (what == "instructions" ? " and a tenth." : ".")
  }
}

/// The most that one message of a row may cost. Instructions have room for a tenth more: they differ a
/// little between machines.
struct Limit {
  let mallocs: Double
  var instructions: Double?
}
