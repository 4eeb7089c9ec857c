/// The lines in which two outlines differ, with those around them.
struct OutlineDifference {
  /// A line for each; those that differ begin with a sign.
  let text: String

  /// The number of equal lines that are shown before and after others.
  private static let context = 2

  /// Returns `nil` if the outlines are equal.
  init?(_ expected: String, _ actual: String) {
    if expected == actual { return nil }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old)
    var lines: [(sign: String, text: Substring)] = old.map { (" ", $0) }
    for case .remove(let index, _, _) in changes.removals { lines[index].sign = "−" }
    for case .insert(let index, let text, _) in changes.insertions {
      let kept = lines.indices.filter { lines[$0].sign != "−" }
      lines.insert(("+", text), at: index < kept.count ? kept[index] : lines.count)
    }
    let shown = lines.indices.filter { index in
      let near = max(index - Self.context, 0)...min(index + Self.context, lines.count - 1)
      return lines[near].contains { $0.sign != " " }
    }
    var parts: [String] = []
    for (position, index) in shown.enumerated() {
      if position == 0 ? index > 0 : shown[position - 1] != index - 1 { parts.append("    …") }
      parts.append("  \(lines[index].sign) \(lines[index].text)")
    }
    if let last = shown.last, last < lines.count - 1 { parts.append("    …") }
    text = parts.joined(separator: "\n")
  }
}
