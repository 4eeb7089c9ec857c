/// What several repetitions of one thing gave: the median, and where the middle half of them lies.
struct Sample: Codable, Equatable {
  let median: Double
  let lowerQuartile: Double
  let upperQuartile: Double

  init(_ values: [Double]) {
    precondition(!values.isEmpty, "a sample needs a value")
    let values = values.sorted()
    self.median = Self.quantile(0.5, of: values)
    self.lowerQuartile = Self.quantile(0.25, of: values)
    self.upperQuartile = Self.quantile(0.75, of: values)
  }

  /// How far the middle half lies apart, as a part of the median.
  var spread: Double { median == 0 ? 0 : (upperQuartile - lowerQuartile) / median }

  /// Whether the middle halves of both have nothing in common, and the medians differ by more than a
  /// twentieth.
  func differs(from other: Sample) -> Bool {
    let isApart = lowerQuartile > other.upperQuartile || upperQuartile < other.lowerQuartile
    return isApart && abs(median - other.median) > 0.05 * other.median
  }

  private static func quantile(_ part: Double, of sorted: [Double]) -> Double {
    let place = part * Double(sorted.count - 1)
    let (below, above) = (sorted[Int(place)], sorted[min(Int(place) + 1, sorted.count - 1)])
    return below + (above - below) * (place - Double(Int(place)))
  }
}
