import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime

/// A shop that answers after some time.
func basketInterpreters() -> [Interpreter] {
  [
    .time(), .terminal(),
    .command(PlaceOrder.self, reply: \.reply) { order in
      try await Task.sleep(for: .milliseconds(2_500))
      return "ordered for \(order.total)"
    },
    .command(LoadPrices.self, reply: \.reply) { _ in
      try await Task.sleep(for: .milliseconds(300))
      return ["tea": 3, "rice": 2, "jam": 4].mapValues { $0 + Int.random(in: 0...1) }
    },
  ]
}
