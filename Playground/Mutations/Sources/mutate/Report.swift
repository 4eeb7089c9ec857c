import Mutating

/// The results as Markdown.
struct Report {
  let sample: Sample
  /// Of the mutants of the sample.
  let results: [Result]
  let skipped: [String]

  init(sample: Sample, results: [Result], skipped: [String]) {
    self.sample = sample
    let known = Set(sample.mutants.map(\.description))
    self.results = results.filter { known.contains($0.mutant) }
    self.skipped = skipped
  }

  var text: String {
    let compiled = results.filter { $0.verdict != .doesNotCompile }
    let folders = sample.sizes.keys.sorted()
    let rows = folders.map { folder in
      row(folder, sample.sizes[folder, default: 0], compiled.filter { $0.folder == folder })
    }
    let total = row("all", sample.sizes.values.reduce(0, +), compiled)
    return """
      Seed \(sample.seed): \(sample.mutants.count) places were chosen, \
      \(results.count - compiled.count) of them do not compile when they are changed.

      | folder | places | mutants | killed by a test | by a crash | by the time limit | survived |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      \((rows + [total]).joined(separator: "\n"))

      | operator | mutants | survived |
      | --- | ---: | ---: |
      \(operators(compiled).joined(separator: "\n"))

      Not run: \(skipped.map { "`\($0)`" }.joined(separator: ", ")).

      \(survivors(compiled))
      """
  }

  private func row(_ name: String, _ places: Int, _ results: [Result]) -> String {
    let counts = [Result.Verdict.killed, .crashed, .timedOut, .survived].map { verdict in
      "\(results.count { $0.verdict == verdict })"
    }
    return "| \(([name, "\(places)", "\(results.count)"] + counts).joined(separator: " | ")) |"
  }

  private func operators(_ results: [Result]) -> [String] {
    MutationOperator.allCases.compactMap { mutation in
      let own = results.filter { $0.mutant.contains(" \(mutation.rawValue): ") }
      if own.isEmpty { return nil }
      let survivors = own.count { $0.verdict == .survived }
      return "| \(mutation.rawValue) | \(own.count) | \(survivors) |"
    }
  }

  private func survivors(_ results: [Result]) -> String {
    let mutants = Dictionary(uniqueKeysWithValues: sample.mutants.map { ($0.description, $0) })
    let rows = results.filter { $0.verdict == .survived }.compactMap { mutants[$0.mutant] }
      .sorted { $0.id < $1.id }
      .map { mutant in
        let place = mutant.place
        let cells = [
          "\(mutant.id)", "`\(mutant.file):\(place.line)`", place.mutation.rawValue,
          code(place.original), code(place.mutated),
        ]
        return "| \(cells.joined(separator: " | ")) |"
      }
    if rows.isEmpty { return "No mutant survived." }
    return """
      | survivor | place | operator | original | mutated |
      | ---: | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))
      """
  }

  private func code(_ text: String) -> String {
    "`\(text.oneLine.replacing("|", with: "\\|"))`"
  }
}
