/// What the command line asks for.
struct Arguments: Equatable {
  /// Workloads and rows; none means all that do not take long, in short form those that are checked.
  var names: [String] = []
  /// A record to show in place of a new run.
  var source: String?
  var json: String?
  var comparedWith: String?
  var chart: String?
  var isShort = false
  var checks = false
  /// How often to do the work of the rows, without measuring anything.
  var loop: Int?
  var showsHelp = false

  init(_ words: some Sequence<String>) throws(BenchmarkError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--json": json = try Self.path(after: word, words.next())
      case "--from": source = try Self.path(after: word, words.next())
      case "--compare": comparedWith = try Self.path(after: word, words.next())
      case "--svg": chart = try Self.path(after: word, words.next())
      case "--loop": loop = try Self.count(after: word, words.next())
      case "--short": isShort = true
      case "--check": checks = true
      case "--help", "-h": showsHelp = true
      case _ where word.hasPrefix("-"): throw .unknownOption(word)
      default: names.append(word)
      }
    }
  }

  /// The rows that are meant, in their order.
  func rows(of all: [Row]) throws(BenchmarkError) -> [Row] {
    for name in names where !all.contains(where: { $0.isMeant(by: name) }) {
      throw .unknownName(name, known: Self.workloads(all))
    }
    if names.isEmpty {
      return all.filter { row in
        isShort ? Check.checks(row) : !Row.onDemand.contains(row.workload)
      }
    }
    return all.filter { row in names.contains(where: row.isMeant) }
  }

  /// The names of the workloads, in their order.
  static func workloads(_ rows: [Row]) -> [String] {
    var names: [String] = []
    for row in rows where !names.contains(row.workload) { names.append(row.workload) }
    return names
  }

  private static func count(after option: String, _ word: String?) throws(BenchmarkError) -> Int {
    guard let word, let count = Int(word), count > 0 else { throw .missingCount(option: option) }
    return count
  }

  private static func path(after option: String, _ word: String?) throws(BenchmarkError) -> String {
    guard let word, !word.hasPrefix("-") else { throw .missingFile(option: option) }
    return word
  }
}

extension Row {
  /// Whether a name is that of the row or of its workload.
  fileprivate func isMeant(by word: String) -> Bool { word == name || word == workload }
}
