import Foundation
import Mutating

/// Builds one copy of the package that contains all mutants. Leaves out those that do not compile.
struct Builder {
  let workspace: Workspace
  let modules: Set<String>
  private static let rounds = 12

  /// The built tests.
  var bundle: String {
    workspace.folder.appending(path: ".build/debug/KatanaPackageTests.xctest").path()
  }

  /// Builds the copy. Returns the mutants that compile; calls the function with each of the others and
  /// its error.
  func build(
    _ mutants: [Mutant], whenDropped: (Mutant, String) throws -> Void
  ) throws -> [Mutant] {
    var kept = mutants
    for round in 1...Self.rounds {
      note("build \(round): \(kept.count) mutants")
      let files = Dictionary(grouping: kept, by: \.file)
      let rewritings = try Dictionary(
        uniqueKeysWithValues: files.map { file, mutants in
          let places = mutants.map { ($0.id, $0.place) }
          return (
            file,
            Rewriting(try workspace.source(file), Dictionary(uniqueKeysWithValues: places))
          )
        })
      try write(rewritings)
      let (succeeded, lines) = build(["build"])
      if succeeded { break }
      let dropped = errors(lines, rewritings)
      guard !dropped.isEmpty, round < Self.rounds else {
        throw Failure("The copy does not compile:\n\(lines.suffix(60).joined(separator: "\n"))")
      }
      for mutant in kept { if let error = dropped[mutant.id] { try whenDropped(mutant, error) } }
      kept.removeAll { dropped[$0.id] != nil }
    }
    note("build of the tests")
    let (succeeded, lines) = build(["build", "--build-tests"])
    if !succeeded {
      throw Failure("The tests do not compile:\n\(lines.suffix(60).joined(separator: "\n"))")
    }
    return kept
  }

  private func write(_ rewritings: [String: Rewriting]) throws {
    var texts: [String: String] = [:]
    for (file, rewriting) in rewritings { texts["Sources/\(file)"] = rewriting.text }
    for module in modules { texts["Sources/\(module)/MutantSwitch.swift"] = Switch.source }
    try workspace.write(texts)
  }

  private func build(_ arguments: [String]) -> (succeeded: Bool, lines: [String]) {
    var lines: [String] = []
    let end = ChildProcess.run(
      ["swift"] + arguments + ["--package-path", workspace.folder.path()], limit: 3_600
    ) { line in
      lines.append(line)
      return true
    }
    return (end == .exited(0), lines)
  }

  /// Returns the mutants at the places of compile errors, each with its first error.
  private func errors(_ lines: [String], _ rewritings: [String: Rewriting]) -> [Int: String] {
    var found: [Int: String] = [:]
    for error in lines.compactMap({ CompilerError($0) }) {
      guard let start = error.path.firstRange(of: "/Sources/")?.upperBound,
        let rewriting = rewritings[String(error.path[start...])]
      else { continue }
      for id in rewriting.mutants(atLine: error.line, column: error.column) where found[id] == nil {
        found[id] = error.text
      }
    }
    return found
  }
}
