@testable import Katana
import KatanaTesting
import Testing

/// What the pure half knows of scopes: addresses of messages, commands and subscriptions.
@Suite struct ScopeTests {
  struct Row: Model, Identifiable, Equatable {
    var id: Int
    var taps = 0
  }
  struct Sheet: Model, Equatable {
    var rows: [Row] = [Row(id: 1)]
    var title = ""
  }
  struct Detail: Model, Identifiable, Equatable {
    var id: String
    var loaded = 0
  }
  enum Screen: Model, Equatable {
    case list(Sheet)
    case about(Sheet)

    static let listCase = EnumCase("list", Screen.list) {
      if case .list(let it) = $0 { it } else { nil }
    }
    static let aboutCase = EnumCase("about", Screen.about) {
      if case .about(let it) = $0 { it } else { nil }
    }
  }
  struct Home: Model, Equatable { var rows: [Row] = [Row(id: 1)] }
  struct App: Model, Equatable {
    var left: [Row] = [Row(id: 1), Row(id: 2)]
    var right: [Row] = [Row(id: 1), Row(id: 2)]
    var sheet: Sheet?
    var detail: Detail?
    var screen = Screen.list(Sheet())
    var home = Home()
    var otherHome = Home()
    var deleted: [Int] = []
  }

  enum RowMessage: Message, Equatable { case tapped, deleteTapped }
  struct Load: Command, Equatable { var id: Int }
  struct LoadDetail: Command, Equatable {}
  struct Watch: Subscription { var id: Int }
  struct Rename: Message { var title: String }

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      model.taps += 1
      return [Load(id: model.id)]
    }
  }
  struct SheetUpdater: TypedUpdater {
    func update(model: inout Sheet, message: Rename) -> [any Command] {
      model.title = message.title
      return [LoadDetail()]
    }
  }
  struct DetailUpdater: TypedUpdater {
    func update(model: inout Detail, message: RowMessage) -> [any Command] {
      model.loaded += 1
      return [LoadDetail()]
    }
  }
  /// A parent that listens to its children.
  struct Deleting: TypedUpdater {
    func update(model: inout App, message: ScopedMessage) -> [any Command] {
      guard let (id, row) = message.from(\App.left, RowMessage.self), row == .deleteTapped else {
        return []
      }
      model.left.removeAll { $0.id == id }
      model.deleted.append(id)
      return []
    }
  }

  static let sheet = CombinedUpdater<Sheet>([
    .full(SheetUpdater()), .each(\.rows, RowUpdater()),
  ])
  static let home = CombinedUpdater<Home>([.each(\.rows, RowUpdater())])
  let updater = CombinedUpdater<App>([
    .each(\.left, RowUpdater()),
    .each(\.right, RowUpdater()),
    .optional(\.sheet, sheet),
    .optional(\.detail, DetailUpdater()),
    .case(\.screen, Screen.listCase, sheet),
    .case(\.screen, Screen.aboutCase, sheet),
    .slice(\.home, home),
    .slice(\.otherHome, home),
    .full(Deleting()),
  ])

  private func makeTest(_ change: (inout App) -> Void = { _ in }) -> StepTest<CombinedUpdater<App>>
  {
    var app = App()
    change(&app)
    return StepTest(updater, model: app)
  }

  @Test func twoListsOfOneElementTypeAreToldApart() {
    makeTest().send(
      RowMessage.tapped.in(\App.right, id: 2), commands: [Load(id: 2).in(\App.right, id: 2)]
    ) { $0.right[1].taps = 1 }
  }

  @Test func anElementHearsOnlyWhatIsAddressedToIt() {
    makeTest().send(RowMessage.tapped, reachesNobody: true)
  }

  @Test func aCollectionWithoutAnIDMeansEachElement() {
    makeTest().send(
      RowMessage.tapped.in(\App.left),
      commands: [Load(id: 1).in(\App.left, id: 1), Load(id: 2).in(\App.left, id: 2)]
    ) {
      $0.left[0].taps = 1
      $0.left[1].taps = 1
    }
  }

  @Test func anElementThatIsGoneIsPassedBy() {
    makeTest().send(RowMessage.tapped.in(\App.left, id: 7), reachesNobody: true)
  }

  @Test func anOptionalHearsMessagesWithAndWithoutAnAddressWhileItIsThere() {
    makeTest().send(Rename(title: "a").in(\App.sheet), reachesNobody: true)
    let test = makeTest {
      $0.sheet = Sheet()
      $0.screen = .about(Sheet())
    }
    test.send(Rename(title: "a").in(\App.sheet), commands: [LoadDetail().in(\App.sheet)]) {
      $0.sheet?.title = "a"
    }
    test.send(
      Rename(title: "b"),
      commands: [LoadDetail().in(\App.sheet), LoadDetail().in(\App.screen, case: "about")]
    ) {
      $0.sheet?.title = "b"
      $0.screen = .about(Sheet(title: "b"))
    }
  }

  @Test func scopesNestFromTheInsideOut() {
    makeTest { $0.sheet = Sheet() }.send(
      RowMessage.tapped.in(\Sheet.rows, id: 1).in(\App.sheet),
      commands: [Load(id: 1).in(\Sheet.rows, id: 1).in(\App.sheet)]
    ) { $0.sheet?.rows[0].taps = 1 }
  }

  @Test func slicesBetweenScopesArePartOfTheAddress() {
    makeTest().send(
      RowMessage.tapped.in(\Home.rows, id: 1).in(\App.otherHome),
      commands: [Load(id: 1).in(\Home.rows, id: 1).in(\App.otherHome)]
    ) { $0.otherHome.rows[0].taps = 1 }
  }

  @Test func anIdentifiedOptionalIsAddressedByItsID() {
    let test = makeTest { $0.detail = Detail(id: "b") }
    test.send(RowMessage.tapped, commands: [LoadDetail().in(\App.detail, id: "b")]) {
      $0.detail?.loaded = 1
    }
    test.send(RowMessage.tapped.in(\App.detail, id: "a"), reachesNobody: true)
  }

  @Test func theCasesOfAnEnumAreToldApart() {
    let test = makeTest { $0.screen = .about(Sheet()) }
    test.send(Rename(title: "x").in(\App.screen, case: "list"), reachesNobody: true)
    test.send(
      Rename(title: "x").in(\App.screen, case: "about"),
      commands: [LoadDetail().in(\App.screen, case: "about")]
    ) { $0.screen = .about(Sheet(title: "x")) }
  }

  @Test func aParentMayListenToItsChildren() {
    makeTest().send(
      RowMessage.deleteTapped.in(\App.left, id: 2), commands: [Load(id: 2).in(\App.left, id: 2)]
    ) {
      $0.left.removeLast()
      $0.deleted = [2]
    }
  }

  @Test func providersComposeAsUpdatersDo() {
    let row = FunctionSubscriptionProvider<Row> { [Watch(id: $0.id)] }
    let sheet = CombinedSubscriptionProvider<Sheet>([.each(\.rows, row)])
    let home = CombinedSubscriptionProvider<Home>([.each(\.rows, row)])
    let provider = CombinedSubscriptionProvider<App>([
      .each(\.left, row), .optional(\.sheet, sheet),
      .case(\.screen, Screen.aboutCase, sheet), .slice(\.home, home),
    ])
    let ofLeft = Watch(id: 5).in(\App.left, id: 5)
    let ofHome = Watch(id: 1).in(\Home.rows, id: 1).in(\App.home)
    var app = App()
    app.left = [Row(id: 5)]
    #expect(difference(provider.subscriptions(model: app, message: nil), [ofLeft, ofHome]) == nil)
    app.sheet = Sheet()
    app.screen = .about(Sheet())
    let expected: [any Subscription] = [
      ofLeft, Watch(id: 1).in(\Sheet.rows, id: 1).in(\App.sheet),
      Watch(id: 1).in(\Sheet.rows, id: 1).in(\App.screen, case: "about"), ofHome,
    ]
    #expect(difference(provider.subscriptions(model: app, message: nil), expected) == nil)
  }

  @Test func namedSlicesComposeOnBothSides() {
    struct Deep: Model, Equatable { var homes = [Home()] }
    let updater = CombinedUpdater<Deep>([
      .slice(named: "first", of: Home.self, Self.home) { $1(&$0.homes[0]) }
    ])
    let row = FunctionSubscriptionProvider<Row> { [Watch(id: $0.id)] }
    let provider = CombinedSubscriptionProvider<Deep>([
      .slice(named: "first", CombinedSubscriptionProvider<Home>([.each(\.rows, row)])) {
        $0.homes.first
      }
    ])
    let message = RowMessage.tapped.in(\Home.rows, id: 1).in(named: "first")
    StepTest(updater, model: Deep()).send(
      message, commands: [Load(id: 1).in(\Home.rows, id: 1).in(named: "first")]
    ) { $0.homes[0].rows[0].taps = 1 }
    #expect(
      difference(
        provider.subscriptions(model: Deep(), message: nil),
        [Watch(id: 1).in(\Home.rows, id: 1).in(named: "first")]) == nil)
    #expect(provider.subscriptions(model: Deep(homes: []), message: nil).isEmpty)
  }

  @Test func idsAreEqualAsAnyHashableDecides() {
    #expect(ScopeID(7) == ScopeID(7))
    #expect(ScopeID(7) != ScopeID(8))
    #expect(ScopeID(7) == ScopeID(Int8(7)))
    #expect(ScopeID(7).hashValue == ScopeID(Int8(7)).hashValue)
    #expect(ScopeID("7") != ScopeID(7))
    #expect(
      ScopeID("a long name that is stored elsewhere")
        == ScopeID("a long name that is stored elsewhere"))
  }

  @Test func aMessageForAnIDOfAnotherTypeReachesNobody() {
    let scope = Scope(.keyPath(\App.left), id: ScopeID("1"))
    makeTest().send(ScopedMessage(RowMessage.tapped, in: scope), reachesNobody: true)
  }

  @Test func aMessageWithoutAddressInAScopeReachesThoseWhoListenOnly() {
    makeTest().send(ScopedMessage(RowMessage.tapped, in: Scope()))
  }

  @Test func addressesPrintAsTheirSourceWritesThem() {
    let message = RowMessage.tapped.in(\Sheet.rows, id: 7).in(\App.sheet)
    #expect("\(message.scope)" == #"\App.sheet → \Sheet.rows[7]"#)
    #expect("\(Load(id: 1).in(\App.screen, case: "list"))" == #"Load(id: 1).in(\App.screen.list)"#)
  }
}
