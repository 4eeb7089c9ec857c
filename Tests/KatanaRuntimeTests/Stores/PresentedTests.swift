import KatanaRuntime
import KatanaTesting
import Testing

/// What a view presents while the model has it.
@MainActor @Suite struct PresentedTests {
  private typealias App = PagesApp.App
  private typealias Page = PagesApp.Page

  private let runtime: Runtime<App>
  private let store: ObservableStore<App>

  init() throws { (runtime, store) = try PagesApp.start() }

  @Test func aViewIsToldWhenAChildComes() {
    let count = changes {
      _ = store.presentedChild(at: App.at.sheet)
    } during: {
      store.dispatch(.presented(1))
    }
    #expect(count == 1)
    #expect(store.presentedChild(at: App.at.sheet)?.id == 1)
  }

  @Test func aViewIsToldWhenAChildLeaves() {
    store.dispatch(.presented(1))
    let count = changes {
      #expect(store.hasChild(at: App.at.sheet))
    } during: {
      store.dispatch(.closed)
    }
    #expect(count == 1)
    #expect(!store.hasChild(at: App.at.sheet))
  }

  @Test func aViewIsNotToldOfTheContent() {
    store.dispatch(.presented(1))
    let count = changes {
      _ = store.presentedChild(at: App.at.sheet)
      _ = store.hasChild(at: App.at.sheet)
    } during: {
      store.dispatch(.renamed("a"), to: App.at.sheet)
    }
    #expect(count == 0)
  }

  @Test func anotherIDIsAnotherChild() throws {
    store.dispatch(.presented(1))
    let first = try #require(store.presentedChild(at: App.at.sheet))
    let count = changes {
      _ = store.presentedChild(at: App.at.sheet)
    } during: {
      store.dispatch(.presented(2))
    }
    #expect(count == 1)
    let second = try #require(store.presentedChild(at: App.at.sheet))
    #expect(first !== second)
    #expect((first.id, first.isThere, second.id, second.isThere) == (1, false, 2, true))
  }

  @Test func theSameChildHasTheSameStore() throws {
    store.dispatch(.presented(1))
    let first = try #require(store.presentedChild(at: App.at.sheet))
    store.dispatch(.renamed("a"), to: App.at.sheet)
    #expect(store.presentedChild(at: App.at.sheet) === first)
    #expect(first.text == "a")
  }

  @Test func aDismissedChildLeaves() throws {
    store.dispatch(.presented(1))
    try #require(store.presentedChild(at: App.at.sheet)).dismiss()
    #expect(runtime.model.sheet == nil)
  }

  /// A view may close late: the sheet that has replaced its own stays.
  @Test func aChildThatWasReplacedDismissesNothing() throws {
    store.dispatch(.presented(1))
    let first = try #require(store.presentedChild(at: App.at.sheet))
    store.dispatch(.presented(2))
    first.dismiss()
    #expect(runtime.model.sheet?.id == 2)
  }

  @Test func theStoreOfAChildHasStoresOfItsChildren() throws {
    store.dispatch(.presented(1))
    let sheet = try #require(store[App.at.sheet])
    #expect(sheet[Page.at.alert] == nil)
    sheet.dispatch(.alerted)
    let alert = try #require(sheet[Page.at.alert])
    #expect(alert === store[App.at.sheet.alert])
    alert.dismiss()
    #expect(runtime.model.sheet?.alert == nil)
    #expect(runtime.model.sheet != nil)
  }

  @Test func withoutTheStoreOfTheAppThereAreNoStoresOfChildren() throws {
    var other: ObservableStore<App>? = ObservableStore(runtime)
    store.dispatch(.presented(1))
    let sheet = try #require(other?[App.at.sheet])
    sheet.dispatch(.alerted)
    #expect(sheet[Page.at.alert] != nil)
    weak let kept = other
    other = nil
    #expect(kept == nil)
    #expect(sheet[Page.at.alert] == nil)
  }

  @Test func theIDsOfAStackChangeWhenAScreenComes() {
    store.dispatch(.pushed(1))
    let content = changes {
      #expect(store.ids(of: \.path) == [1])
    } during: {
      store.dispatch(.renamed("a"), to: App.at.path[1])
    }
    #expect(content == 0)
    let push = changes {
      _ = store.ids(of: \.path)
    } during: {
      store.dispatch(.pushed(2))
    }
    #expect(push == 1)
    #expect(store.ids(of: \.path) == [1, 2])
  }

  @Test func goingBackDismissesTheScreensThatLeaveTheLastOneFirst() throws {
    for id in 1...3 { store.dispatch(.pushed(id)) }
    let left = Locked<[Int]>([])
    let observation = runtime.observe(\.path) { path in left.withLock { $0.append(path.count) } }
    store.pop(App.at.path, from: [1, 2, 3], to: [1])
    #expect(runtime.model.path.map(\.id) == [1])
    #expect(left.withLock { $0 } == [3, 2, 1])
    observation.cancel()
  }
}
