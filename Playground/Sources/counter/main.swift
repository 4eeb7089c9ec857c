import KatanaRuntime

struct Counter: Model, Equatable {
  typealias Receives = CounterMessage
  var value = 0
}

enum CounterMessage: Message { case increased, decreased }

struct Show: Command, Equatable { var text: String }

struct CounterUpdater: TypedUpdater {
  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .decreased: model.value -= 1
    }
    return [Show(text: "The counter is at \(model.value).")]
  }
}

let counter = try Runtime(
  Program(model: Counter(), CounterUpdater()),
  interpreters: [.command(Show.self) { command, _ in print(command.text) }])

counter.start()
counter.dispatch(.increased)
counter.dispatch(.decreased)
await counter.shutdown()
