import Katana
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

  @Test func twoListsOfOneElementTypeAreToldApart() {
    let (model, commands) = updater.update(
      model: App(), message: RowMessage.tapped.in(\App.right, id: 2))
    #expect(model.left.map(\.taps) == [0, 0])
    #expect(model.right.map(\.taps) == [0, 1])
    #expect(difference(commands, [Load(id: 2).in(\App.right, id: 2)]) == nil)
  }

  @Test func anElementHearsOnlyWhatIsAddressedToIt() {
    let (model, commands) = updater.update(model: App(), message: RowMessage.tapped)
    #expect(model == App())
    #expect(commands.isEmpty)
  }

  @Test func aCollectionWithoutAnIDMeansEachElement() {
    let (model, commands) = updater.update(
      model: App(), message: RowMessage.tapped.in(\App.left))
    #expect(model.left.map(\.taps) == [1, 1])
    #expect(
      difference(commands, [Load(id: 1).in(\App.left, id: 1), Load(id: 2).in(\App.left, id: 2)])
        == nil)
  }

  @Test func anElementThatIsGoneIsPassedBy() {
    let (model, commands) = updater.update(
      model: App(), message: RowMessage.tapped.in(\App.left, id: 7))
    #expect(model == App())
    #expect(commands.isEmpty)
  }

  @Test func anOptionalHearsMessagesWithAndWithoutAnAddressWhileItIsThere() {
    var app = App()
    #expect(updater.update(model: app, message: Rename(title: "a").in(\App.sheet)).0 == app)
    app.sheet = Sheet()
    app.screen = .about(Sheet())
    let (addressed, _) = updater.update(model: app, message: Rename(title: "a").in(\App.sheet))
    #expect(addressed.sheet?.title == "a")
    #expect(addressed.screen == .about(Sheet()))
    let (bare, commands) = updater.update(model: app, message: Rename(title: "b"))
    #expect(bare.sheet?.title == "b")
    #expect(bare.screen == .about(Sheet(title: "b")))
    #expect(
      difference(
        commands, [LoadDetail().in(\App.sheet), LoadDetail().in(\App.screen, case: "about")])
        == nil)
  }

  @Test func scopesNestFromTheInsideOut() {
    var app = App()
    app.sheet = Sheet()
    let (model, commands) = updater.update(
      model: app, message: RowMessage.tapped.in(\Sheet.rows, id: 1).in(\App.sheet))
    #expect(model.sheet?.rows == [Row(id: 1, taps: 1)])
    let scope = RowMessage.tapped.in(\Sheet.rows, id: 1).in(\App.sheet).scope
    #expect(difference(commands, [ScopedCommand(Load(id: 1), in: scope)]) == nil)
  }

  @Test func slicesBetweenScopesArePartOfTheAddress() {
    let (model, commands) = updater.update(
      model: App(), message: RowMessage.tapped.in(\Home.rows, id: 1).in(\App.otherHome))
    #expect(model.home == Home())
    #expect(model.otherHome.rows == [Row(id: 1, taps: 1)])
    let scope = RowMessage.tapped.in(\Home.rows, id: 1).in(\App.otherHome).scope
    #expect(difference(commands, [ScopedCommand(Load(id: 1), in: scope)]) == nil)
  }

  @Test func anIdentifiedOptionalIsAddressedByItsID() {
    var app = App()
    app.detail = Detail(id: "b")
    let (_, commands) = updater.update(model: app, message: RowMessage.tapped)
    #expect(difference(commands, [LoadDetail().in(\App.detail, id: "b")]) == nil)
    let toAnother = RowMessage.tapped.in(\App.detail, id: "a")
    #expect(updater.update(model: app, message: toAnother).0 == app)
  }

  @Test func theCasesOfAnEnumAreToldApart() {
    var app = App()
    app.screen = .about(Sheet())
    let (model, _) = updater.update(
      model: app, message: Rename(title: "x").in(\App.screen, case: "list"))
    #expect(model == app)
    let (changed, _) = updater.update(
      model: app, message: Rename(title: "x").in(\App.screen, case: "about"))
    #expect(changed.screen == .about(Sheet(title: "x")))
  }

  @Test func aParentMayListenToItsChildren() {
    let (model, commands) = updater.update(
      model: App(), message: RowMessage.deleteTapped.in(\App.left, id: 2))
    #expect(model.left.map(\.id) == [1])
    #expect(model.deleted == [2])
    #expect(difference(commands, [Load(id: 2).in(\App.left, id: 2)]) == nil)
  }

  @Test func providersComposeAsUpdatersDo() {
    let row = FunctionSubscriptionProvider<Row> { [Watch(id: $0.id)] }
    let sheet = CombinedSubscriptionProvider<Sheet>([.each(\.rows, row)])
    let home = CombinedSubscriptionProvider<Home>([.each(\.rows, row)])
    let provider = CombinedSubscriptionProvider<App>([
      .each(\.left, row), .optional(\.sheet, sheet),
      .case(\.screen, Screen.aboutCase, sheet), .slice(\.home, home),
    ])
    var app = App()
    app.left = [Row(id: 5)]
    let homeScope = RowMessage.tapped.in(\Home.rows, id: 1).in(\App.home).scope
    #expect(
      difference(
        provider.subscriptions(model: app, message: nil),
        [
          Watch(id: 5).in(\App.left, id: 5), ScopedSubscription(Watch(id: 1), in: homeScope),
        ]) == nil)
    app.sheet = Sheet()
    app.screen = .about(Sheet())
    #expect(provider.subscriptions(model: app, message: nil).count == 4)
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
    let (model, commands) = updater.update(model: Deep(), message: message)
    #expect(model.homes[0].rows == [Row(id: 1, taps: 1)])
    #expect(difference(commands, [ScopedCommand(Load(id: 1), in: message.scope)]) == nil)
    #expect(
      difference(
        provider.subscriptions(model: Deep(), message: nil),
        [ScopedSubscription(Watch(id: 1), in: message.scope)]) == nil)
    #expect(provider.subscriptions(model: Deep(homes: []), message: nil).isEmpty)
  }

  @Test func addressesPrintAsTheirSourceWritesThem() {
    let message = RowMessage.tapped.in(\Sheet.rows, id: 7).in(\App.sheet)
    #expect("\(message.scope)" == #"\App.sheet → \Sheet.rows[7]"#)
    #expect("\(Load(id: 1).in(\App.screen, case: "list"))" == #"Load(id: 1).in(\App.screen.list)"#)
  }
}
