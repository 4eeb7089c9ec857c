import Katana
import KatanaTesting
import Testing

/// Functions around features: what they see, and what they must not lose.
@Suite struct ModifierTests {
  enum SheetMessage: Message, Equatable { case renamed(String) }
  enum AppMessage: Message, Equatable { case reset }

  struct Log: Command, Equatable { var text: String }

  struct Sheet: Model, Equatable {
    typealias Receives = SheetMessage
    var title = ""
    var rows = [Row(id: 1)]
  }
  struct App: Model, Equatable {
    typealias Receives = AppMessage
    var rows = [Row(id: 1), Row(id: 2)]
    var sheet: Sheet?
    var total = 0
    var isOn = true
  }

  static let sheet = CombinedUpdater<Sheet>([
    .full(
      TypedFunctionUpdater { (model: inout Sheet, message: SheetMessage) in
        if case .renamed(let title) = message { model.title = title }
        return []
      }),
    .each(\.rows, Row.updater),
    .each(\.rows, Row.watching),
  ])
  static let app = CombinedUpdater<App>([
    .full(
      TypedFunctionUpdater { (model: inout App, message: AppMessage) in
        model.total = 0
        return []
      }),
    .each(\.rows, Row.updater),
    .optional(\.sheet, sheet),
  ])

  struct Tick: Message {}

  /// The types that a lazy feature takes are known only when it is resolved.
  @Test func aModifierAroundALazyFeatureRunsForWhatThatTakes() {
    let inner = CombinedUpdater<App>([.optional(\.sheet, LazyFeature { Self.sheet })])
      .logged { [Log(text: "\(type(of: $0.message))")] }
    let app = CombinedUpdater<App>([
      .full(
        TypedFunctionUpdater { (model: inout App, _: Tick) in
          model.total += 1
          return []
        }), .full(inner),
    ])
    let test = StepTest(app, model: App(sheet: Sheet()))
    test.send(Tick()) { $0.total = 1 }
    test.send(
      .renamed("a"), to: App.at.sheet, commands: [Log(text: "SheetMessage")]
    ) { $0.sheet?.title = "a" }
  }

  @Test(arguments: [true, false])
  func aModifierAroundAnUpdaterRunsForTheTypesThatItStates(statesTypes: Bool) {
    let updater = FunctionUpdater<App>(
      takes: statesTypes ? .only([AppMessage.self]) : .unstated
    ) { model, message in
      var model = model
      if message is AppMessage { model.total = 0 }
      return (model, [])
    }
    let app = CombinedUpdater<App>([
      .full(TypedFunctionUpdater { (model: inout App, _: Tick) in [] }),
      .full(updater.logged { [Log(text: "\(type(of: $0.message))")] }),
    ])
    let test = StepTest(app, model: App(total: 3))
    test.send(Tick(), commands: statesTypes ? [] : [Log(text: "Tick")])
    test.send(
      AppMessage.reset, expectingNoReceiver: !statesTypes, commands: [Log(text: "AppMessage")]
    ) { $0.total = 0 }
  }

  @Test func anUndoIsNotRecorded() {
    let sheet = FunctionUpdater<Sheet>(takes: .all) { model, message in
      var model = model
      if case .renamed(let title)? = message as? SheetMessage { model.title = title }
      return (model, [])
    }
    let test = StepTest(sheet.undoable { _ in true }, model: Undoable(Sheet()))
    test.send(SheetMessage.renamed("a"), exhaustive: [])
    test.send(UndoMessage.undo, exhaustive: [])
    #expect(test.model.present.title == "")
    #expect(test.model.canRedo)
    #expect(!test.model.canUndo)
  }

  @Test func aModifierSeesWhatIsForTheFeatureAndWhatIsForItsChildren() {
    let logged = Self.app.logged { incoming in
      [Log(text: "\(incoming.message) \(incoming.address)")]
    }
    let test = StepTest(logged, model: App(sheet: Sheet(), total: 3))
    test.send(.reset, commands: [Log(text: "reset ")]) { $0.total = 0 }
    test.send(
      .tapped, to: App.at.rows[2],
      commands: [Log(text: "tapped App.at.rows[2]"), Load(id: 2).in(App.at.rows[2])]
    ) { $0.rows[1].taps = 1 }
    test.send(
      .tapped, to: App.at.sheet.rows[1],
      commands: [
        Log(text: "tapped App.at.sheet.rows[1]"), Load(id: 1).in(App.at.sheet.rows[1]),
      ]
    ) { $0.sheet?.rows[0].taps = 1 }
  }

  @Test func aModifierMayKeepAMessageFromTheFeature() {
    let guarded = Self.app.modified { model, _, next in model.isOn ? next(&model) : [] }
    let test = StepTest(guarded, model: App(total: 1, isOn: false))
    test.send(.reset)
    test.send(.tapped, to: App.at.rows[1])
    test.model.isOn = true
    test.send(.reset) { $0.total = 0 }
  }

  @Test func aModifierInsideOfASliceKeepsTheAddressesOfTheChildren() {
    struct Window: Model, Equatable {
      var title = ""
      var app = App()
    }
    let window = CombinedUpdater<Window>([
      .slice(\.app, Self.app.logged { [Log(text: "\($0.message)")] })
    ])
    StepTest(window, model: Window()).send(
      .tapped, to: Window.at.app.rows[2],
      commands: [Log(text: "tapped"), Load(id: 2).in(Window.at.app.rows[2])]
    ) { $0.app.rows[1].taps = 1 }
  }

  @Test func modifiersNest() {
    let twice = Self.app.logged { _ in [Log(text: "inner")] }.logged { _ in [Log(text: "outer")] }
    StepTest(twice, model: App()).send(
      .tapped, to: App.at.rows[1],
      commands: [Log(text: "outer"), Log(text: "inner"), Load(id: 1).in(App.at.rows[1])]
    ) { $0.rows[0].taps = 1 }
  }

  @Test func aModifiedChildIsStillAddressed() {
    let updater = CombinedUpdater<App>([
      .optional(\.sheet, Self.sheet.onChange(of: \.title) { model, old in [Log(text: old)] })
    ])
    let test = StepTest(updater, model: App(sheet: Sheet(title: "a")))
    test.send(
      .renamed("b"), to: App.at.sheet, commands: [Log(text: "a").in(App.at.sheet)]
    ) { $0.sheet?.title = "b" }
    test.send(.renamed("b"), to: App.at.sheet)
    test.send(
      .tapped, to: App.at.sheet.rows[1], commands: [Load(id: 1).in(App.at.sheet.rows[1])]
    ) { $0.sheet?.rows[0].taps = 1 }
  }

  @Test func theSubscriptionsOfAModifiedFeatureStay() {
    let modified = Self.app.logged { _ in [] }
    let declared = modified.subscriptions(model: App(sheet: Sheet()), message: nil)
    #expect(difference(declared, [Watch(id: 1).in(App.at.sheet.rows[1])]) == nil)
  }

  @Test func aListenerMayBeInsideOfAModifier() {
    let updater = CombinedUpdater<App>([
      .each(\.rows, Row.updater) { model, id, message in
        model.total += id
        return [Log(text: "heard")]
      }
    ]).logged { _ in [Log(text: "before")] }
    StepTest(updater, model: App()).send(
      .loaded, to: App.at.rows[2], commands: [Log(text: "before"), Log(text: "heard")]
    ) {
      $0.rows[1].taps = 1
      $0.total = 2
    }
  }

  @Test func anUntypedUpdaterInsideIsCalledForWhatNobodyNames() {
    struct Other: Message {}
    let updater = CombinedUpdater<App>([
      .full(Self.app),
      .full(
        FunctionUpdater<App>(takes: .only([Other.self])) { (model: consuming App, message) in
          if message is Other { model.total += 1 }
          return (model, [])
        }),
    ]).logged { _ in [Log(text: "once")] }
    let test = StepTest(updater, model: App(total: 4))
    test.send(Other(), commands: [Log(text: "once")]) { $0.total = 5 }
    test.send(.reset, commands: [Log(text: "once")]) { $0.total = 0 }
  }

  @Test func undoGoesBackToTheStateBeforeARecordedMessage() {
    struct Desk: Model, Equatable { var document = Undoable(App()) }
    let desk = CombinedUpdater<Desk>([
      .slice(\.document, Self.app.undoable(limit: 2) { $0 as? RowMessage == .tapped })
    ])
    let test = StepTest(desk, model: Desk())
    for taps in 1...3 {
      test.send(
        .tapped, to: Desk.at.document.present.rows[1],
        commands: [Load(id: 1).in(Desk.at.document.present.rows[1])]
      ) {
        $0.document.past.append($0.document.present)
        if taps == 3 { $0.document.past.removeFirst() }
        $0.document.present.rows[0].taps = taps
      }
    }
    #expect(test.model.document.past.map { $0.rows[0].taps } == [1, 2])
    // An answer changes the present, and is no step of its own.
    test.send(.loaded, to: Desk.at.document.present.rows[1]) {
      $0.document.present.rows[0].taps = 4
    }
    test.send(.undo, to: Desk.at.document, exhaustive: [])
    #expect(test.model.document.present.rows[0].taps == 2)
    test.send(.undo, to: Desk.at.document, exhaustive: [])
    #expect(test.model.document.present.rows[0].taps == 1)
    #expect(!test.model.document.canUndo)
    test.send(.undo, to: Desk.at.document)
    test.send(.redo, to: Desk.at.document, exhaustive: [])
    test.send(.redo, to: Desk.at.document, exhaustive: [])
    #expect(test.model.document.present.rows[0].taps == 4)
    #expect(!test.model.document.canRedo)
  }

  // MARK: Only for what something inside takes

  struct RowTick: MessageTo { typealias Receiver = Row }

  private static let rowTicking = TypedFunctionUpdater { (row: inout Row, _: RowTick) in
    row.taps = 9
    return []
  }

  @Test func aModifierDoesNotRunForAMessageThatAnotherFeatureTakes() {
    let rows = CombinedUpdater<App>([.each(\.rows, Row.updater)])
    let logged = rows.logged { _ in [Log(text: "log")] }
    let app = CombinedUpdater<App>([.full(logged), .each(\.rows, Self.rowTicking)])
    StepTest(app, model: App()).send(RowTick().to(App.at.rows[1])) { $0.rows[0].taps = 9 }
  }

  @Test func aModifierRunsForAMessageThatAListenerInsideHears() {
    let logged = CombinedUpdater<App>([
      .each(\.rows, Row.updater),
      .listen(to: App.at.rows, RowTick.self) { app, _, _ in
        app.total += 1
        return []
      },
    ]).logged { _ in [Log(text: "log")] }
    let app = CombinedUpdater<App>([.full(logged), .each(\.rows, Self.rowTicking)])
    StepTest(app, model: App()).send(
      RowTick().to(App.at.rows[1]), commands: [Log(text: "log")]
    ) { ($0.rows[0].taps, $0.total) = (9, 1) }
  }
}
