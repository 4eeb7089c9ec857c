import KatanaRuntime
import KatanaTesting
import Observation
import Synchronization
import Testing

// A long list: Docs/cookbook/forms-and-lists.md.

struct Catalogue: Model, Equatable {
  var items: IdentifiedArray<CatalogueItem> = []

  var itemIDs: [Int] { items.ids }
}

struct CatalogueItem: Model, Equatable, Identifiable {
  typealias Receives = CatalogueItemMessage

  let id: Int
  var isMarked = false
}

enum CatalogueItemMessage: Message, Equatable { case markTapped }

struct CatalogueItemUpdater: TypedUpdater {
  func update(model: inout CatalogueItem, message: CatalogueItemMessage) -> [any Command] {
    model.isMarked.toggle()
    return []
  }
}

let catalogueFeature = CombinedUpdater<Catalogue>([.each(\.items, CatalogueItemUpdater())])

@MainActor @Test func aTapInOneOfTenThousandRowsRedrawsThatRowOnly() throws {
  let items = IdentifiedArray((1...10_000).map { CatalogueItem(id: $0) })
  let runtime = try Runtime(
    Program(model: Catalogue(items: items), catalogueFeature),
    options: RuntimeOptions(execution: .main))
  runtime.start()
  let store = ObservableStore(runtime)
  let rows = try [7, 8].map { try #require(store[Catalogue.at.items[$0]]) }
  let drawn = Mutex<[String]>([])
  withObservationTracking {
    _ = store.itemIDs
  } onChange: {
    drawn.withLock { $0.append("the list") }
  }
  for row in rows {
    let id = row.id
    withObservationTracking {
      _ = row.isMarked
    } onChange: {
      drawn.withLock { $0.append("row \(id)") }
    }
  }
  rows[0].dispatch(.markTapped)
  #expect(drawn.withLock { $0 } == ["row 7"])
  #expect(rows.map(\.isMarked) == [true, false])
  runtime.requestShutdown()
}
