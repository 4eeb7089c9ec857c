/// Compares counts with their ceilings, and the counts of large sizes with those of small ones.
enum Check {
  /// Whether a row is checked.
  static func checks(_ row: Row) -> Bool {
    Ceiling.all[row.name] != nil
      || Growth.all.contains { row.name == $0.smallest || row.name == $0.largest }
  }

  /// - Throws: `BenchmarkError.limits`, with a line for each count that is too high.
  static func require(
    _ results: [RowResult], below ceilings: [String: Ceiling], _ growths: [Growth] = Growth.all
  ) throws {
    // Where instructions cannot be counted at all, no row has a count.
    let uncounted = results.contains { $0.instructions != nil } ? Double.infinity : nil
    let lines =
      results.compactMap { result in
        ceilings[result.name].flatMap { exceeded(result, $0, uncounted) }
      }
      + growths.flatMap { exceeded($0, results) }
    if !lines.isEmpty { throw BenchmarkError.limits(lines) }
    let count = results.count { ceilings[$0.name] != nil }
    let compared = growths.count { growth in results.contains { $0.name == growth.largest } }
    print("\(count) rows are below their ceilings, and \(compared) grow no more than they may.")
  }

  /// - Parameter uncounted: What stands for instructions that were too many to be counted.
  private static func exceeded(
    _ result: RowResult, _ ceiling: Ceiling, _ uncounted: Double?
  ) -> String? {
    let (what, measured, most) =
      switch ceiling {
      case .instructions(let most): ("instructions", result.instructions ?? uncounted, most)
      case .allocations(let most): ("allocations", result.mallocs, most)
      }
    guard let measured, measured > most else { return nil }
    let count = measured.isFinite ? measured.text : "too many"
    return "\(result.name) (\(result.title)): \(count) \(what), the ceiling is \(most.text)."
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
}
