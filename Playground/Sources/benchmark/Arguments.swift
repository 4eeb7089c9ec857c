/// What the command line asks for.
struct Arguments: Equatable {
  /// Workloads and rows; none means all, in short form those that are checked.
  var names: [String] = []
  var isShort = false
  var checks = false
  /// How often to do the work of the rows, without measuring anything.
  var loop: Int?
  var showsHelp = false

  init(_ words: some Sequence<String>) throws(BenchmarkError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--loop":
        guard let count = words.next().flatMap({ Int($0) }), count > 0 else {
          throw .missingCount(option: word)
        }
        loop = count
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
    if names.isEmpty { return isShort ? all.filter(Check.checks) : all }
    return all.filter { row in names.contains(where: row.isMeant) }
  }

  /// The names of the workloads, in their order.
  private static func workloads(_ rows: [Row]) -> [String] {
    var names: [String] = []
    for row in rows where !names.contains(row.workload) { names.append(row.workload) }
    return names
  }

  static func help(_ rows: [Row]) -> String {
    """
    Measures what Katana costs, each row in turn with its floor.

    swift run -c release --package-path Playground benchmark [names] [options]

    names           workloads (W1) or rows (W1.static); all without any
    --short         counts only: allocations, and instructions where that is possible; without names,
                    of the rows that are checked
    --check         fails if a count is above its ceiling (Check/Ceiling.swift) or grows too much
    --loop COUNT    does the work of the named rows so often and measures nothing, for a profiler:
                    valgrind --tool=callgrind benchmark W1.static --loop 100000

    workloads: \(workloads(rows).joined(separator: " "))
    """
  }
}

extension Row {
  /// Whether a name is that of the row or of its workload.
  fileprivate func isMeant(by word: String) -> Bool { word == name || word == workload }
}

/// Why a benchmark cannot be run, or has failed.
enum BenchmarkError: Error, Equatable, CustomStringConvertible {
  case unknownOption(String)
  case missingCount(option: String)
  case unknownName(String, known: [String])
  case limits([String])

  var description: String {
    switch self {
    case .unknownOption(let option):
      "There is no option \(option). To see all options, run the benchmark with --help."
    case .missingCount(let option):
      "\(option) needs a number after it, 1 or more."
    case .unknownName(let name, let known):
      "There is no workload or row \(name). Choose from: \(known.joined(separator: " "))."
    case .limits(let lines):
      lines.joined(separator: "\n")
        + "\nTo fix this, find what multiplies the cost or lets it grow."
    }
  }
}
