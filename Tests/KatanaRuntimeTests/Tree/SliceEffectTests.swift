import KatanaRuntime
import KatanaTesting
import Testing

/// What features in slices and in rows declare and send, as the whole app sees it.
@Suite struct SliceEffectTests {
  private struct Row: Model, Equatable, Identifiable {
    typealias Receives = RowMessage
    let id: Int
    var count = 0
  }
  private enum RowMessage: Message, Equatable { case ticked, touched }
  private struct Ticks: Subscription, Equatable { var reply = Reply(RowMessage.ticked) }
  private struct Side: Model, Equatable { var rows = [Row(id: 1)] }
  private struct App: Model, Equatable {
    var title = ""
    var left = Side()
    var right = Side()
  }
  private struct Begin: Message {}

  private static let row = TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
    model.count += 1
    return []
  }
  private static let side = CombinedUpdater<Side>([
    .each(\.rows, row),
    .full(FunctionSubscriptionProvider<Side> { _ in [Ticks().in(Side.at.rows[1])] }),
  ])

  @Test func aSubscriptionThatASliceDeclaresForItsRowComesBackToIt() {
    let app = AppTest(Program(model: App(), CombinedUpdater<App>([.slice(\.right, Self.side)])))
    app.start(subscriptions: [.started(Ticks().in(App.at.right.rows[1]))])
    app.emit(\Ticks.reply, with: (), sends: [RowMessage.ticked.to(App.at.right.rows[1])]) {
      $0.right.rows[0].count = 1
    }
    app.finish()
  }

  /// Whether `left` or `right` is meant, the address does not say.
  @Test func anAddressInOneOfTwoSlicesOfATypeIsNotGuessed() {
    let begin = TypedFunctionUpdater { (_: inout App, _: Begin) in
      [Send(.touched, to: Side.at.rows[1])]
    }
    let app = AppTest(
      Program(
        model: App(),
        CombinedUpdater<App>([
          .full(begin), .slice(\.left, CombinedUpdater<Side>([.each(\.rows, Self.row)])),
          .slice(\.right, CombinedUpdater<Side>([.each(\.rows, Self.row)])),
        ])), allowing: [.messageNotTaken])
    app.send(
      Begin(), commands: [Send(.touched, to: Side.at.rows[1])], exhaustive: [.model])
    #expect(app.model == App())
    app.finish()
  }

  /// A provider that reads the message is asked after each one, also inside of rows.
  @Test func aProviderOfARowThatReadsTheMessageIsAskedAfterEachOne() {
    struct Watching: MessageSubscriptionProvider {
      func subscriptions(model: Row, message: (any Message)?) -> [any Subscription] {
        message is Begin ? [Ticks()] : []
      }
    }
    // Changes another part than the one whose provider reads it.
    let begin = TypedFunctionUpdater { (model: inout Side, _: Begin) in
      model.rows = []
      return []
    }
    let app = AppTest(
      Program(
        model: App(),
        CombinedUpdater<App>([
          .slice(\.right, begin),
          .slice(
            \.left, CombinedUpdater<Side>([.each(\.rows, Self.row), .each(\.rows, Watching())])),
        ])))
    app.send(Begin(), exhaustive: [.commands]) { $0.right.rows = [] }
    #expect(app.running.count == 1)
    app.send(.touched, to: App.at.left.rows[1], exhaustive: [.commands]) {
      $0.left.rows[0].count = 1
    }
    #expect(app.running.isEmpty)
    app.finish()
  }
}
