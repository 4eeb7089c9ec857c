import KatanaRuntime
import KatanaTesting

// What tests cost: one exhaustive step with a model of 1,000 nodes, and seeds of the explorer.

let steps = Forest.measure()
print("one step, model of 1,000 nodes, µs (median of 9 rounds of \(Forest.rounds) steps)")
for (name, duration) in steps {
  print("  \(name.padded(to: 44)) \((duration / .microseconds(1)).formatted)")
}
print("seeds per second (\(Session.seeds) seeds)")
for (name, rate) in Session.measure() {
  print("  \(name.padded(to: 44)) \(rate.formatted)")
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Double {
  var formatted: String { self < 100 ? "\((self * 100).rounded() / 100)" : "\(Int(rounded()))" }
}
