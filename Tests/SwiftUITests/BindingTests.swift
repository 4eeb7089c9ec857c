#if canImport(SwiftUI)
  import KatanaRuntime
  import Observation
  import SwiftUI
  import Synchronization
  import Testing

  /// The bindings, read and written as SwiftUI does.
  @MainActor @Suite struct BindingTests {
    struct Sheet: Model, Identifiable, Equatable {
      typealias Receives = SheetMessage
      var id: Int
      var text = ""
      var alert: Alert?
      var question: String?
      var path: [Screen] = []
    }
    struct Alert: Model, Equatable { typealias Receives = SheetMessage }
    struct Screen: Model, Identifiable, Equatable {
      typealias Receives = SheetMessage
      var id: Int
    }
    struct App: Model {
      typealias Receives = AppMessage
      var name = ""
      var sheet: Sheet?
      var question: String?
      var path: [Screen] = []
    }
    enum SheetMessage: Message, Equatable {
      case renamed(String), alerted, asked, answered, pushed(Int)
    }
    enum AppMessage: Message { case renamed(String), presented(Int), asked, answered, pushed(Int) }

    private let runtime: Runtime<App>
    private let store: ObservableStore<App>

    init() throws {
      let none = TypedFunctionUpdater { (_: inout Screen, _: SheetMessage) in [] }
      let sheet = CombinedUpdater<Sheet>([
        .full(
          TypedFunctionUpdater { (model: inout Sheet, message: SheetMessage) in
            switch message {
            case .renamed(let text): model.text = text
            case .alerted: model.alert = Alert()
            case .asked: model.question = "really?"
            case .answered: model.question = nil
            case .pushed(let id): model.path.append(Screen(id: id))
            }
            return []
          }),
        .optional(\.alert, TypedFunctionUpdater { (_: inout Alert, _: SheetMessage) in [] }),
        .each(\.path, none),
      ])
      runtime = try Runtime(
        Program(
          model: App(),
          CombinedUpdater([
            .full(
              TypedFunctionUpdater { (model: inout App, message: AppMessage) in
                switch message {
                case .renamed(let name): model.name = name
                case .presented(let id): model.sheet = Sheet(id: id)
                case .asked: model.question = "really?"
                case .answered: model.question = nil
                case .pushed(let id): model.path.append(Screen(id: id))
                }
                return []
              }),
            .optional(\.sheet, sheet),
            .each(\.path, none),
          ])), options: RuntimeOptions(execution: .main))
      runtime.start()
      store = ObservableStore(runtime)
    }

    @Test func aBindingSendsAMessage() {
      let name = store.binding(\.name) { .renamed($0) }
      name.wrappedValue = "a"
      #expect(name.wrappedValue == "a")
      #expect(runtime.model.name == "a")
    }

    @Test func aBindingOfAChildSendsTheChildAMessage() throws {
      store.dispatch(.presented(1))
      let sheet = try #require(store[App.at.sheet])
      sheet.binding(\.text) { .renamed($0) }.wrappedValue = "a"
      #expect(runtime.model.sheet?.text == "a")
    }

    @Test func aSheetThatIsClosedIsDismissed() {
      #expect(store.presented(App.at.sheet).wrappedValue == nil)
      store.dispatch(.presented(1))
      let sheet = store.presented(App.at.sheet)
      #expect(sheet.wrappedValue?.id == 1)
      sheet.wrappedValue = nil
      #expect(runtime.model.sheet == nil)
    }

    /// SwiftUI closes the first sheet when a second one replaces it.
    @Test func theBindingOfOneSheetDoesNotDismissTheNext() {
      store.dispatch(.presented(1))
      let first = store.presented(App.at.sheet)
      store.dispatch(.presented(2))
      first.wrappedValue = nil
      #expect(runtime.model.sheet?.id == 2)
    }

    @Test func anAlertOfAChildIsDismissed() throws {
      store.dispatch(.presented(1))
      let sheet = try #require(store[App.at.sheet])
      sheet.dispatch(.alerted)
      let alert = store.isPresented(App.at.sheet.alert)
      #expect(alert.wrappedValue)
      sheet.isPresented(Sheet.at.alert).wrappedValue = false
      #expect(!alert.wrappedValue)
      #expect(runtime.model.sheet?.alert == nil)
      #expect(runtime.statistics.gone == 0)
      // SwiftUI may say twice that an alert is closed.
      alert.wrappedValue = false
      #expect(runtime.statistics.gone == 0)
    }

    @Test func anAlertAboutAValueSendsItsMessage() throws {
      let question = store.isPresented(\.question, dispatch: .answered)
      #expect(!question.wrappedValue)
      store.dispatch(.asked)
      #expect(question.wrappedValue)
      question.wrappedValue = false
      #expect(runtime.model.question == nil)

      store.dispatch(.presented(1))
      let sheet = try #require(store[App.at.sheet])
      sheet.dispatch(.asked)
      let inner = sheet.isPresented(\.question, dispatch: .answered)
      #expect(inner.wrappedValue)
      inner.wrappedValue = false
      #expect(runtime.model.sheet?.question == nil)
    }

    @Test func goingBackInAStackRemovesItsScreens() {
      for id in 1...3 { store.dispatch(.pushed(id)) }
      let path = store.path(\.path)
      #expect(path.wrappedValue == [1, 2, 3])
      path.wrappedValue = [1]
      #expect(runtime.model.path.map(\.id) == [1])
    }

    @Test func aLinkThatPushesSendsItsMessage() throws {
      store.path(\.path, pushed: { .pushed($0) }).wrappedValue = [7]
      #expect(runtime.model.path.map(\.id) == [7])

      store.dispatch(.presented(1))
      let sheet = try #require(store[App.at.sheet])
      let inner = sheet.path(\.path, pushed: { .pushed($0) })
      inner.wrappedValue = [8, 9]
      #expect(runtime.model.sheet?.path.map(\.id) == [8, 9])
      inner.wrappedValue = []
      #expect(runtime.model.sheet?.path.isEmpty == true)
    }

    /// SwiftUI may read a binding long after the view has made it.
    @Test func aViewThatMakesABindingIsToldWhenItChanges() {
      let changes = Mutex<[String]>([])
      func track(_ name: String, _ make: () -> Void) {
        withObservationTracking {
          make()
        } onChange: {
          changes.withLock { $0.append(name) }
        }
      }
      track("sheet") { _ = store.presented(App.at.sheet) }
      track("presence") { _ = store.isPresented(App.at.sheet) }
      track("question") { _ = store.isPresented(\.question, dispatch: .answered) }
      track("path") { _ = store.path(\.path) }
      store.dispatch(.renamed("a"))
      #expect(changes.withLock { $0 } == [])
      store.dispatch(.presented(1))
      #expect(changes.withLock { $0.sorted() } == ["presence", "sheet"])
      store.dispatch(.asked)
      store.dispatch(.pushed(1))
      #expect(changes.withLock { $0.suffix(2) } == ["question", "path"])
    }

    @Test func aLinkWithoutAMessageStopsADebugBuild() async {
      await #expect(processExitsWith: .failure) {
        try await MainActor.run {
          let tests = try BindingTests()
          tests.store.path(\.path).wrappedValue = [7]
        }
      }
    }
  }
#endif
