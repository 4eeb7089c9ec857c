import Katana
import KatanaRuntime

/// W1: one updater, a counter.
enum OneUpdater {
  static var rows: [Row] {
    [
      Row(
        name: "W1.static", title: "one updater, a message of a static type",
        goals: goals(times: 4, instructions: 120)
      ) {
        let runtime = try started(AddUpdater())
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
        }
      },
      Row(
        name: "W1.existential", title: "the message as any Message",
        goals: goals(times: 5, instructions: 180)
      ) {
        let runtime = try started(AddUpdater())
        let messages: [any Message] = [Add(amount: 1), Add(amount: 2)]
        return .direct { times in
          for number in 0..<times { runtime.dispatch(messages[number & 1]) }
        }
      },
      Row(
        name: "W1.dispatcher", title: "through a Dispatcher",
        goals: goals(times: 6, instructions: 230)
      ) {
        let runtime = try started(AddUpdater())
        let dispatch = runtime.dispatcher
        return .direct { times in
          for number in 0..<times { dispatch(Add(amount: number)) }
          withExtendedLifetime(runtime) {}
        }
      },
      Row(name: "W1.24-bytes", title: "a message of 24 bytes", goals: [.mallocs(atMost: 0)]) {
        let runtime = try started(AddThreeUpdater())
        return .direct { times in
          for number in 0..<times { runtime.dispatch(AddThree(first: number)) }
        }
      },
      Row(name: "W1.32-bytes", title: "a message of 32 bytes, which is boxed") {
        let runtime = try started(AddFourUpdater())
        return .direct { times in
          for number in 0..<times { runtime.dispatch(AddFour(first: number)) }
        }
      },
      Row(
        name: "W1o.observer", title: "one updater, one observer",
        goals: [.times("W1.static", atMost: 1.5), .mallocs(atMost: 0)]
      ) {
        let runtime = try started(AddUpdater())
        let sum = Sum()
        let observation = runtime.observe { sum.add($0.value) }
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
          withExtendedLifetime(observation) {}
        }
      },
    ]
  }

  private static func goals(times: Double, instructions: Double) -> [Goal] {
    [
      .times("F0", atMost: times), .times("F1", atMost: 1),
      .instructions(atMost: instructions), .mallocs(atMost: 0),
    ]
  }

  static func started(_ updater: some Updater<Counter>) throws -> Runtime<Counter> {
    let runtime = try Runtime(Program(model: Counter(), updater))
    runtime.start()
    return runtime
  }
}

/// Something that an observer does, so that it cannot be left out.
final class Sum: @unchecked Sendable {
  // Sendable, because observers are called one at a time.
  @exclusivity(unchecked) private(set) var value = 0
  func add(_ number: Int) { value &+= number }
}
