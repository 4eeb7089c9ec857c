import Katana
import KatanaComparison

extension ListDifference {
  /// Returns the difference as readable text, without a line break at its end.
  ///
  /// ```
  ///   = Save(id: 1)
  ///   − LogIn(email: "a@b.c", password: •••)   (missing)
  ///   + Track("x")                             (unexpected)
  ///   ~ Load(id: 7)                            (differs)
  ///       .id
  ///         − 7
  ///         + 8
  /// ```
  ///
  /// If there are more than ten equal elements, each run of them is shown as a count. Elements that
  /// differ are shown up to the twentieth; the others are counted.
  package func text(
    _ describe: (Element) -> String = { sourceText(of: $0, namesType: true, limit: 1_000) }
  ) -> String {
    let entries = entries { shortened(describe($0)) }
    // Long texts do not count, or the notes of all others would be far to the right.
    let column =
      entries.filter { $0.note != nil && $0.text.count <= 60 }.map(\.text.count).max() ?? 0
    return entries.map { $0.text(column: column) }.joined(separator: "\n")
  }

  private func entries(_ describe: (Element) -> String) -> [Entry] {
    let wrong = lines.indices.filter { lines[$0].quietMark == nil }
    let countsQuiet = lines.count - wrong.count > 10
    var entries: [Entry] = []
    var rest = lines[..<(wrong.dropFirst(20).first ?? lines.count)]
    while let line = rest.first {
      let run = rest.prefix { $0.quietMark != nil && $0.quietMark == line.quietMark }.count
      if let mark = line.quietMark, countsQuiet, run > 1 {
        entries.append(Entry(text: "\(mark) … \(run) \(mark == "=" ? "equal" : "others")"))
        rest = rest.dropFirst(run)
      } else {
        entries.append(entry(line, describe))
        rest = rest.dropFirst()
      }
    }
    return wrong.count > 20 ? entries + [Entry(text: "… and \(wrong.count - 20) more")] : entries
  }

  private func entry(_ line: Line, _ describe: (Element) -> String) -> Entry {
    func entry(_ mark: String, _ element: Element, _ note: String? = nil) -> Entry {
      Entry(text: "\(mark) \(describe(element))", note: note)
    }
    switch line {
    case .equal(let index, _): return entry("=", expected[index])
    case .missing(let index): return entry("−", expected[index], "missing")
    case .unexpected(let index): return entry("+", actual[index], "unexpected")
    case .ignored(let index): return entry("·", actual[index])
    case .outOfOrder(let index, let place):
      return entry(
        "↕", expected[index],
        "out of order: expected as number \(index + 1), came as number \(place + 1)")
    case .differs(let index, let other):
      var entry = entry("~", expected[index], "differs")
      entry.details = details(expected[index], actual[other])
      return entry
    }
  }
}

/// Returns the lines that show where two similar elements differ.
///
/// Of two equal commands with different modifiers, both are shown completely: the parts of their
/// wrappers do not correspond to each other.
private func details(_ expected: Any, _ actual: Any) -> [String] {
  guard isControlled(expected) || isControlled(actual),
    Comparison.areEqual(leaf(of: expected), leaf(of: actual))
  else {
    return Comparison(of: expected, with: actual, limit: 5).lines()
  }
  let (old, new) = shortened(
    sourceText(of: expected, namesType: true), sourceText(of: actual, namesType: true))
  return old == new
    ? Comparison(of: expected, with: actual, limit: 5).lines() : ["− \(old)", "+ \(new)"]
}

private func isControlled(_ value: Any) -> Bool {
  value is ControlledCommand || wrappedContent(of: value).map(isControlled) == true
}

extension ListDifference.Line {
  /// The mark of a line that is not a failure; `nil` for a failure.
  fileprivate var quietMark: String? {
    switch self {
    case .equal: "="
    case .ignored: "·"
    default: nil
    }
  }
}

private struct Entry {
  var text: String
  var note: String?
  var details: [String] = []

  func text(column: Int) -> String {
    let gap = String(repeating: " ", count: max(0, column - text.count) + 3)
    let line = "  \(text)" + (note.map { "\(gap)(\($0))" } ?? "")
    return ([line] + details.map { "      \($0)" }).joined(separator: "\n")
  }
}
