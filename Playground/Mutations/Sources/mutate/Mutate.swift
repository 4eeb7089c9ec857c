import ArgumentParser
import Foundation
import Mutating

/// Makes the framework wrong in many places, one at a time, and tells what no test notices.
@main
struct Mutate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes Katana wrong in one place at a time, and tells what no test notices.",
    discussion: """
      Run it from the root of the repository. It copies the package, puts all mutants behind one \
      switch, builds once, and runs the tests for each mutant until the first one fails.
      """)

  @Option(help: "Chooses the places; the same seed chooses the same ones.")
  var seed: UInt64 = 20_261_122

  @Option(help: "How many places are chosen from all folders.")
  var count = 120

  @Option(help: "Only folders below this one, such as `Katana/Tree`. May be repeated.")
  var folder: [String] = []

  @Flag(help: "Lists the chosen places, and runs nothing.")
  var list = false

  @Option(help: "Only the mutant of this number, again; keeps all other results. May be repeated.")
  var only: [Int] = []

  @Option(help: "The seconds after which a run of tests counts as endless.")
  var timeLimit = 90.0

  @Option(help: "The folder that holds the copy and its build.")
  var scratch = "/tmp/katana-mutations"

  @Option(help: "Writes the table to this file too.")
  var output: String?

  @Flag(help: "Goes on with an interrupted run of the same sources and seed.")
  var resume = false

  @Option(help: "A suite that runs after all others. May be repeated, and replaces the default.")
  var heavy: [String] = TestPlan.heavy

  @Option(help: "Only suites and tests of this name run. May be repeated.")
  var filter: [String] = []

  @Option(help: "A suite or a test that does not run. May be repeated, and adds to the default.")
  var skip: [String] = []

  func run() throws {
    let root = URL(filePath: FileManager.default.currentDirectoryPath)
    let sample = try Sample(
      root: root, folders: folder, count: count, seed: seed)
    if list { return sample.mutants.forEach { print("\($0)") } }

    let workspace = try Workspace(root: root, scratch: URL(filePath: scratch))
    let results = try Results(
      workspace.folder.appending(path: "mutation-results.jsonl"), seed: seed,
      keeps: resume || !only.isEmpty)
    let builder = Builder(workspace: workspace, modules: sample.modules)
    let dropped = Set(results.all.filter { $0.verdict == .doesNotCompile }.map(\.mutant))
    let kept = sample.mutants.filter { !dropped.contains($0.description) }
    let compiled = try builder.build(kept) { mutant, error in
      try results.add(Result(mutant, .doesNotCompile, by: error))
    }

    let plan = TestPlan(
      bundle: builder.bundle, filter: filter, heavy: heavy, skipped: TestPlan.skipped + skip,
      limit: timeLimit)
    try plan.checkUnmutated()
    let chosen = compiled.filter { only.isEmpty || only.contains($0.id) }
    for (index, mutant) in chosen.enumerated() where !only.isEmpty || results[mutant] == nil {
      note("[\(index + 1)/\(chosen.count)] \(mutant)")
      let result = plan.run(mutant)
      note("    \(result.summary)")
      try results.add(result)
    }

    let report = Report(sample: sample, results: results.all, skipped: plan.skipped).text
    print(report)
    if let output { try report.write(toFile: output, atomically: true, encoding: .utf8) }
  }
}

/// Tells the one who waits what goes on.
func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
