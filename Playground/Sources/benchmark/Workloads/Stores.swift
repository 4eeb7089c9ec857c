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
      Row(
        name: "S.child-read", title: "a tracked read of a property of the store of a row",
        floor: "S.plain-read", goals: [.times("S.plain-read", atMost: 3)]
      ) {
        let (store, row) = try MainActor.assumeIsolated { try makeRow() }
        return .direct { times in
          MainActor.assumeIsolated {
            withObservationTracking {
              for _ in 0..<times { require(row.count == 0) }
            } onChange: {
            }
            withExtendedLifetime(store) {}
          }
        }
      },
      Row(
        name: "S.child-change",
        title: "a property of the store of a row: tracked, changed by a message, told",
        floor: "S.plain-change", goals: [.times("S.plain-change", atMost: 3)]
      ) {
        let (store, row) = try MainActor.assumeIsolated { try makeRow() }
        return .direct { times in
          MainActor.assumeIsolated {
            for _ in 0..<times {
              withObservationTracking {
                _ = row.count
              } onChange: {
              }
              row.dispatch(Tick())
            }
            withExtendedLifetime(store) {}
          }
        }
      },
    ]
  }

  /// Costs that may grow with the number of rows that have a store each.
  static var growth: [Growth] {
    [
      growth("G.child-stores", "a message to a slice beside n rows with a store each") { _ in
        Add(amount: 1)
      },
      growth("G.child-stores-row", "a message to one of n rows with a store each") { count in
        Tick().to(Board.at.rows[count / 2])
      },
      Growth(
        name: "G.listed", title: "a message beside n rows whose ids a view has read",
        sizes: [10, 1_000, 10_000]
      ) { count in
        let store = try MainActor.assumeIsolated { try makeBoard(count) }
        return .direct { times in
          MainActor.assumeIsolated {
            withObservationTracking {
              require(store.rowIDs.count == count)
            } onChange: {
            }
            for _ in 0..<times { store.dispatch(Add(amount: 1)) }
          }
        }
      },
      Growth(
        name: "G.child-store", title: "the store of a row is made and released beside n others",
        sizes: [10, 1_000, 10_000]
      ) { count in
        let (store, rows) = try MainActor.assumeIsolated { try makeRows(count) }
        return .direct { times in
          MainActor.assumeIsolated {
            for _ in 0..<times { require(store[Board.at.rows[count]] != nil) }
            withExtendedLifetime(rows) {}
          }
        }
      },
    ]
  }

  private static func growth(
    _ name: String, _ title: String, _ message: @escaping (Int) -> any Message
  ) -> Growth {
    Growth(name: name, title: title, sizes: [10, 1_000, 10_000]) { count in
      let (store, rows) = try MainActor.assumeIsolated { try makeRows(count) }
      let message = message(count)
      return .direct { times in
        MainActor.assumeIsolated {
          for _ in 0..<times { store.dispatch(message) }
          withExtendedLifetime(rows) {}
        }
      }
    }
  }

  private struct Board: Model {
    var counter = Counter()
    var rows: IdentifiedArray<Item>
    var rowIDs: [Int] { rows.ids }
  }

  private typealias RowStore = ObservableChild<Board, Item>

  @MainActor
  private static func makeBoard(_ count: Int) throws -> ObservableStore<Board> {
    let board = Board(rows: IdentifiedArray((0..<count).map { Item(id: $0) }))
    let runtime = try Runtime(
      Program(
        model: board,
        CombinedUpdater<Board>([
          .slice(\.counter, AddUpdater()), .each(\.rows, TickUpdater()),
        ])))
    runtime.start()
    return ObservableStore(runtime)
  }

  /// A store of an app, and the store of one of its rows.
  @MainActor
  private static func makeRow() throws -> (ObservableStore<Board>, RowStore) {
    let store = try makeBoard(10_000)
    guard let row = store[Board.at.rows[5_000]] else { preconditionFailure("the row is there") }
    return (store, row)
  }

  /// A store of an app, and the stores of all its rows but one, of which a view has read a property.
  @MainActor
  private static func makeRows(_ count: Int) throws -> (ObservableStore<Board>, [RowStore]) {
    let store = try makeBoard(count + 1)
    let rows = (0..<count).compactMap { store[Board.at.rows[$0]] }
    for row in rows {
      withObservationTracking {
        _ = row.count
      } onChange: {
      }
    }
    return (store, rows)
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
