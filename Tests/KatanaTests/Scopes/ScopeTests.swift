@testable import Katana
import KatanaTesting
import Testing

/// What the pure half knows of scopes: addresses of messages, commands and subscriptions.
@Suite struct ScopeTests {
  struct Sheet: Model, Equatable {
    typealias Receives = Rename
    var rows: [Row] = [Row(id: 1)]
    var title = ""
  }
  struct Detail: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
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

  struct LoadDetail: Command, Equatable {}
  struct Rename: Message { var title: String }

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
  static let sheet = CombinedUpdater<Sheet>([
    .full(SheetUpdater()), .each(\.rows, Row.updater),
  ])
  static let home = CombinedUpdater<Home>([.each(\.rows, Row.updater)])
  let updater = CombinedUpdater<App>([
    .each(\.left, Row.updater) { model, id, message in
      guard message == .deleteTapped else { return [] }
      model.left.removeAll { $0.id == id }
      model.deleted.append(id)
      return []
    },
    .each(\.right, Row.updater),
    .optional(\.sheet, sheet),
    .optional(\.detail, DetailUpdater()),
    .case(\.screen, Screen.listCase, sheet),
    .case(\.screen, Screen.aboutCase, sheet),
    .slice(\.home, home),
    .slice(\.otherHome, home),
  ])

  private func makeTest(_ change: (inout App) -> Void = { _ in }) -> StepTest<App> {
    var app = App()
    change(&app)
    return StepTest(updater, model: app)
  }

  @Test func twoListsOfOneElementTypeAreToldApart() {
    makeTest().send(
      RowMessage.tapped.to(App.at.right[2]), commands: [Load(id: 2).in(App.at.right[2])]
    ) { $0.right[1].taps = 1 }
  }

  @Test func anElementThatIsGoneIsPassedBy() {
    makeTest().send(RowMessage.tapped.to(App.at.left[7]), expectingNoReceiver: true)
  }

  @Test func anOptionalReceivesWhatIsAddressedToItWhileItIsThere() {
    makeTest().send(Rename(title: "a").to(App.at.sheet), expectingNoReceiver: true)
    let test = makeTest { $0.sheet = Sheet() }
    test.send(Rename(title: "a").to(App.at.sheet), commands: [LoadDetail().in(App.at.sheet)]) {
      $0.sheet?.title = "a"
    }
  }

  @Test func aMessageWithoutAnAddressStopsAtScopes() {
    let test = makeTest {
      $0.sheet = Sheet()
      $0.screen = .about(Sheet())
    }
    test.send(Rename(title: "b"), expectingNoReceiver: true)
    test.send(RowMessage.tapped, expectingNoReceiver: true)
  }

  @Test func scopesNestFromTheInsideOut() {
    makeTest { $0.sheet = Sheet() }.send(
      RowMessage.tapped.to(App.at.sheet.rows[1]),
      commands: [Load(id: 1).in(App.at.sheet.rows[1])]
    ) { $0.sheet?.rows[0].taps = 1 }
  }

  @Test func slicesBetweenScopesArePartOfTheAddress() {
    makeTest().send(
      RowMessage.tapped.to(App.at.otherHome.rows[1]),
      commands: [Load(id: 1).in(App.at.otherHome.rows[1])]
    ) { $0.otherHome.rows[0].taps = 1 }
  }

  @Test func anIdentifiedOptionalIsAddressedByItsID() {
    let test = makeTest { $0.detail = Detail(id: "b") }
    test.send(
      RowMessage.tapped.to(App.at.detail), commands: [LoadDetail().in(App.at.detail["b"])]
    ) {
      $0.detail?.loaded = 1
    }
    test.send(
      RowMessage.tapped.to(App.at.detail["b"]), commands: [LoadDetail().in(App.at.detail["b"])]
    ) {
      $0.detail?.loaded = 2
    }
    test.send(RowMessage.tapped.to(App.at.detail["a"]), expectingNoReceiver: true)
  }

  @Test func theCasesOfAnEnumAreToldApart() {
    let test = makeTest { $0.screen = .about(Sheet()) }
    test.send(
      Rename(title: "x").to(App.at.screen[case: Screen.listCase]), expectingNoReceiver: true)
    test.send(
      Rename(title: "x").to(App.at.screen[case: Screen.aboutCase]),
      commands: [LoadDetail().in(App.at.screen[case: Screen.aboutCase])]
    ) { $0.screen = .about(Sheet(title: "x")) }
  }

  @Test func aParentMayListenToItsChildren() {
    makeTest().send(
      RowMessage.deleteTapped.to(App.at.left[2]), commands: [Load(id: 2).in(App.at.left[2])]
    ) {
      $0.left.removeLast()
      $0.deleted = [2]
    }
  }

  @Test func providersComposeAsUpdatersDo() {
    let row = Row.watching
    let sheet = CombinedUpdater<Sheet>([.each(\.rows, row)])
    let home = CombinedUpdater<Home>([.each(\.rows, row)])
    let provider = CombinedUpdater<App>([
      .each(\.left, row), .optional(\.sheet, sheet),
      .case(\.screen, Screen.aboutCase, sheet), .slice(\.home, home),
    ])
    let ofLeft = Watch(id: 5).in(App.at.left[5])
    let ofHome = Watch(id: 1).in(App.at.home.rows[1])
    var app = App()
    app.left = [Row(id: 5)]
    #expect(difference(provider.subscriptions(model: app, message: nil), [ofLeft, ofHome]) == nil)
    app.sheet = Sheet()
    app.screen = .about(Sheet())
    let expected: [any Subscription] = [
      ofLeft, Watch(id: 1).in(App.at.sheet.rows[1]),
      Watch(id: 1).in(App.at.screen[case: Screen.aboutCase].rows[1]), ofHome,
    ]
    #expect(difference(provider.subscriptions(model: app, message: nil), expected) == nil)
  }

  @Test func namedSlicesComposeOnBothSides() {
    let updater = CombinedUpdater<Deep>([.slice(Deep.first, Self.home)])
    let provider = CombinedUpdater<Deep>([
      .slice(Deep.first, CombinedUpdater<Home>([.each(\.rows, Row.watching)]))
    ])
    StepTest(updater, model: Deep()).send(
      RowMessage.tapped.to(Deep.at[part: Deep.first].rows[1]),
      commands: [Load(id: 1).in(Deep.at[part: Deep.first].rows[1])]
    ) { $0.homes[0].rows[0].taps = 1 }
    #expect(
      difference(
        provider.subscriptions(model: Deep(), message: nil),
        [Watch(id: 1).in(Deep.at[part: Deep.first].rows[1])]) == nil)
    #expect(provider.subscriptions(model: Deep(homes: []), message: nil).isEmpty)
  }

  struct Deep: Model, Equatable {
    var homes = [Home()]

    static let first = ClosurePart<Deep, Home>("first") { model, change in
      if !model.homes.isEmpty { change(&model.homes[0]) }
    }
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

  @Test func addressesPrintAsTheirSourceWritesThem() {
    let message = RowMessage.tapped.to(App.at.sheet.rows[7])
    #expect("\(message.address)" == "App.at.sheet.rows[7]")
    #expect(message.address.shape == "App.at.sheet.rows[…]")
    #expect("\(App.at.otherHome.rows[7])" == "App.at.otherHome.rows[7]")
    #expect(
      "\(Load(id: 1).in(App.at.screen[case: Screen.listCase]))"
        == #"Load(id: 1).in(App.at.screen[case: "list"])"#)
    #expect(
      "\(Load(id: 1).in(Deep.at[part: Deep.first]))" == #"Load(id: 1).in(Deep.at[part: "first"])"#)
  }
}
