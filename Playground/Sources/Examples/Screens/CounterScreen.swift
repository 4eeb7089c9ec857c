import KatanaTerminalViews

// The counter of the README with a screen instead of lines.

struct Counter: Model, Equatable {
  typealias Receives = CounterMessage
  var value = 0
}

enum CounterMessage: Message { case increased, decreased }

struct CounterUpdater: TypedUpdater {
  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .decreased: model.value -= 1
    }
    return []
  }
}

func counterView(_ model: Counter) -> ViewOf<Counter> {
  .column([
    .row([
      .button("-", .decreased),
      .text("\(model.value)", .strong).width(.cells(6)).align(.center),
      .button("+", .increased),
    ])
    .padding(1).border().label("Counter"),
    .keyHelp,
  ])
  .onKey("-", "less", .decreased).onKey("+", "more", .increased)
}

func runCounter() async throws {
  let counter = try Runtime(Program(model: Counter(), CounterUpdater()))
  try await counter.runOnTerminal(counterView)
}
