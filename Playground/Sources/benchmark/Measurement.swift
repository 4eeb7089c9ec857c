import MallocCounter

/// What one repetition of a piece of work costs.
struct Measurement {
  let name: String
  let nanoseconds: Double
  let mallocs: Double

  /// Runs the work a number of times, in several rounds of which the fastest counts: what the other
  /// rounds take longer is the noise of the machine.
  init(_ name: String, times: Int = 1_000_000, rounds: Int = 7, _ work: (Int) -> Void) {
    work(1_000)
    var best = Duration.seconds(3_600)
    let mallocsBefore = mallocCount()
    for _ in 0..<rounds { best = min(best, ContinuousClock().measure { work(times) }) }
    self.name = name
    self.mallocs = Double(mallocCount() - mallocsBefore) / Double(times * rounds)
    self.nanoseconds = best / .nanoseconds(1) / Double(times)
  }

  func row(floor: Measurement) -> String {
    let ratio = nanoseconds / floor.nanoseconds
    return [
      name.padded(to: 44), nanoseconds.text(1).padded(toLeft: 9), ratio.text(1).padded(toLeft: 8),
      mallocs.text(2).padded(toLeft: 9),
    ].joined()
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
  func padded(toLeft width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

extension Double {
  /// With a fixed number of decimals.
  func text(_ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let (whole, rest) = Int((self * scale).rounded()).quotientAndRemainder(dividingBy: Int(scale))
    return "\(whole)." + String(repeating: "0", count: decimals - "\(rest)".count) + "\(rest)"
  }
}
