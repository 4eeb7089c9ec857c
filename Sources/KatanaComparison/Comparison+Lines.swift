import Katana

extension Comparison {
  /// Returns the differences as lines: a path, and the difference below it, indented.
  ///
  /// - Parameter whole: The text for an empty path. If it is `nil`, a difference without a path has
  ///   no line above it and is not indented.
  package func lines(whole: String? = nil) -> [String] {
    var lines: [String] = []
    var path: String?
    for difference in differences {
      let place = difference.path.isEmpty ? whole : difference.path
      if let place, place != path { lines.append(place) }
      path = place
      lines += difference.reason.lines.map { place == nil ? $0 : "  \($0)" }
    }
    if count > differences.count { lines.append("… and \(count - differences.count) more") }
    return lines
  }
}

extension Difference.Reason {
  fileprivate var lines: [String] {
    switch self {
    case .unequal(let expected, let actual): ["− \(expected)", "+ \(actual)"]
    case .missing(let text): [noted("− \(text)", "missing")]
    case .unexpected(let text): [noted("+ \(text)", "unexpected")]
    case .reordered(let text, let expected, let actual):
      [noted("↕ \(text)", "out of order: expected at index \(expected), is at \(actual)")]
    case .alike(let text): ["− \(text)", noted("+ \(text)", Self.whyAlike(text))]
    case .incomparable(let type): [noted("? \(type)", "cannot be compared: not Equatable")]
    }
  }

  private func noted(_ text: String, _ note: String) -> String { "\(text)      (\(note))" }
}
