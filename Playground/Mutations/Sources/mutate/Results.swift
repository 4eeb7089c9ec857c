import Foundation

/// What became of a mutant.
struct Result: Codable {
  enum Verdict: String, Codable {
    case killed = "killed by a test"
    case crashed = "killed by a crash"
    case timedOut = "killed by the time limit"
    case survived = "survived"
    case doesNotCompile = "does not compile"
  }

  let mutant: String
  let folder: String
  let verdict: Verdict
  /// The test, the signal or the error of the compiler.
  let cause: String
  /// The first line of the failing test's output.
  let text: String
  let seconds: Double
  var seed: UInt64 = 0

  init(
    _ mutant: Mutant, _ verdict: Verdict, by cause: String = "", text: String = "",
    seconds: Double = 0
  ) {
    self.mutant = mutant.description
    folder = mutant.folder
    self.verdict = verdict
    self.cause = cause
    self.text = text
    self.seconds = seconds
  }

  var summary: String {
    let cause = cause.isEmpty ? "" : ": \(cause)"
    return "\(verdict.rawValue)\(cause) (\(seconds) s)"
  }
}

/// All results, in a file that grows, so that an interrupted run can go on.
final class Results {
  private(set) var all: [Result] = []
  private let file: URL
  private let seed: UInt64

  init(_ file: URL, seed: UInt64, keeps: Bool) throws {
    self.file = file
    self.seed = seed
    if keeps, let data = try? Data(contentsOf: file) {
      let lines = data.split(separator: UInt8(ascii: "\n"))
      all = lines.compactMap { try? JSONDecoder().decode(Result.self, from: $0) }
      all.removeAll { $0.seed != seed }
      // Of several results of one mutant, the last one counts.
      let last = Dictionary(all.enumerated().map { ($1.mutant, $0) }) { $1 }
      all = all.enumerated().filter { last[$1.mutant] == $0 }.map(\.element)
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    for result in all { try append(result) }
  }

  subscript(mutant: Mutant) -> Result? { all.first { $0.mutant == mutant.description } }

  func add(_ result: Result) throws {
    var result = result
    result.seed = seed
    all.removeAll { $0.mutant == result.mutant }
    all.append(result)
    try append(result)
    if result.verdict == .doesNotCompile { note("    dropped: \(result.mutant): \(result.cause)") }
  }

  private func append(_ result: Result) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: JSONEncoder().encode(result) + [UInt8(ascii: "\n")])
    try handle.close()
  }
}
