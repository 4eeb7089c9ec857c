import KatanaRuntime
import KatanaTesting
import Testing

/// A stack of screens that are cases of an enum, a sheet, and what becomes of their commands.
@Suite struct NavigationTests {
  enum PageMessage: Message, Equatable { case appeared, loaded(String), closeTapped }
  enum AppMessage: Message, Equatable {
    case push(Screen), pop, present(Sheet?)
    case show(Page)
  }

  struct LoadPage: Command, Equatable {
    var number: Int
    var reply = Reply(PageMessage.loaded)
  }
  struct Remember: Command, Equatable { var text: String }
  struct Watch: Subscription { var number: Int }

  struct Page: Model, Identifiable, Equatable {
    typealias Receives = PageMessage
    var number = 1
    var text = ""
    var id: Int { number }
  }
  struct Home: Model, Equatable {
    typealias Receives = PageMessage
    var text = ""
  }
  struct Sheet: Model, Equatable {
    typealias Receives = PageMessage
    var text = ""
    var presentation = 0
  }
  enum Place: Model, Equatable {
    case home(Home)
    case page(Page)

    static let homeCase = EnumCase("home", Place.home) {
      if case .home(let it) = $0 { it } else { nil }
    }
    static let pageCase = EnumCase("page", Place.page) {
      if case .page(let it) = $0 { it } else { nil }
    }
  }
  struct Screen: Model, Identifiable, Equatable {
    var id: Int
    var place: Place
  }
  struct App: Model, Equatable {
    typealias Receives = AppMessage
    var path: [Screen] = []
    var sheet: Sheet?
    var current = Place.home(Home())
    var dismissed: [String] = []
  }

  static let page = CombinedUpdater<Page>([
    .full(
      TypedFunctionUpdater { (model: inout Page, message: PageMessage) in
        switch message {
        case .appeared: return [LoadPage(number: model.number)]
        case .loaded(let text): model.text = text
        case .closeTapped: return [Remember(text: "page"), Dismiss()]
        }
        return []
      }),
    .full(FunctionSubscriptionProvider { [Watch(number: $0.number)] }),
  ])
  static let home = TypedFunctionUpdater { (model: inout Home, message: PageMessage) in
    if case .loaded(let text) = message { model.text = text }
    return message == .appeared ? [LoadPage(number: 0)] : []
  }
  static let sheet = TypedFunctionUpdater { (model: inout Sheet, message: PageMessage) in
    switch message {
    case .appeared: return [LoadPage(number: -1)]
    case .loaded(let text): model.text = text
    case .closeTapped: return [Dismiss()]
    }
    return []
  }
  static let screen = CombinedUpdater<Screen>([
    .case(\.place, Place.homeCase, home), .case(\.place, Place.pageCase, page),
  ])
  static let app = CombinedUpdater<App>([
    .full(
      TypedFunctionUpdater { (model: inout App, message: AppMessage) in
        switch message {
        case .push(let screen): model.path.append(screen)
        case .pop: model.path.removeLast()
        case .present(let sheet): model.sheet = sheet
        case .show(let page): model.current = .page(page)
        }
        return []
      }),
    .each(\.path, screen, onLeave: .cancel),
    .optional(\.sheet, id: \.presentation, sheet),
    .case(\.current, Place.pageCase, page),
    .listen(to: App.at.sheet, Dismissed.self) { model, _, _ in
      model.dismissed.append("sheet \(model.sheet?.text ?? "gone")")
      return []
    },
  ])

  private func makeTest(_ model: App = App()) -> AppTest<App> {
    AppTest(Program(model: model, Self.app))
  }

  private func screen(_ id: Int, _ number: Int) -> Screen {
    Screen(id: id, place: .page(Page(number: number)))
  }

  private func page(_ id: Int) -> Address<App, Page> {
    App.at.path[id].place[case: Place.pageCase]
  }

  @Test func aScreenThatLeavesTakesItsCommandsWithIt() {
    let test = makeTest(App(path: [screen(1, 1)]))
    test.start(subscriptions: [.started(Watch(number: 1).in(page(1)[1]))])
    test.send(
      .push(screen(2, 5)), subscriptions: [.started(Watch(number: 5).in(page(2)[5]))]
    ) { $0.path.append(screen(2, 5)) }
    test.send(.appeared, to: page(1), commands: [LoadPage(number: 1).in(page(1)[1])])
    test.send(.appeared, to: page(2), commands: [LoadPage(number: 5).in(page(2)[5])])
    test.send(.pop, subscriptions: [.stopped(Watch(number: 5).in(page(2)[5]))]) {
      $0.path.removeLast()
    }
    #expect(test.pending(LoadPage.self) == [LoadPage(number: 1)])
    test.answer(\LoadPage.reply, with: "one") {
      $0.path[0].place = .page(Page(number: 1, text: "one"))
    }
    test.finish()
  }

  @Test func aCaseThatIsLeftTakesItsCommandsWithIt() {
    let app = CombinedUpdater<App>([
      .case(\.current, Place.homeCase, Self.home, onLeave: .cancel) { model, message in
        if message == .closeTapped { model.current = .page(Page()) }
        return []
      }
    ])
    let home = App.at.current[case: Place.homeCase]
    let test = AppTest(Program(model: App(), app))
    test.send(.appeared, to: home, commands: [LoadPage(number: 0).in(home)])
    test.send(.closeTapped, to: home) { $0.current = .page(Page()) }
    #expect(test.pending.isEmpty)
    test.finish()
  }

  enum ScreenMessage: MessageTo {
    typealias Receiver = Screen
    case close
  }

  @Test func aChildRemovesItselfFromACollection() {
    let app = CombinedUpdater<App>([
      .each(
        \.path,
        TypedFunctionUpdater { (model: inout Screen, message: ScreenMessage) in
          [Remember(text: "\(model.id)"), Dismiss()]
        })
    ])
    let test = AppTest(Program(model: App(path: [screen(1, 1), screen(2, 2)]), app))
    test.send(
      ScreenMessage.close.to(App.at.path[2]),
      commands: [Remember(text: "2").in(App.at.path[2]), Dismiss().in(App.at.path[2])]
    ) { $0.path.removeLast() }
    test.answer(Remember.self)
    test.finish()
  }

  @Test func aSheetDismissesItselfAndItsParentIsToldBefore() {
    let test = makeTest(App(sheet: Sheet(text: "draft")))
    test.send(.closeTapped, to: App.at.sheet, commands: [Dismiss().in(App.at.sheet[id: 0])]) {
      $0.sheet = nil
      $0.dismissed = ["sheet draft"]
    }
    test.finish()
  }

  @Test func aCaseCannotDismissItselfAndThatIsReported() {
    let test = AppTest(
      Program(model: App(current: .page(Page(number: 3))), Self.app),
      allowing: [.messageNotTaken])
    test.start(
      subscriptions: [
        .started(Watch(number: 3).in(App.at.current[case: Place.pageCase][3]))
      ])
    let page = App.at.current[case: Place.pageCase][3]
    test.send(
      .closeTapped, to: App.at.current[case: Place.pageCase],
      commands: [Remember(text: "page").in(page), Dismiss().in(page)])
    test.answer(Remember.self)
    test.finish()
  }

  @Test func anIdentifiedCaseIsANewChildWhenItsIDChanges() {
    let test = makeTest(App(current: .page(Page(number: 1))))
    let place = App.at.current[case: Place.pageCase]
    test.start(subscriptions: [.started(Watch(number: 1).in(place[1]))])
    test.send(.appeared, to: place, commands: [LoadPage(number: 1).in(place[1])])
    test.send(
      .show(Page(number: 2)),
      subscriptions: [
        .stopped(Watch(number: 1).in(place[1])), .started(Watch(number: 2).in(place[2])),
      ]
    ) { $0.current = .page(Page(number: 2)) }
    // The answer for page 1 does not reach page 2.
    test.answer(\LoadPage.reply, with: "one", expectingNoReceiver: true)
    #expect(test.model.current == .page(Page(number: 2)))
    test.finish()
  }

  @Test func aPartSaysThatItsValueWasReplacedWithinOneUpdate() {
    let test = makeTest(App(sheet: Sheet(presentation: 1)))
    test.send(.appeared, to: App.at.sheet, commands: [LoadPage(number: -1).in(App.at.sheet[id: 1])])
    test.send(.present(Sheet(presentation: 2))) { $0.sheet = Sheet(presentation: 2) }
    test.answer(\LoadPage.reply, with: "old", expectingNoReceiver: true)
    #expect(test.model.sheet?.text == "")
    test.finish()
  }
}
