import KatanaRuntime
import KatanaTesting
import Testing

/// A lazy feature stands wherever a feature does, and nothing reaches less of it.
@Suite struct LazyFeatureTests {
  struct Cleared: Message {}

  struct Box: Model, Equatable {
    typealias Receives = RowMessage
    var clears = 0
    var rows = [Row(id: 1)]
  }
  struct App: Model, Equatable {
    var before = 0
    var box = Box()
    static let first = ClosurePart<App, Box>("first") { $1(&$0.box) }
  }

  static let row = CombinedUpdater<Row>([.full(Row.updater), .full(Row.watching)])
  static let box = CombinedUpdater<Box>([
    .full(
      TypedFunctionUpdater { (model: inout Box, _: Cleared) in
        model.clears += 1
        return []
      }),
    .each(\.rows, row),
  ])

  @Test func aSliceWithALazyFeatureIsRejected() async {
    await #expect(processExitsWith: .failure) {
      let modified = LazyFeature { LazyFeatureTests.box }.modified { model, _, next in
        next(&model)
      }
      _ = CombinedUpdater<App>([.slice(\.box, modified)])
    }
  }

  @Test func aChildWithALazyFeatureIsRejectedEvenIfThereIsAListener() async {
    await #expect(processExitsWith: .failure) {
      _ = CombinedUpdater<App>([
        .child(\.box, LazyFeature { LazyFeatureTests.box }) { _, _ in [] }
      ])
    }
  }

  private enum Endless {
    static let feature: CombinedUpdater<Box> = CombinedUpdater([
      .each(\.rows, row), .full(LazyFeature { feature }),
    ])
  }

  /// It would wait for itself without a word.
  @Test func aLazyFeatureOfTheWholeModelIsRejected() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Endless.feature
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("A .full part of Box holds a LazyFeature."))
  }

  @Test func aClosurePartMayBeLazy() {
    let app = CombinedUpdater<App>([.slice(App.first, LazyFeature { Self.box })])
    let test = StepTest(app, model: App())
    test.send(Cleared()) { $0.box.clears = 1 }
    test.send(
      .tapped, to: App.at[part: App.first].rows[1],
      commands: [Load(id: 1).in(App.at[part: App.first].rows[1])]
    ) { $0.box.rows[0].taps = 1 }
  }

  @Test func aLazyRootIsAskedForItsFeatureOnceForItsProgram() {
    let asked = Locked(0)
    let program = Program(
      model: Row(id: 1),
      LazyFeature<Row> {
        asked.withLock { $0 += 1 }
        return Self.row
      })
    let afterCreation = asked.withLock { $0 }
    StepTest(program).send(RowMessage.tapped, commands: [Load(id: 1)]) { $0.taps = 1 }
    #expect(asked.withLock { $0 } == afterCreation)
  }
}
