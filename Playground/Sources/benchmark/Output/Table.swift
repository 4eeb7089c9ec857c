/// Results as lines of text.
enum Table {
  static let heading = line(
    name: "row", title: "what", columns: ["ns", "±", "× floor", "mallocs", "instructions"])

  /// One line for the row, and one for each goal and figure.
  static func lines(of result: RowResult) -> [String] {
    let row = line(name: result.name, title: result.title, columns: columns(of: result))
    return [row] + result.figures.map { indented("\($0.name): \($0.value.text) \($0.unit)") }
      + result.goals.map { indented(text(of: $0)) }
  }

  /// The whole table.
  static func text(of results: [RowResult]) -> String {
    ([heading] + results.flatMap(lines) + [summary(results)]).joined(separator: "\n")
  }

  /// How many goals were met.
  static func summary(_ results: [RowResult]) -> String {
    let goals = results.flatMap(\.goals)
    let met = goals.filter { $0.isMet == true }.count
    let unmeasured = goals.filter { $0.measured == nil }.count
    let unclear = goals.filter { $0.measured != nil && $0.isMet == nil }.count
    return "\(met) of \(goals.count) goals met" + (unclear == 0 ? "" : ", \(unclear) unclear")
      + (unmeasured == 0 ? "" : ", \(unmeasured) not measured")
  }

  private static func columns(of result: RowResult) -> [String] {
    let floor = result.times[result.floor].map { "\($0.value.text) \(result.floor)" }
    let spread = result.nanoseconds.map { sample in
      // Of so few repetitions, a spread says nothing.
      result.repetitions < 7
        ? "\(result.repetitions) ×" : "\(Int((sample.spread * 100).rounded())) %"
    }
    return [
      result.nanoseconds?.value.text ?? "—",
      spread ?? "—", floor ?? "—", result.mallocs.map(\.hundredths) ?? "—",
      result.instructions?.rounded().text ?? "—",
    ]
  }

  private static func text(of goal: GoalResult) -> String {
    guard let measured = goal.measured else { return "? \(goal.goal): not measured" }
    guard let isMet = goal.isMet else {
      return "≈ \(goal.goal): \(measured.text), the repetitions do not agree"
    }
    return "\(isMet ? "✓" : "✗") \(goal.goal): \(measured.text)"
  }

  private static func line(name: String, title: String, columns: [String]) -> String {
    let widths = [11, 6, 16, 9, 14]
    let cells = zip(columns, widths).map { $0.padded(toLeft: $1) }
    return name.padded(to: 18) + title.padded(to: 64) + cells.joined()
  }

  private static func indented(_ text: String) -> String {
    String(repeating: " ", count: 20) + text
  }
}

extension Double {
  /// With two decimals.
  fileprivate var hundredths: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
  func padded(toLeft width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
