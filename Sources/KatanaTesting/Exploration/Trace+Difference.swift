import Katana
import KatanaComparison
import KatanaRuntime

// If the seed decides everything, two runs of it have equal traces.
extension Trace {
  /// Returns the first difference between two recorded traces: in their course, or in a value.
  func difference(from other: Trace) -> Violation? {
    for (index, pair) in zip(entries, other.entries).enumerated() {
      guard pair.0.isSameTurn(as: pair.1) else { return differentCourse(other, at: index) }
      if let finding = differentValue(pair.0, pair.1) { return finding }
    }
    if entries.count != other.entries.count {
      return differentCourse(other, at: min(entries.count, other.entries.count))
    }
    return provenDifference(lastModel, other.lastModel)
      .map { .difference($0, in: "the model at the end") }
  }

  private func differentCourse(_ other: Trace, at index: Int) -> Violation {
    .difference(describe(index), other.describe(index))
  }

  private func differentValue(_ first: Entry, _ second: Entry) -> Violation? {
    guard case .message(let first) = first, case .message(let second) = second else { return nil }
    if let difference = provenDifference(first.message, second.message) {
      return .difference(difference, in: describe(first))
    }
    return provenDifference(first.model, second.model)
      .map { .difference($0, in: "the model after \(describe(first))") }
  }

  private func describe(_ index: Int) -> String {
    guard index < entries.count else { return "the end" }
    return switch entries[index] {
    case .turn(let turn):
      "turn \(turn.number): \(turn.what), choice \(turn.pick) of \(turn.total)"
    case .message(let line): describe(line)
    }
  }

  private func describe(_ line: Line) -> String {
    "message \(line.number), \(milliseconds(line.time)): \(chain(line))"
  }
}

extension Trace.Entry {
  /// Returns whether two entries are the same decision or message, apart from the values.
  fileprivate func isSameTurn(as other: Self) -> Bool {
    switch (self, other) {
    case (.turn(let turn), .turn(let other)): turn == other
    case (.message(let line), .message(let other)):
      (line.number, line.time, line.label, line.cause)
        == (other.number, other.time, other.label, other.cause)
    default: false
    }
  }
}

/// Returns the first difference that proves that two runs differ.
///
/// Each run creates its own functions, and its own objects that are equal only to themselves. If
/// two of them have equal texts, it is unknown whether they differ.
private func provenDifference(_ first: Any?, _ second: Any?) -> Difference? {
  guard let first, let second,
    !Comparison.areEqual(first, second, apartFromIncomparable: true)
  else { return nil }
  let comparison = Comparison(
    of: first, with: second, limit: 100, stopsAtLimit: true, quotesStrings: !(first is String))
  return comparison.differences.first { difference in
    switch difference.reason {
    case .incomparable: false
    case .alike(let text): text.contains("•••")
    default: true
    }
  }
}
