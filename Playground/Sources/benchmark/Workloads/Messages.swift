import KatanaRuntime

/// F0, W1, W1o, W8 and W9: one message for one updater, alone and with somebody who looks on.
enum Messages {
  static var rows: [Row] {
    [
      Row(name: "F0", title: "a direct call of the update") {
        let model = Boxed(Counter())
        return .direct { times in
          for number in 0..<times {
            discard(updateDirectly(&model.value, Add(amount: number)))
          }
        }
      },
      Row(name: "W1.static", title: "one updater, a message of a static type") {
        .adding(to: try counter())
      },
      Row(name: "W1.existential", title: "the message as any Message") {
        .sending([Add(amount: 1), Add(amount: 2)], to: try counter())
      },
      Row(name: "W1.interceptor", title: "with an interceptor that does nothing") {
        let idle = Interceptor<Counter>(before: { _, _ in .handle })
        return .adding(to: try counter(RuntimeOptions(interceptors: [idle])))
      },
      Row(name: "W1.listener", title: "with an event handler of messages that does nothing") {
        let idle = EventHandler(to: .messages) { _ in }
        return .adding(to: try counter(RuntimeOptions(eventHandlers: [idle])))
      },
      Row(name: "W1.history", title: "with a history of causes") {
        .adding(to: try counter(RuntimeOptions(history: History())))
      },
      declaring("W1.declares-none", "a provider that declares nothing") { _ in [] },
      declaring("W1.declares-same", "a provider that declares the same") { _ in
        [Listen(number: 0)]
      },
      Row(name: "W1o.observer", title: "one updater, one observer") {
        observed(try counter())
      },
      Row(name: "W8.runtimes", title: "making, starting and ending a runtime", counted: 100) {
        .direct { times in
          for number in 0..<times {
            guard let runtime = try? counter() else { return require(false) }
            runtime.dispatch(Add(amount: number))
          }
        }
      },
      Row(name: "W9.direct", title: "a direct call of the update, then of an observer") {
        let (model, sum) = (Boxed(Counter()), Sum())
        return .direct { times in
          for number in 0..<times {
            discard(updateDirectly(&model.value, Add(amount: number)))
            observeDirectly(model.value, sum)
          }
        }
      },
      Row(
        name: "W9.main", title: "dispatch on the main actor, to the observer there",
        floor: "W9.direct"
      ) {
        observed(try counter(RuntimeOptions(execution: .main)))
      },
    ]
  }

  private static func counter(
    _ options: RuntimeOptions<Counter> = RuntimeOptions()
  ) throws -> Runtime<Counter> {
    try started(Counter(), AddUpdater(), [], options)
  }

  private static func declaring(
    _ name: String, _ title: String,
    _ declare: @escaping @Sendable (Counter) -> [any Subscription]
  ) -> Row {
    Row(name: name, title: "one updater, and \(title)") {
      let feature = CombinedUpdater<Counter>([
        .full(AddUpdater()), .full(FunctionSubscriptionProvider(declare)),
      ])
      return .adding(
        to: try started(Counter(), feature, [.subscription(SilentInterpreter.self)]))
    }
  }

  private static func observed(_ runtime: Runtime<Counter>) -> Work {
    let sum = Sum()
    return .adding(to: runtime, keeping: [runtime.observe { sum.add($0.value) }])
  }
}

@inline(never)
private func updateDirectly(_ model: inout Counter, _ message: Add) -> [any Command] {
  AddUpdater().update(model: &model, message: message)
}

@inline(never)
private func observeDirectly(_ counter: Counter, _ sum: Sum) { sum.add(counter.value) }
