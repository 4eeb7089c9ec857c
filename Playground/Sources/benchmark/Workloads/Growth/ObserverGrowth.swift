import KatanaRuntime

/// Observers, interceptors, and several updaters of one message.
enum ObserverGrowth {
  static var all: [Growth] {
    [
      Growth(name: "G.observer", title: "an observer comes and goes beside n others") { count in
        let runtime = try started(Counter(), AddUpdater())
        let kept = observers(count, of: runtime)
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
        return .adding(to: try started(Counter(), CombinedUpdater(updaters)))
      },
      Growth(
        name: "G.observed", title: "a message with n observers", sizes: [1, 10], limit: 10
      ) { count in
        let runtime = try started(Counter(), AddUpdater())
        return .adding(to: runtime, keeping: observers(count, of: runtime))
      },
      Growth(
        name: "G.observed-parts", title: "a message with n observers of a property",
        sizes: [1, 10], limit: 10
      ) { count in
        let runtime = try started(Counter(), AddUpdater())
        let kept = (0..<count).map { _ in runtime.observe(\Counter.value) { _ in } }
        return .direct { times in
          for _ in 0..<times { runtime.dispatch(Add(amount: 0)) }
          withExtendedLifetime(kept) {}
        }
      },
      Growth(
        name: "G.interceptors", title: "a message with n empty interceptors", sizes: [1, 10],
        limit: 10
      ) { count in
        let interceptors: [Interceptor<Counter>] = (0..<count).map { _ in
          Interceptor(before: { _, _ in .handle })
        }
        return .adding(
          to: try started(
            Counter(), AddUpdater(), [], RuntimeOptions(interceptors: interceptors)))
      },
    ]
  }

  private static func observers(_ count: Int, of runtime: Runtime<Counter>) -> [ObservationToken] {
    (0..<count).map { _ in runtime.observe { (_: Counter) in } }
  }
}
