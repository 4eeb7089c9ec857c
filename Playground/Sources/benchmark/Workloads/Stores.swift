import Katana
import KatanaRuntime
import Observation

/// S: an observable store, beside an `@Observable` class without Katana.
enum Stores {
  static var rows: [Row] {
    [
      Row(name: "S.plain-read", title: "a tracked read of a property of an @Observable class") {
        let plain = MainActor.assumeIsolated { Plain() }
        return .direct { times in
          MainActor.assumeIsolated {
            withObservationTracking {
              for _ in 0..<times { require(plain.value == 0) }
            } onChange: {
            }
          }
        }
      },
      Row(
        name: "S.read", title: "a tracked read of a property of a store", floor: "S.plain-read",
        goals: [.times("S.plain-read", atMost: 3)]
      ) {
        let store = try MainActor.assumeIsolated { try makeStore() }
        return .direct { times in
          MainActor.assumeIsolated {
            withObservationTracking {
              for _ in 0..<times { require(store.value == 0) }
            } onChange: {
            }
          }
        }
      },
      Row(name: "S.plain-change", title: "a property of an @Observable class: tracked, set, told") {
        let plain = MainActor.assumeIsolated { Plain() }
        return .direct { times in
          MainActor.assumeIsolated {
            for _ in 0..<times {
              withObservationTracking {
                _ = plain.value
              } onChange: {
              }
              plain.value += 1
            }
          }
        }
      },
      Row(
        name: "S.change", title: "a property of a store: tracked, changed by a message, told",
        floor: "S.plain-change", goals: [.times("S.plain-change", atMost: 3)]
      ) {
        let store = try MainActor.assumeIsolated { try makeStore() }
        return .direct { times in
          MainActor.assumeIsolated {
            for _ in 0..<times {
              withObservationTracking {
                _ = store.value
              } onChange: {
              }
              store.dispatch(Add(amount: 1))
            }
          }
        }
      },
    ]
  }

  @Observable @MainActor
  final class Plain {
    var value = 0
  }

  @MainActor
  private static func makeStore() throws -> ObservableStore<Counter> {
    let runtime = try Runtime(Program(model: Counter(), AddUpdater()))
    runtime.start()
    return ObservableStore(runtime)
  }
}
