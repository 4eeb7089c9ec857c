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
        name: "W1.main", title: "on the main actor, sent from there",
        goals: [.times("W1.static", atMost: 1.3), .mallocs(atMost: 0)]
      ) { dispatching(try started(AddUpdater(), RuntimeOptions(execution: .main))) },
      Row(
        name: "W1.interceptor", title: "with an interceptor that does nothing",
        goals: [.times("W1.static", atMost: 2.5), .mallocs(atMost: 0)]
      ) {
        let idle = Interceptor<Counter>(before: { _, _ in .handle })
        return dispatching(try started(AddUpdater(), RuntimeOptions(interceptors: [idle])))
      },
      listening(
        "W1.listener", "with an event handler of messages that does nothing", to: .messages),
      listening("W1.updates", "with an event handler of updates that does nothing", to: .updates),
      listening(
        "W1.commands", "with an event handler of commands that does nothing", to: .commands),
      listening(
        "W1.all", "with an event handler that does nothing of all events, with times", to: .all),
      Row(
        name: "W1.history", title: "with a history of causes",
        goals: [.times("W1.static", atMost: 4), .mallocs(atMost: 0)]
      ) { dispatching(try started(AddUpdater(), RuntimeOptions(history: History()))) },
      declaring("W1.declares-none", "and a provider that declares nothing") { _ in [] },
      declaring("W1.declares-same", "and a provider that declares the same") { _ in
        [Listen(number: 0)]
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

  private static func declaring(
    _ name: String, _ title: String,
    _ declare: @escaping @Sendable (Counter) -> [any Subscription]
  ) -> Row {
    Row(name: name, title: "one updater, \(title)", goals: [.instructions(atMost: 800)]) {
      let feature = CombinedUpdater<Counter>([
        .full(AddUpdater()), .full(FunctionSubscriptionProvider(declare)),
      ])
      let runtime = try Runtime(
        Program(model: Counter(), feature), interpreters: [.subscription(SilentInterpreter.self)])
      runtime.start()
      return dispatching(runtime)
    }
  }

  private static func listening(
    _ name: String, _ title: String, to kinds: EventHandler.Kinds
  ) -> Row {
    Row(
      name: name, title: title,
      goals: [.times("W1.static", atMost: 2.5), .mallocs(atMost: 0)]
    ) {
      let idle = EventHandler(to: kinds) { _ in }
      return dispatching(try started(AddUpdater(), RuntimeOptions(eventHandlers: [idle])))
    }
  }

  static func started(
    _ updater: some Updater<Counter>, _ options: RuntimeOptions<Counter> = RuntimeOptions()
  ) throws -> Runtime<Counter> {
    let runtime = try Runtime(Program(model: Counter(), updater), options: options)
    runtime.start()
    return runtime
  }

  private static func dispatching(_ runtime: Runtime<Counter>) -> Work {
    .direct { times in
      for number in 0..<times { runtime.dispatch(Add(amount: number)) }
    }
  }
}

/// Something that an observer does, so that it cannot be left out.
final class Sum: @unchecked Sendable {
  // Sendable, because observers are called one at a time.
  @exclusivity(unchecked) private(set) var value = 0
  func add(_ number: Int) { value &+= number }
}
