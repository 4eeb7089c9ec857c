/// G: what one thing costs while more and more of its kind are there. Each workload has a row for each size,
/// whose floor is the smallest one.
struct Growth {
  /// Such as `G.queue`.
  let name: String
  let title: String
  var sizes = [10, 1_000, 100_000]
  /// How many times as many instructions and allocations the largest size may take as the smallest.
  var limit = 1.2
  /// How often the work is done while allocations are counted.
  var counted = 100
  let prepare: (Int) throws -> Work

  /// The limit for workloads with hash tables. Tables are seeded anew in each process and grow now and
  /// then, so the counts of two runs differ by up to a half. A cost that grows with the size would be
  /// thousands of times larger, not four.
  static let ofTables = 4.0

  static var rows: [Row] { all.flatMap(\.rows) }

  static var all: [Growth] {
    RowGrowth.all + CommandGrowth.all + ObserverGrowth.all + StoreGrowth.all + RecordingGrowth.all
  }

  var rows: [Row] {
    sizes.map { size in
      Row(
        name: rowName(size), title: "\(title), n = \(size.text)", floor: smallest,
        counted: counted, budget: 60_000, prepare: { try prepare(size) })
    }
  }

  private func rowName(_ size: Int) -> String { "\(name).\(size)" }

  var smallest: String { rowName(sizes[0]) }
  var largest: String { rowName(sizes[sizes.count - 1]) }
}
