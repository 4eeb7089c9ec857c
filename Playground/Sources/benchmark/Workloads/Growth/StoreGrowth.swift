import KatanaRuntime
import Observation

/// Observable stores of an app and of its rows.
enum StoreGrowth {
  static var all: [Growth] {
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

  private typealias RowStore = ObservableChild<Item>

  @MainActor
  private static func makeBoard(_ count: Int) throws -> ObservableStore<Board> {
    let board = Board(rows: IdentifiedArray((0..<count).map { Item(id: $0) }))
    let feature = CombinedUpdater<Board>([
      .slice(\.counter, AddUpdater()), .each(\.rows, TickUpdater()),
    ])
    return ObservableStore(try started(board, feature))
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
}
