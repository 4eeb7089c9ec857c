import Foundation

/// Results as horizontal bars on a logarithmic scale, with a line where the goal is.
struct BarChart {
  private let bars: [Bar]

  private struct Bar {
    let label: String
    let nanoseconds: Double
    let goal: Double?
  }

  private static let labelWidth = 470.0
  private static let barWidth = 480.0
  private static let rowHeight = 18.0
  private static let top = 44.0

  init(_ results: [RowResult]) {
    bars = results.compactMap { result in
      guard let time = result.nanoseconds?.value else { return nil }
      return Bar(
        label: "\(result.title)  \(result.name)", nanoseconds: time, goal: result.timeGoal)
    }
  }

  /// The whole file. Its colours follow the reader's light or dark mode.
  var svg: String {
    let height = Self.top + Double(bars.count) * Self.rowHeight + 12
    let width = Self.labelWidth + Self.barWidth + 90
    let parts =
      grid(height)
      + bars.enumerated().flatMap { draw($1, at: Self.top + Double($0) * Self.rowHeight) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      font-family="system-ui, sans-serif" font-size="11">
      <title>Nanoseconds per message, logarithmic; the line in a bar is the goal</title>
      \(Self.style)
      <text x="8" y="16" font-size="13">Nanoseconds, logarithmic; the red line is the goal</text>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  private static let style = """
    <style>
    text { fill: #1f2328; } .bar { fill: #4c8dd6; } .goal { stroke: #d1242f; stroke-width: 2; }
    .grid { stroke: #d0d7de; } .quiet { fill: #59636e; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; } .bar { fill: #2f6fb3; } .goal { stroke: #ff7b72; }
      .grid { stroke: #3d444d; } .quiet { fill: #9198a1; }
    }
    </style>
    """

  private func draw(_ bar: Bar, at top: Double) -> [String] {
    let end = place(bar.nanoseconds)
    // Past the line of the goal, if that stands where the figure would.
    let figure = bar.goal.map(place).map { abs($0 - end) < 40 ? max($0, end) : end } ?? end
    let (middle, bottom) = (number(top + 12), number(top + Self.rowHeight - 3))
    var parts = [
      "<text x=\"\(number(Self.labelWidth - 6))\" y=\"\(middle)\" text-anchor=\"end\">"
        + "\(escaped(bar.label))</text>",
      "<rect class=\"bar\" x=\"\(number(Self.labelWidth))\" y=\"\(number(top + 2))\" "
        + "width=\"\(number(max(1, end - Self.labelWidth)))\" height=\"\(number(Self.rowHeight - 5))\"/>",
      "<text class=\"quiet\" x=\"\(number(figure + 6))\" y=\"\(middle)\">"
        + "\(bar.nanoseconds.text)</text>",
    ]
    if let goal = bar.goal.map(place) {
      parts.append(
        "<line class=\"goal\" x1=\"\(number(goal))\" x2=\"\(number(goal))\" y1=\"\(number(top + 1))\" "
          + "y2=\"\(bottom)\"/>")
    }
    return parts
  }

  /// A line for each power of ten.
  private func grid(_ height: Double) -> [String] {
    (0...Int(decades)).flatMap { decade in
      let x = number(place(pow(10, Double(decade))))
      return [
        "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"36\" y2=\"\(number(height - 8))\"/>",
        "<text class=\"quiet\" x=\"\(x)\" y=\"32\" text-anchor=\"middle\">"
          + "\(Self.time(decade))</text>",
      ]
    }
  }

  /// A power of ten of nanoseconds, short enough to stand beside the next one.
  private static func time(_ decade: Int) -> String {
    let unit = ["ns", "µs", "ms", "s"][min(decade / 3, 3)]
    return "\(Int(pow(10, Double(decade - 3 * min(decade / 3, 3))))) \(unit)"
  }

  /// The powers of ten that the scale spans.
  private var decades: Double {
    let largest = bars.flatMap { [$0.nanoseconds, $0.goal ?? 1] }.max() ?? 10
    return max(1, log10(largest).rounded(.up))
  }

  private func place(_ nanoseconds: Double) -> Double {
    Self.labelWidth + Self.barWidth * log10(max(1, nanoseconds)) / decades
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}

extension RowResult {
  /// The strictest of the goals about time, in nanoseconds.
  fileprivate var timeGoal: Double? {
    guard let time = nanoseconds?.value else { return nil }
    return goals.compactMap { goal in
      goal.isTime ? goal.measured.map { time * goal.limit / $0 } : nil
    }.min()
  }
}
