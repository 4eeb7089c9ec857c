import KatanaRuntime
import KatanaTesting
import Observation
import Testing

/// What a view presents while the model has it.
@MainActor @Suite struct PresentedTests {
  struct Sheet: Model, Identifiable, Equatable {
    typealias Receives = SheetMessage
    var id: Int
    var text = ""
    var alert: Alert?
  }
  struct Alert: Model, Equatable {
    typealias Receives = SheetMessage
    var text = ""
  }
  struct Screen: Model, Identifiable, Equatable {
    typealias Receives = SheetMessage
    var id: Int
    var text = ""
  }
  struct App: Model {
    typealias Receives = AppMessage
    var sheet: Sheet?
    var path: [Screen] = []
  }
  enum SheetMessage: Message, Equatable { case renamed(String), alerted }
  enum AppMessage: Message { case presented(Int), closed, pushed(Int) }

  private let runtime: Runtime<App>
  private let store: ObservableStore<App>

  init() throws {
    let sheet = CombinedUpdater<Sheet>([
      .full(
        TypedFunctionUpdater { (model: inout Sheet, message: SheetMessage) in
          switch message {
          case .renamed(let text): model.text = text
          case .alerted: model.alert = Alert()
          }
          return []
        }),
      .optional(
        \.alert, TypedFunctionUpdater { (_: inout Alert, _: SheetMessage) in [] }),
    ])
    runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater([
          .full(
            TypedFunctionUpdater { (model: inout App, message: AppMessage) in
              switch message {
              case .presented(let id): model.sheet = Sheet(id: id)
              case .closed: model.sheet = nil
              case .pushed(let id): model.path.append(Screen(id: id))
              }
              return []
            }),
          .optional(\.sheet, sheet),
          .each(
            \.path,
            TypedFunctionUpdater { (model: inout Screen, message: SheetMessage) in
              if case .renamed(let text) = message { model.text = text }
              return []
            }),
        ])), options: RuntimeOptions(execution: .main))
    runtime.start()
    store = ObservableStore(runtime)
  }

  /// How often what is read has changed.
  private func changes(_ read: () -> Void, during actions: () -> Void) -> Int {
    let count = Locked(0)
    withObservationTracking {
      read()
    } onChange: {
      count.withLock { $0 += 1 }
    }
    actions()
    return count.withLock { $0 }
  }

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
    #expect(sheet[Sheet.at.alert] == nil)
    sheet.dispatch(.alerted)
    let alert = try #require(sheet[Sheet.at.alert])
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
    #expect(sheet[Sheet.at.alert] != nil)
    weak let kept = other
    other = nil
    #expect(kept == nil)
    #expect(sheet[Sheet.at.alert] == nil)
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
