import Katana
import KatanaRuntime

/// Observers, interceptors, updaters and stores.
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
      }
    ]
  }

  private static func started() throws -> Runtime<Counter> {
    let runtime = try Runtime(
      Program(model: Counter(), CombinedUpdater<Counter>([.full(AddUpdater())])))
    runtime.start()
    return runtime
  }
}
