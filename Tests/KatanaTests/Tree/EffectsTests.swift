import Katana
import Testing

/// The effects of features of every kind.
@Suite struct EffectsTests {
  struct Load: Command {}
  struct Save: Command {}
  struct Clock: Subscription {}
  struct Ping: Message {}
  struct Row: Model, Identifiable { var id = 0 }
  struct App: Model {
    var rows: [Row] = []
    var text = ""
  }

  struct Loading<TypedModel: Model>: TypedUpdater {
    let effects: [EffectType] = [.command(Load.self)]
    func update(model: inout TypedModel, message: Ping) -> [any Command] { [Load()] }
  }

  struct Clocked<TypedModel: Model>: SubscriptionProvider {
    let effects: [EffectType] = [.subscription(Clock.self)]
    func subscriptions(model: TypedModel) -> [any Subscription] { [Clock()] }
  }

  @Test func aCombinationHasThoseOfItsPartsOnceAndItsOwn() {
    let row = CombinedUpdater<Row>([.full(Loading()), .full(Clocked())])
    let app = CombinedUpdater<App>(
      [.full(Loading()), .each(\.rows, row)], effects: [.command(Save.self)])
    #expect(
      Set(app.effects) == [.command(Load.self), .command(Save.self), .subscription(Clock.self)])
    #expect(app.effects.count == 3)
    #expect(Program(model: App(), app).effects == app.effects)
    #expect(app.tree.effects == app.effects)
  }

  @Test func whatIsAroundAFeatureHasThoseOfTheFeature() {
    let loading = Loading<App>()
    let expected: [EffectType] = [.command(Load.self)]
    #expect(loading.effects == expected)
    #expect(loading.tree.effects == expected)
    #expect(loading.modified { model, _, next in next(&model) }.effects == expected)
    #expect(loading.onChange(of: \.text) { _, _ in [] }.effects == expected)
    #expect(LazyFeature<App> { loading }.effects == expected)
    #expect(CombinedUpdater<App>([.full(loading)]).effects == expected)
  }

  struct Sheets: Model {
    var app: App?
    var row: Row?
  }

  /// A function that returns a `LazyFeature` makes several of them in one line.
  @Test func lazyFeaturesOfOneLineHaveTheirOwnEffects() {
    func lazily<TypedModel: Model>(
      _ make: @escaping @Sendable () -> CombinedUpdater<TypedModel>
    ) -> LazyFeature<TypedModel> {
      LazyFeature { make() }
    }
    let sheets = CombinedUpdater<Sheets>([
      .optional(\.app, lazily { CombinedUpdater<App>([.full(Loading())]) }),
      .optional(\.row, lazily { CombinedUpdater<Row>([.full(Clocked())]) }),
    ])
    #expect(sheets.effects == [.command(Load.self), .subscription(Clock.self)])
  }

  @Test func effectsAreEqualIfTheirTypesAre() {
    #expect(EffectType.command(Load.self) == .command(Load.self))
    #expect(EffectType.command(Load.self) != .command(Save.self))
    #expect(EffectType.command(Load.self) != .subscription(Clock.self))
  }
}
