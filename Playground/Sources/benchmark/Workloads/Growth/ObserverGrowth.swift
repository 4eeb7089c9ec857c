import KatanaRuntime

/// Observers, interceptors, and several updaters of one message.
enum ObserverGrowth {
  static var all: [Growth] {
    [
      Growth(
        name: "G.observer", title: "an observer comes and goes beside n others",
        sizes: [10, 1_000, 100_000]
      ) { count in
        let runtime = try started()
        let kept = (0..<count).map { _ in runtime.observe { (_: Counter) in } }
        return .direct { times in
          for _ in 0..<times { runtime.observe { (_: Counter) in }.cancel() }
          withExtendedLifetime(kept) {}
        }
      },
      Growth(
        name: "G.updaters", title: "n updaters of one message", sizes: [1, 10], limit: 7
      ) { count in
        let updaters = Array(
          repeating: CombinedUpdater<Counter>.Part.full(AddUpdater()), count: count)
        let runtime = try Runtime(Program(model: Counter(), CombinedUpdater(updaters)))
        runtime.start()
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
        }
      },
      Growth(
        name: "G.observed", title: "a message with n observers", sizes: [1, 10], limit: 10
      ) { count in
        let runtime = try started()
        let kept = (0..<count).map { _ in runtime.observe { (_: Counter) in } }
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
          withExtendedLifetime(kept) {}
        }
      },
      Growth(
        name: "G.observed-parts", title: "a message with n observers of a property",
        sizes: [1, 10],
        limit: 10
      ) { count in
        let runtime = try started()
        let kept = (0..<count).map { _ in runtime.observe(\Counter.value) { _ in } }
        return .direct { times in
          for _ in 0..<times { runtime.dispatch(Add(amount: 0)) }
          withExtendedLifetime(kept) {}
        }
      },
      Growth(
        name: "G.key-paths", title: "n direct reads and comparisons by key path", sizes: [1, 10],
        limit: 10
      ) { count in
        let last = Boxed(0)
        let paths = Boxed(
          Array(repeating: \Counter.value as KeyPath<Counter, Int> & Sendable, count: count))
        let counter = Boxed(Counter())
        return .direct { times in
          for _ in 0..<times {
            for path in paths.value { require(counter.value[keyPath: path] == last.value) }
          }
        }
      },
      Growth(
        name: "G.interceptors", title: "a message with n empty interceptors", sizes: [1, 10],
        limit: 10
      ) { count in
        let interceptors: [Interceptor<Counter>] = (0..<count).map { _ in
          Interceptor(before: { _, _ in .handle })
        }
        let runtime = try Runtime(
          Program(model: Counter(), AddUpdater()),
          options: RuntimeOptions(interceptors: interceptors))
        runtime.start()
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
        }
      },
    ]
  }

  private static func started() throws -> Runtime<Counter> {
    let runtime = try Runtime(
      Program(model: Counter(), CombinedUpdater<Counter>([.full(AddUpdater())])))
    runtime.start()
    return runtime
  }
}
