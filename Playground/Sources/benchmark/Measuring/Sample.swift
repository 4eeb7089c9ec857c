/// What several repetitions of one thing gave.
///
/// The value is the smallest: other work on the machine makes a repetition longer, never shorter. The
/// range says how far that can be trusted.
struct Sample: Codable, Equatable {
  let value: Double
  /// The range of the same at the minimum, the lower quartile and the median.
  let low: Double
  let high: Double

  init(_ values: [Double]) {
    self.init(at: Self.places.map { Self.quantile($0, of: values) })
  }

  /// What repetitions give as multiples of those of another thing, which were measured in turn.
  init(_ values: [Double], per others: [Double]) {
    self.init(
      at: Self.places.map { Self.quantile($0, of: values) / Self.quantile($0, of: others) })
  }

  private init(at places: [Double]) {
    value = places[0]
    low = places.reduce(places[0], min)
    high = places.reduce(places[0], max)
  }

  private static let places = [0, 0.25, 0.5]

  /// How far the range reaches, as a part of the value.
  var spread: Double { value == 0 ? 0 : (high - low) / value }

  /// Whether the value is within a limit; `nil` if the limit lies within the range.
  func isAtMost(_ limit: Double) -> Bool? { high <= limit ? true : low > limit ? false : nil }

  /// Whether the ranges have nothing in common, and the values differ by more than a twentieth.
  func differs(from other: Sample) -> Bool {
    let isApart = low > other.high || high < other.low
    return isApart && abs(value - other.value) > 0.05 * other.value
  }

  private static func quantile(_ part: Double, of values: [Double]) -> Double {
    precondition(!values.isEmpty, "a sample needs a value")
    let sorted = values.sorted()
    let place = part * Double(sorted.count - 1)
    let (below, above) = (sorted[Int(place)], sorted[min(Int(place) + 1, sorted.count - 1)])
    return below + (above - below) * (place - Double(Int(place)))
  }
}
