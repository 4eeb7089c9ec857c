extension Arguments {
  static func help(_ rows: [Row]) -> String {
    """
    Measures what Katana costs, each workload in turn with its floor.

    swift run -c release --package-path Playground benchmark [names] [options]

    names           workloads (W1) or rows (W1.static); without any, all but \
    \(Row.onDemand.sorted().joined(separator: ", ")), which generate packages and take minutes
    --json FILE     records the results
    --from FILE     shows a record in place of a new run
    --compare FILE  says what has changed since an earlier record; differences beyond the noise are
                    marked in capitals
    --svg FILE      draws the results as bars
    --short         counts only: allocations, and instructions where that is possible; without names,
                    of the rows that are checked
    --loop COUNT    does the work of the named rows so often and measures nothing, for a profiler:
                    valgrind --tool=callgrind benchmark W1.static --loop 100000
    --check         fails if a count is above its ceiling (Check/Ceiling.swift) or grows too much

    workloads: \(workloads(rows).joined(separator: " "))
    """
  }
}
