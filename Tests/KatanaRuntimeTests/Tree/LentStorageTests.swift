import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// A collection may lend its elements from a temporary copy, whose address is invalid afterwards.
  @Suite struct LentStorageTests {
    struct Lending: MutableCollection, Sendable, Equatable {
      var rows: [Row]
      var startIndex: Int { 0 }
      var endIndex: Int { rows.count }
      func index(after index: Int) -> Int { index + 1 }
      subscript(index: Int) -> Row {
        get { rows[index] }
        set { rows[index] = newValue }
      }

      func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Row>) throws -> Result
      ) rethrows -> Result? {
        let copy = UnsafeMutableBufferPointer<Row>.allocate(capacity: rows.count)
        _ = copy.initialize(from: rows)
        defer {
          for index in copy.indices { copy[index].id = -1 }
          copy.deinitialize()
          copy.deallocate()
        }
        return try body(UnsafeBufferPointer(copy))
      }
    }

    struct Shelf: Model, Equatable { var rows = Lending(rows: (0..<20).map { Row(id: $0) }) }
    struct Removed: Message { var id: Int }
    struct Ordered: Message { var commands: [any Command] }

    private static let shelf = CombinedUpdater<Shelf>([
      .full(
        TypedFunctionUpdater { (shelf: inout Shelf, message: Removed) in
          shelf.rows.rows.removeAll { $0.id == message.id }
          return []
        }),
      .full(TypedFunctionUpdater { (shelf: inout Shelf, message: Ordered) in message.commands }),
      .each(
        \.rows, CombinedUpdater([.full(row), .full(Listening())]), onLeave: .cancel),
    ])

    /// Subscribes for each row, so that all rows are read in place.
    private struct Listening: SubscriptionProvider {
      func subscriptions(model: Row) -> [any Subscription] { [Source(name: "\(model.id)")] }
    }

    @Test func childrenThatAreThereKeepTheirCommandsAndSubscriptions() throws {
      let test = try start(Self.shelf, model: Shelf())
      test.runtime.dispatch(
        Ordered(commands: (0..<20).map { Do("hold \($0)").in(Shelf.at.rows[$0]) }))
      for id in [7, 0, 12] { test.runtime.dispatch(Removed(id: id)) }
      let there = (0..<20).filter { ![7, 0, 12].contains($0) }
      #expect(Set(test.board.running.withLock { $0.keys }) == Set(there.map { "\($0)" }))
      for dispatch in test.held.withLock({ $0 }) { dispatch(PartMessage.tapped) }
      #expect(test.runtime.model.rows.rows.map(\.taps) == there.map { _ in 1 })
      test.runtime.requestShutdown()
    }
  }
}
