import KatanaRuntime
import KatanaTesting
import Testing

/// The selection of a command or subscription by `of:` and `at:`.
@Suite struct SelectionTests {
  struct Call: Command {
    var number: Int
    var reply = Reply(ShopMessage.parcelProgressed)
    /// A part that cannot be compared.
    var body: @Sendable () -> Void = {}
  }

  private func makeApp(
    _ commands: [any Command], interpreters: [Interpreter] = [], isBusy: Bool = false,
    allowing issues: [RuntimeIssue.Kind] = []
  ) -> AppTest<Shop> {
    let app = AppTest(
      Program(
        model: Shop(isBusy: isBusy, items: [Item(id: 1, title: "a")]),
        CombinedUpdater([.full(shopUpdater)] + (isBusy ? [.full(shopSubscriptions)] : [])),
        commands: commands), interpreters: interpreters, ignoringPending: [Parcel.self],
      allowing: issues)
    _ = failures { app.start(exhaustive: false) }
    return app
  }

  @Test func aCommandMayBeNamedAsItWasStated() {
    let one = LoadItem(id: 1).cancellable(id: 1).in(Shop.at.items[1])
    let two = LoadItem(id: 2).delayed(by: .seconds(1)).cancellable(id: 2)
    // The answer to `two` is a message for an item, but has no address.
    let app = makeApp(
      [one, two, LoadItem(id: 3).map { (_: ItemMessage) in ShopMessage.ticked }],
      allowing: [.messageNotTaken])
    app.answer(
      \LoadItem.reply, of: LoadItem(id: 3).map { (_: ItemMessage) in ShopMessage.ticked }, with: ""
    ) {
      $0.seconds = 1
    }
    app.advance(by: .seconds(1))
    app.answer(\LoadItem.reply, of: two, with: "2", sends: [ItemMessage.loaded("2")])
    app.answer(\LoadItem.reply, of: one, with: "1") { $0.items[0].title = "1" }
    app.finish()
  }

  @Test func whatCannotBeComparedDoesNotHideACommand() {
    let app = makeApp([Call(number: 1), Call(number: 2)])
    app.answer(\Call.reply, of: Call(number: 2), with: 0.5) { $0.seconds = 50 }
    app.answer(\Call.reply, of: Call(number: 1), with: 0.25) { $0.seconds = 25 }
    app.finish()
  }

  @Test func whatWaitsForItsTimeIsNamed() {
    let app = makeApp([Parcel().debounced(id: 1, for: .seconds(1))])
    #expect(
      text(of: failures { app.answer(Parcel.self) }) == """
        No command Parcel is pending.
          Pending: none
          Waiting: Parcel(done: Reply(ShopMessage.…)).debounced(id: 1, for: .seconds(1)), due in 1 s
        To fix this, let time pass with `advance(by:)`, or answer the command that it waits for.
        """)
  }

  @Test func aSubscriptionThatRunsForRealIsNamed() {
    let app = makeApp([], interpreters: [.subscription(TicksInterpreter.self)], isBusy: true)
    #expect(
      text(of: failures { app.emit(\Ticks.reply, with: ()) }) == """
        The subscription Ticks runs with the interpreter that was given to the app.
          Running: AccountNews(token: nil)
        To fix this, let it send, such as with `advance(by:)`, or make the app without this interpreter.
        """)
  }
}
