import KatanaRuntime
import KatanaTesting
import Testing

/// Stores of a runtime that shows a past model.
@MainActor @Suite struct ShownModelStoreTests {
  typealias App = Travel.App

  private let world = Travel.World()
  private let past = App(log: ["past"], rows: [Travel.Row(id: 7, count: 70)])

  @Test func aStoreAndTheStoreOfAChildReadThePast() throws {
    let runtime = try world.runtime(
      App(rows: [Travel.Row(id: 7), Travel.Row(id: 8)]), execution: .main)
    let store = ObservableStore(runtime)
    let row = try #require(store[App.at.rows[7]])
    let other = try #require(store[App.at.rows[8]])
    let logs = changes { _ = store.log }
    let counts = changes { _ = row.count }
    let others = changes { _ = other.count }
    runtime.show(past)
    #expect(logs.withLock { $0 } == 1)
    #expect(counts.withLock { $0 } == 1)
    #expect(others.withLock { $0 } == 0)
    #expect(store.log == ["past"])
    #expect(store.log.count == 1)
    #expect(store.sources == [])
    #expect(row.count == 70)
    #expect(row.isThere)
    #expect(!other.isThere)
    #expect(other.count == 0)
    #expect(store[App.at.rows[8]] == nil)
    #expect(store[App.at.rows[7]]?.count == 70)
    #expect(runtime.model.rows.count == 2)
    #expect(runtime[App.at.rows[7]]?.count == 0)

    row.dispatch(.counted)
    store.dispatch(.add("refused"))
    #expect(runtime.statistics.refused == 2)

    let back = changes { _ = (store.log, row.count) }
    runtime.showPresent()
    #expect(back.withLock { $0 } == 1)
    #expect(store.log == [])
    #expect(row.count == 0)
    #expect(other.isThere)
    row.dispatch(.counted)
    #expect(row.count == 1)
  }

  @Test func aStoreIsNotToldOfThePresentBehindThePast() throws {
    let runtime = try world.runtime(execution: .main)
    let store = ObservableStore(runtime)
    runtime.dispatch(.ask([Travel.Ask(name: "question")]))
    runtime.show(past)
    #expect(store.log == ["past"])
    let logs = changes { _ = store.log }
    world.answer("question", "answer")
    #expect(logs.withLock { $0 } == 0)
    #expect(store.log == ["past"])
    #expect(runtime.model.log == ["answer"])
    runtime.goOn(from: App(log: ["other"]))
    #expect(logs.withLock { $0 } == 1)
    #expect(store.log == ["other"])
  }

  @Test func aStoreReadsThePresentAfterTheEnd() throws {
    let runtime = try world.runtime(execution: .main)
    let store = ObservableStore(runtime)
    runtime.show(past)
    let logs = changes { _ = store.log }
    runtime.requestShutdown()
    #expect(logs.withLock { $0 } == 1)
    #expect(store.log == [])
  }
}
