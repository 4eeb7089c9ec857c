import KatanaRuntime
import KatanaTesting
import Testing

// The code of `Docs/coming-from/reswift.md`: a counter, whose fact a middleware loads.

struct Counter: Model, Equatable {
  typealias Receives = CounterMessage

  var value = 0
  var fact: String?
}

enum CounterMessage: Message, Equatable {
  case increased, decreased
  case factTapped
  case factLoaded(String)
}

struct LoadFact: Command, Equatable {
  var number: Int
  var reply: Reply<String>
}

struct CounterUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [LoadFact.self] }

  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .decreased: model.value -= 1
    case .factTapped:
      return [LoadFact(number: model.value, reply: reply { .factLoaded($0) })]
    case .factLoaded(let text): model.fact = text
    }
    return []
  }
}

struct LoadFactInterpreter: CommandInterpreter {
  let load: @Sendable (Int, @escaping @Sendable (String) -> Void) -> Void

  func interpret(_ command: LoadFact, dispatch: Dispatcher) {
    load(command.number) { text in dispatch.answer(command.reply, with: text) }
  }
}

let noNegativeNumbers = Interceptor<Counter>(before: { envelope, model in
  if model.value == 0, case CounterMessage.decreased = envelope.message { return .drop }
  return .handle
})

func makeCounter(_ facts: LoadFactInterpreter) throws -> Runtime<Counter> {
  try Runtime(
    Program(model: Counter(), CounterUpdater()),
    interpreters: [.command(facts)],
    options: RuntimeOptions(
      interceptors: [noNegativeNumbers], eventHandlers: [.log()], execution: .main))
}

@Suite struct CounterTests {
  @Test func theFactOfTheNumberIsAskedFor() {
    let app = AppTest(Program(model: Counter(value: 41), CounterUpdater()))
    app.send(.increased) { $0.value = 42 }
    app.send(
      .factTapped,
      commands: [LoadFact(number: 42, reply: Reply(CounterMessage.factLoaded))])
    app.answer(\LoadFact.reply, with: "42 is the answer") { $0.fact = "42 is the answer" }
  }

  @Test @MainActor func aCounterAtZeroIsNotDecreased() async throws {
    let counter = try makeCounter(LoadFactInterpreter { number, then in then("\(number)") })
    let shown = Shown()
    let token = counter.observe(\.value) { value in
      MainActor.assumeIsolated { shown.values.append(value) }
    }
    counter.start()
    counter.dispatch(.decreased)
    counter.dispatch(.increased)
    counter.dispatch(.factTapped)
    #expect(counter.model == Counter(value: 1, fact: "1"))
    #expect(shown.values == [0, 1])
    token.cancel()
    await counter.shutdown()
  }

  @MainActor private final class Shown { var values: [Int] = [] }
}

// What newcomers from ReSwift do first, and what they see.

@Suite struct ReSwiftMistakesTests {
  @Test func aReducerOfAllActionsDoesNotSayWhatItTakes() throws {
    let found = failures {
      let reducer = FunctionUpdater<Counter> { (model: consuming Counter, message) in
        if message is CounterMessage { model.value += 1 }
        return (model, [])
      }
      let test = StepTest(reducer, model: Counter())
      test.send(.increased) { $0.value = 1 }
    }
    try expectShown(try #require(found.first).text, on: "reswift")
  }

  @Test func theObservationIsNotKept() async throws {
    let counter = try Runtime(
      Program(model: Counter(), CounterUpdater()),
      interpreters: [.command(LoadFactInterpreter { _, _ in })])
    counter.start()
    await confirmation(expectedCount: 1) { seen in
      do { _ = counter.observe(\.value) { _ in seen() } }
      counter.dispatch(.increased)
    }
    await counter.shutdown()
  }
}
