import KatanaRuntime
import KatanaTesting
import Testing

/// A parent returns commands for a child with an `id`, without naming the `id`. Another child then
/// replaces the first one within a single update.
@Suite struct ReplacedChildTests {
  struct Load: Command, Equatable {
    var id: Int
    var reply = Reply { (text: String) in SheetMessage.loaded(text) }
  }
  enum SheetMessage: Message { case loaded(String), cancel }
  struct Sheet: Model, Identifiable, Equatable {
    typealias Receives = SheetMessage
    var id: Int
    var text = ""
  }
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var sheet: Sheet?
  }
  enum RowMessage: Message { case tapped(Int) }
  struct App: Model, Equatable {
    typealias Receives = AppMessage
    var sheet: Sheet?
    var rows = [Row(id: 1), Row(id: 2)]
  }
  enum AppMessage: Message { case tapped(Int), cancel, replaceAndCancel(Int), dismissLater }
  enum ID { case load }

  static let sheet = TypedFunctionUpdater { (sheet: inout Sheet, message: SheetMessage) in
    switch message {
    case .loaded(let text):
      sheet.text += text
      return []
    case .cancel: return [Cancel(id: ID.load)]
    }
  }
  static let row = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (row: inout Row, message: RowMessage) in
        guard case .tapped(let id) = message else { return [] }
        row.sheet = Sheet(id: id)
        return [Load(id: id).in(Row.at.sheet)]
      }), .optional(\.sheet, sheet),
  ])
  static func app(onLeave: OnLeave, isModified: Bool) -> any Feature<App> {
    let opener = TypedFunctionUpdater { (app: inout App, message: AppMessage) in
      switch message {
      case .tapped(let id):
        app.sheet = Sheet(id: id)
        return [Load(id: id).cancellable(id: ID.load).in(App.at.sheet)]
      case .cancel: return [Cancel(id: ID.load).in(App.at.sheet)]
      case .dismissLater: return [Dismiss().delayed(by: .seconds(1)).in(App.at.sheet)]
      case .replaceAndCancel(let id):
        app.sheet = Sheet(id: id)
        return [Cancel(id: ID.load).in(App.at.sheet)]
      }
    }
    let sheets: FeaturePart<App> = .optional(\.sheet, sheet, onLeave: onLeave)
    return CombinedUpdater<App>([
      .full(opener),
      isModified
        ? .full(CombinedUpdater<App>([sheets]).modified { model, _, next in next(&model) })
        : sheets,
      .each(\.rows, row),
    ])
  }

  static func test(onLeave: OnLeave, isModified: Bool) -> AppTest<App> {
    func open(_ feature: some Feature<App>) -> AppTest<App> {
      AppTest(Program(model: App(), feature))
    }
    return open(app(onLeave: onLeave, isModified: isModified))
  }

  @Test(arguments: [false, true])
  func anAnswerForTheReplacedChildDoesNotReachTheNewOne(isModified: Bool) {
    let app = Self.test(onLeave: .keep, isModified: isModified)
    app.send(.tapped(1), exhaustive: false)
    app.send(.tapped(2), exhaustive: false)
    app.answer(\Load.reply, at: 0, with: "one", expectingNoReceiver: true)
    #expect(app.model.sheet == Sheet(id: 2))
    app.answer(\Load.reply, at: 0, with: "two", exhaustive: false)
    #expect(app.model.sheet == Sheet(id: 2, text: "two"))
    app.finish()
  }

  @Test(arguments: [false, true])
  func theCommandOfTheReplacedChildIsCancelledIfThePartSaysSo(isModified: Bool) {
    let app = Self.test(onLeave: .cancel, isModified: isModified)
    app.send(.tapped(1), exhaustive: false)
    app.send(.tapped(2), exhaustive: false)
    #expect(app.pending.count == 1)
    app.answer(\Load.reply, with: "two", exhaustive: false)
    #expect(app.model.sheet == Sheet(id: 2, text: "two"))
    app.finish()
  }

  @Test(arguments: [false, true])
  func theChildCancelsACommandThatItsParentReturnedForIt(isModified: Bool) {
    let app = Self.test(onLeave: .keep, isModified: isModified)
    app.send(.tapped(1), exhaustive: false)
    app.send(.cancel, to: App.at.sheet, exhaustive: false)
    #expect(app.pending.count == 0)
    app.finish()
  }

  @Test(arguments: [false, true])
  func aCancelWithoutTheIDMeansTheReplacedChildToo(isModified: Bool) {
    for message in [AppMessage.cancel, .replaceAndCancel(2)] {
      let app = Self.test(onLeave: .keep, isModified: isModified)
      app.send(.tapped(1), exhaustive: false)
      app.send(message, exhaustive: false)
      #expect(app.pending.count == 0)
      app.finish()
    }
  }

  @Test(arguments: [false, true])
  func aDismissalOfTheReplacedChildDoesNotDismissTheNewOne(isModified: Bool) {
    let app = Self.test(onLeave: .keep, isModified: isModified)
    app.send(.tapped(1), exhaustive: false)
    app.send(.dismissLater, exhaustive: false)
    app.send(.tapped(2), exhaustive: false)
    app.advance(by: .seconds(1), exhaustive: false)
    #expect(app.model.sheet == Sheet(id: 2))
    app.finish(ignoringPending: [Load.self])
  }

  @Test func theSheetOfARowIsFoundInItsRow() {
    let app = Self.test(onLeave: .keep, isModified: false)
    app.send(.tapped(1), to: App.at.rows[2], exhaustive: false)
    app.send(.tapped(2), to: App.at.rows[2], exhaustive: false)
    app.answer(\Load.reply, at: 0, with: "one", expectingNoReceiver: true)
    app.answer(\Load.reply, at: 0, with: "two", exhaustive: false)
    #expect(app.model.rows[1].sheet == Sheet(id: 2, text: "two"))
    app.finish()
  }

  struct News: Subscription {
    var reply = Reply { (text: String) in SheetMessage.loaded(text) }
  }
  struct NewsProvider: SubscriptionProvider {
    func subscriptions(model: App) -> [any Subscription] {
      model.sheet == nil ? [] : [News().in(App.at.sheet)]
    }
  }

  /// The parent's declaration is the same after the replacement, so nothing stops.
  @Test func aSubscriptionThatTheParentDeclaresForThePartGoesOnForTheNewChild() {
    let app = AppTest(
      Program(
        model: App(),
        CombinedUpdater<App>([
          .full(Self.app(onLeave: .keep, isModified: false)), .full(NewsProvider()),
        ])))
    app.send(
      .tapped(1), subscriptions: [.started(News().in(App.at.sheet))],
      exhaustive: [.subscriptions]
    )
    app.send(.tapped(2), exhaustive: [.subscriptions])
    app.emit(\News.reply, with: "news", exhaustive: [.subscriptions]) {
      $0.sheet?.text = "news"
    }
    app.finish(ignoringPending: [Load.self])
  }
}
