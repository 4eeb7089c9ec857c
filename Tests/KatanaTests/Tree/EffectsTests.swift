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
    let effects: [any Effect.Type] = [Load.self]
    func update(model: inout TypedModel, message: Ping) -> [any Command] { [Load()] }
  }

  struct Clocked<TypedModel: Model>: SubscriptionProvider {
    let effects: [any Effect.Type] = [Clock.self]
    func subscriptions(model: TypedModel) -> [any Subscription] { [Clock()] }
  }

  @Test func aCombinationHasThoseOfItsPartsOnceAndItsOwn() {
    let row = CombinedUpdater<Row>([.full(Loading()), .full(Clocked())])
    let app = CombinedUpdater<App>(
      [.full(Loading()), .each(\.rows, row)], effects: [Save.self])
    #expect(names(app.effects) == ["Clock", "Load", "Save"])
    #expect(names(Program(model: App(), app).effects) == names(app.effects))
    #expect(names(app.tree.effects) == names(app.effects))
  }

  @Test func whatIsAroundAFeatureHasThoseOfTheFeature() {
    let loading = Loading<App>()
    #expect(names(loading.effects) == ["Load"])
    #expect(names(loading.tree.effects) == ["Load"])
    #expect(names(loading.modified { model, _, next in next(&model) }.effects) == ["Load"])
    #expect(names(loading.onChange(of: \.text) { _, _ in [] }.effects) == ["Load"])
    #expect(names(LazyFeature<App> { loading }.effects) == ["Load"])
    #expect(names(CombinedUpdater<App>([.full(loading)]).effects) == ["Load"])
    #expect(names(loading.with(.each(\.rows, Clocked())).effects) == ["Clock", "Load"])
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
    #expect(names(sheets.effects) == ["Clock", "Load"])
  }

  private func names(_ effects: [any Effect.Type]) -> [String] { effects.map { "\($0)" }.sorted() }
}
