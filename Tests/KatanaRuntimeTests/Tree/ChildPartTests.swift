import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Parts that are always there and are children: `.child`.
@Suite struct ChildPartTests {
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var text = ""
  }
  enum RowMessage: Message, Equatable { case loadTapped, loaded(String) }

  struct Tab: Model, Equatable {
    typealias Receives = TabMessage
    var isTicking = false
    var text = ""
    var rows: [Row] = []
  }
  enum TabMessage: Message, Equatable {
    case loadTapped, loaded(String), tickingChanged(Bool), ticked, rowsWanted
  }
  struct Inner: Model, Equatable { var tab = Tab() }

  struct Browser: Model, Equatable {
    var left = Tab()
    var right = Tab()
    var inner = Inner()
    var notes: [String] = []
    var computed: Tab {
      get { left }
      set { left = newValue }
    }
  }

  struct Load: Command, Equatable { var reply = Reply(TabMessage.loaded) }
  struct LoadRow: Command, Equatable { var reply = Reply(RowMessage.loaded) }
  struct Ticks: Subscription { var reply = Reply(TabMessage.ticked) }

  static let row = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (row: inout Row, message: RowMessage) in
        switch message {
        case .loadTapped: return [LoadRow()]
        case .loaded(let text): row.text = text
        }
        return []
      })
  ])

  static let tab = CombinedUpdater<Tab>([
    .full(
      TypedFunctionUpdater { (tab: inout Tab, message: TabMessage) in
        switch message {
        case .loadTapped: return [Load()]
        case .loaded(let text): tab.text = text
        case .tickingChanged(let isTicking): tab.isTicking = isTicking
        case .ticked: tab.text += "."
        case .rowsWanted:
          tab.rows = [Row(id: 1), Row(id: 2)]
          return [
            Send(.loadTapped, to: Tab.at.rows[1]), LoadRow().in(Tab.at.rows[2]),
          ]
        }
        return []
      }),
    .each(\.rows, row),
    .full(FunctionSubscriptionProvider { (tab: Tab) in tab.isTicking ? [Ticks()] : [] }),
  ])

  static let browser = CombinedUpdater<Browser>([
    .child(\.left, tab) { browser, message in
      browser.notes.append("left \(message)")
      return []
    },
    .child(\.right, tab),
    .slice(\.inner, CombinedUpdater<Inner>([.child(\.tab, tab)])),
    .listen(to: Browser.at.left.rows, RowMessage.self) { browser, address, message in
      browser.notes.append("\(address) \(message)")
      return []
    },
  ])

  private let app = AppTest(Program(model: Browser(), browser))

  @Test func eachAnswerReturnsToItsChild() {
    app.send(TabMessage.loadTapped.to(Browser.at.right), commands: [Load().in(Browser.at.right)])
    app.send(
      TabMessage.loadTapped.to(Browser.at.inner.tab),
      commands: [Load().in(Browser.at.inner.tab)])
    app.answer(\Load.reply, of: Load().in(Browser.at.inner.tab), with: "a") {
      $0.inner.tab.text = "a"
    }
    app.answer(\Load.reply, of: Load().in(Browser.at.right), with: "b") { $0.right.text = "b" }
    app.finish()
  }

  @Test func aTimerTicksItsChild() {
    app.send(
      TabMessage.tickingChanged(true).to(Browser.at.right),
      subscriptions: [.started(Ticks().in(Browser.at.right))]
    ) { $0.right.isTicking = true }
    app.emit(\Ticks.reply, with: ()) { $0.right.text = "." }
    app.send(
      TabMessage.tickingChanged(true).to(Browser.at.left),
      subscriptions: [.started(Ticks().in(Browser.at.left))]
    ) {
      $0.left.isTicking = true
      $0.notes = ["left tickingChanged(true)"]
    }
    app.emit(\Ticks.reply, of: Ticks().in(Browser.at.right), with: ()) { $0.right.text = ".." }
    app.send(
      TabMessage.tickingChanged(false).to(Browser.at.right),
      subscriptions: [.stopped(Ticks().in(Browser.at.right))]
    ) { $0.right.isTicking = false }
    app.finish(ignoringPending: [LoadRow.self])
  }

  /// The address of a row is written as for a slice, and its text is the same.
  @Test func rowsOfAChildHaveAddresses() {
    app.send(
      TabMessage.rowsWanted.to(Browser.at.left), exhaustive: [])
    #expect(app.pending.count == 2)
    app.answer(
      \LoadRow.reply, of: LoadRow().in(Browser.at.left.rows[2]), with: "two", exhaustive: [])
    app.answer(
      \LoadRow.reply, of: LoadRow().in(Browser.at.left.rows[1]), with: "one", exhaustive: [])
    #expect(app.model.left.rows.map(\.text) == ["one", "two"])
    #expect(
      app.model.notes == [
        "left rowsWanted", "Browser.at.left.rows[1] loadTapped",
        "Browser.at.left.rows[2] loaded(\"two\")",
        "Browser.at.left.rows[1] loaded(\"one\")",
      ])
    #expect(app.model.right.rows.isEmpty)
    app.send(
      RowMessage.loadTapped.to(Browser.at.left.rows[1]),
      commands: [LoadRow().in(Browser.at.left.rows[1])]
    ) { $0.notes.append("Browser.at.left.rows[1] loadTapped") }
    app.finish(ignoringPending: [LoadRow.self])
  }

  @Test func noMessageReachesItWithoutAnAddress() {
    app.send(TabMessage.loaded("a").to(Browser.at.right)) { $0.right.text = "a" }
    app.send(TabMessage.loaded("b"), expectingNoReceiver: true)
    app.finish()
  }

  @Test func aRuntimeReadsTheChild() async throws {
    let runtime = try Runtime(
      Program(model: Browser(), Self.browser),
      interpreters: [
        .command(Load.self) { load, dispatch in dispatch.answer(load.reply, with: "text") },
        .command(LoadRow.self) { load, dispatch in dispatch.answer(load.reply, with: "row") },
      ])
    runtime.start()
    runtime.dispatch(.loadTapped, to: Browser.at.right)
    runtime.dispatch(.rowsWanted, to: Browser.at.right)
    runtime.dispatch(.loaded("new"), to: Browser.at.right.rows[2])
    #expect(runtime.model.right.text == "text")
    #expect(runtime.model.right.rows.map(\.text) == ["row", "new"])
    #expect(runtime[Browser.at.right]?.text == "text")
    #expect(runtime[Browser.at.right.rows[1]]?.text == "row")
    #expect(runtime.statistics.unknownAddress == 0 && runtime.statistics.gone == 0)
    await runtime.shutdown()
  }

  @MainActor @Test func theStoreOfARowInAChildIsTold() async throws {
    let runtime = try Runtime(
      Program(model: Browser(), Self.browser), interpreters: [],
      options: RuntimeOptions(execution: .main, issues: IssueHandler { _ in }))
    runtime.start()
    runtime.dispatch(.rowsWanted, to: Browser.at.right)
    let store = ObservableStore(runtime)
    let row = try #require(store[Browser.at.right.rows[2]])
    #expect(row.text == "")
    runtime.dispatch(.loaded("new"), to: Browser.at.right.rows[2])
    #expect(row.text == "new")
    #expect(store[Browser.at.right]?.rows.last?.text == "new")
    await runtime.shutdown()
  }

  /// The parent writes the address of each row in one step.
  @Test func aParentCancelsInAllRowsOfAChild() {
    let cancelling = TypedFunctionUpdater { (browser: inout Browser, _: Closing) in
      browser.left.rows.map { Cancel(id: "load").in(Browser.at.left.rows[$0.id]) }
    }
    let loading = TypedFunctionUpdater { (_: inout Browser, _: Opening) in
      [1, 2].map { LoadRow().cancellable(id: "load").in(Browser.at.left.rows[$0]) }
    }
    let app = AppTest(
      Program(
        model: Browser(left: Tab(rows: [Row(id: 1), Row(id: 2)])),
        CombinedUpdater<Browser>([.full(Self.browser), .full(loading), .full(cancelling)])))
    app.send(Opening(), exhaustive: [])
    #expect(app.pending.count == 2)
    app.send(Closing(), exhaustive: [])
    #expect(app.pending.isEmpty)
    app.finish()
  }

  struct Opening: Message {}
  struct Closing: Message {}

  @Test func itsAddressesAreTexts() throws {
    let coder = AddressCoder(Program(model: Browser(), Self.browser))
    for scope in [
      Browser.at.right.anyAddress, Browser.at.right.rows[2].anyAddress,
      Browser.at.inner.tab.rows[1].anyAddress,
    ] {
      #expect(try coder.address(coder.text(of: scope)) == scope)
    }
  }

  @Test func equalAddressesHashAlike() {
    let app = AppTest(Program(model: Browser(), Self.browser))
    app.send(TabMessage.rowsWanted.to(Browser.at.right), exhaustive: [])
    let pending = app.pending.compactMap { ($0 as? LayeredCommand)?.layer.address }
    #expect(
      Set(pending) == [Browser.at.right.rows[1].anyAddress, Browser.at.right.rows[2].anyAddress])
    app.finish(ignoringPending: [LoadRow.self])
  }

  /// An idle runtime handles the message at once, with the address as it is written.
  @Test func aMessageToAChildInsideOfAChildUpdatesSubscriptions() throws {
    struct Panel: Model { var tab = Tab() }
    struct App: Model { var panel = Panel() }
    let panel = CombinedUpdater<Panel>([.child(\.tab, Self.tab)])
    let app = CombinedUpdater<App>([.child(\.panel, panel)])
    let ticks = Latest<Ticks>()
    let runtime = try Runtime(Program(model: App(), app), interpreters: [.subscription(ticks)])
    runtime.start()
    runtime.dispatch(.tickingChanged(true), to: App.at.panel.tab)
    #expect(runtime.model.panel.tab.isTicking && ticks.value != nil)
    runtime.dispatch(.tickingChanged(false), to: App.at.panel.tab)
    #expect(ticks.value == nil)
  }

  /// The child of a child lies at the same place and has the same size. In which order a dictionary
  /// gives the two names depends on where it lies in memory.
  @Test func aChildOfTheOnlyPropertyOfAnotherChildHasItsRows() {
    struct Only: Model, Equatable { var rows = [Row(id: 1)] }
    struct Left: Model, Equatable { var only = Only() }
    struct App: Model, Equatable { var left = Left() }
    let left = CombinedUpdater<Left>([])
    let only = CombinedUpdater<Only>([.each(\.rows, Self.row)])
    let apps = (0..<32).map { _ in
      CombinedUpdater<App>([.child(\.left, left), .child(\.left.only, only)])
    }
    for app in apps {
      StepTest(app, model: App()).send(.loaded("a"), to: App.at.left.only.rows[1]) {
        $0.left.only.rows[0].text = "a"
      }
    }
  }

  /// A closure reaches a slice in a child, so the slice has no place of its own in the app's model.
  @Test func aSliceThatAClosureReachesBelongsToItsChild() {
    struct Left: Model, Equatable { var tabs = [Tab(), Tab()] }
    struct App: Model, Equatable {
      var number = 0
      var left = Left()
    }
    let second = ClosurePart<Left, Tab>("second") { left, change in change(&left.tabs[1]) }
    let left = CombinedUpdater<Left>([
      .slice(second, Self.tab),
      .listen(any: Row.self) { _, row, _ in [LoadRow().in(row)] },
    ])
    let app = AppTest(Program(model: App(), CombinedUpdater<App>([.child(\.left, left)])))
    let address = App.at.left[part: second]
    app.send(TabMessage.loadTapped.to(address), commands: [Load().in(App.at.left)])
    app.send(
      TabMessage.tickingChanged(true).to(address),
      subscriptions: [.started(Ticks().in(App.at.left))]
    ) { $0.left.tabs[1].isTicking = true }
    app.emit(\Ticks.reply, with: ()) { $0.left.tabs[1].text = "." }
    app.send(TabMessage.rowsWanted.to(address), exhaustive: [])
    app.send(
      RowMessage.loadTapped.to(address.rows[2]),
      commands: [LoadRow().in(address.rows[2]), LoadRow().in(address.rows[2])])
    app.send(TabMessage.loaded("a"), expectingNoReceiver: true)
    app.finish(ignoringPending: [Load.self, LoadRow.self])
  }

  /// The address is one step, and each child on the way is looked at.
  @Test func whatAChildAroundARowTakesIsSaid() {
    struct Panel: Model, Equatable { var tab = Tab() }
    struct App: Model, Equatable { var panel = Panel() }
    let panel = CombinedUpdater<Panel>([
      .child(\.tab, Self.tab), .full(TypedFunctionUpdater { (_: inout Panel, _: Opening) in [] }),
    ])
    let router = Program(
      model: App(),
      CombinedUpdater<App>([
        .child(\.panel, panel), .full(TypedFunctionUpdater { (_: inout App, _: Closing) in [] }),
      ])
    ).router
    let row = App.at.panel.tab.rows[1].anyAddress
    #expect(router.taker(of: TabMessage.ticked, around: row)?.place == "App.at.panel.tab")
    #expect(router.taker(of: Opening(), around: row)?.place == "App.at.panel")
    #expect(router.taker(of: Closing(), around: row)?.isApp == true)
    #expect(router.taker(of: RowMessage.loadTapped, around: row) == nil)
  }
}
