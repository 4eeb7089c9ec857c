/// Compares counts with their limits.
enum Check {
  /// - Throws: `BenchmarkError.limits`, with a line for each count that is above its limit.
  static func require(_ results: [RowResult], within limits: [String: Limit]) throws {
    let lines = results.flatMap { result in
      limits[result.name].map { exceeded(result, $0) } ?? []
    }
    if !lines.isEmpty { throw BenchmarkError.limits(lines) }
    let count = results.count { limits[$0.name] != nil }
    print("\(count) rows are within their limits.")
  }

  private static func exceeded(_ result: RowResult, _ limit: Limit) -> [String] {
    [
      // An array that grows now and then is no allocation of each message.
      line(result, "mallocs", result.mallocs, limit.mallocs, atMost: limit.mallocs + 0.1),
      limit.instructions.flatMap { wanted in
        line(result, "instructions", result.instructions, wanted, atMost: wanted * 1.1)
      },
    ].compactMap { $0 }
  }

  private static func line(
    _ result: RowResult, _ what: String, _ measured: Double?, _ limit: Double, atMost most: Double
  ) -> String? {
    guard let measured, measured > most else { return nil }
    return "\(result.name) (\(result.title)): \(measured.text) \(what), the limit is \(limit.text)"
      + (what == "instructions" ? " and a tenth." : ".")
  }
}

/// The most that one message of a row may cost. Instructions have room for a tenth more: they differ a
/// little between machines.
struct Limit {
  let mallocs: Double
  var instructions: Double?
}
