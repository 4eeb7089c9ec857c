import KatanaRuntime
import KatanaTesting
import Testing

/// A store of one child.
@MainActor @Suite struct ObservableChildTests {
  private typealias App = PagesApp.App
  private typealias Page = PagesApp.Page

  private let twoPages = App(path: [Page(id: 1), Page(id: 2)])

  @Test func aViewOfARowIsToldOfItsOwnPropertiesOnly() throws {
    let (runtime, store) = try PagesApp.start(twoPages)
    let row = try #require(store[App.at.path[2]])
    let count = changes { _ = row.isOn }
    store.dispatch(.renamed("x"), to: App.at.path[2])
    store.dispatch(.toggled, to: App.at.path[1])
    store.dispatch(.reversed)
    #expect(count.withLock { $0 } == 0)
    row.dispatch(.toggled)
    #expect(count.withLock { $0 } == 1)
    #expect(row.isOn)
    #expect(row.text == "x")
    runtime.requestShutdown()
  }

  @Test func aRowThatIsGoneKeepsItsLastValues() throws {
    let (runtime, store) = try PagesApp.start(twoPages)
    let row = try #require(store[App.at.path[2]])
    row.dispatch(.renamed("last"))
    store.dispatch(.removed(2))
    #expect(row.text == "last")
    #expect(!row.isThere)
    row.dispatch(.toggled)
    #expect(runtime.statistics.gone == 1)
    #expect(store[App.at.path[2]] == nil)
    runtime.requestShutdown()
  }

  @Test func aChildKeepsTheRuntimeNotAlive() throws {
    var (runtime, store): (Runtime<App>?, ObservableStore<App>?) = try PagesApp.start(twoPages)
    let row = try #require(store?[App.at.path[1]])
    weak let kept = runtime
    runtime?.requestShutdown()
    (runtime, store) = (nil, nil)
    #expect(kept == nil)
    #expect(row.text == "")
  }
}
