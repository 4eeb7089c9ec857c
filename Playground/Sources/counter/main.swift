import KatanaRuntime

struct Counter: Model, Equatable {
  var value = 0
}

enum CounterMessage: Message {
  case increased, decreased
}

struct Show: Command, Equatable {
  var text: String
}

struct CounterUpdater: TypedUpdater {
  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .decreased: model.value -= 1
    }
    return [Show(text: "The counter is at \(model.value).")]
  }
}

struct ShowInterpreter: CommandInterpreter {
  func interpret(_ command: Show, dispatch: Dispatcher) { print(command.text) }
}

let counter = try Runtime(
  Program(model: Counter(), CounterUpdater()), interpreters: [.command(ShowInterpreter())])

counter.start()
counter.dispatch(CounterMessage.increased)
counter.dispatch(CounterMessage.increased)
counter.dispatch(CounterMessage.decreased)
await counter.shutdown()
