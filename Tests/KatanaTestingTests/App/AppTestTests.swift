import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct AppTestTests {
  let password = Secret("hunter2")

  private func makeApp(
    _ model: Shop = Shop(), allowing issues: [RuntimeIssue.Kind] = []
  ) -> AppTest<Shop> {
    AppTest(
      Program(model: model, CombinedUpdater([.full(shopUpdater), .full(shopSubscriptions)])),
      allowing: issues)
  }

  @Test func aCommandIsAnsweredThroughItsReply() {
    let app = makeApp()
    app.start(subscriptions: [.started(AccountNews(token: nil))])
    app.send(
      ShopMessage.logInTapped(name: "ada", password: password),
      commands: [SignIn(name: "ada", password: password)],
      subscriptions: [.started(Ticks(seconds: 1)), .kept(AccountNews(token: nil))]
    ) { $0.isBusy = true }
    app.emit(\Ticks.reply, with: ()) { $0.seconds = 1 }
    app.answer(
      \SignIn.reply, with: .success(ada),
      subscriptions: [.stopped(Ticks(seconds: 1)), .changed(AccountNews(token: ada.token))]
    ) {
      $0.isBusy = false
      $0.session = ada
    }
    app.finish()
  }

  @Test func answersMayComeInAnyOrderAndReachTheChildThatAsked() {
    let app = makeApp(Shop(items: [Item(id: 1, title: "a"), Item(id: 2, title: "b")]))
    app.start(subscriptions: [.started(AccountNews(token: nil))])
    for id in 1...2 {
      app.send(
        ItemMessage.loadTapped.to(Shop.at.items[id]),
        commands: [LoadItem(id: id).in(Shop.at.items[id])])
    }
    app.answer(\LoadItem.reply, of: LoadItem(id: 2), with: "two") { $0.items[1].title = "two" }
    app.answer(\LoadItem.reply, with: "one") { $0.items[0].title = "one" }
  }

  @Test func aChildThatIsGoneDoesNotGetItsAnswer() {
    let app = makeApp(Shop(sheet: Sheet()))
    app.start(subscriptions: [.started(AccountNews(token: nil))])
    app.send(
      SheetMessage.saveTapped.to(Shop.at.sheet), commands: [SaveSheet().in(Shop.at.sheet)])
    app.send(ShopMessage.sheetClosed) { $0.sheet = nil }
    app.answer(\SaveSheet.reply, with: "late", expectingNoReceiver: true)
  }

  @Test func aCommandMayEndWithMessagesOrWithoutOrWithAnErrorOrNever() {
    let app = makeApp(allowing: [.interpreterThrew])
    app.start(subscriptions: [.started(AccountNews(token: nil))])
    for _ in 1...4 { app.send(ShopMessage.parcelTapped, commands: [Parcel()]) }
    app.answer(\Parcel.done, at: 0, with: 0.5, ends: false) { $0.seconds = 50 }
    app.answer(
      Parcel.self, at: 0, with: ShopMessage.ticked, ShopMessage.parcelProgressed(1)
    ) { $0.seconds = 100 }
    app.answer(Parcel.self, at: 2)
    app.answer(Parcel.self, at: 1, throwing: ShopFailure(code: 1))
    #expect(app.pending.count == 1)
    app.finish(ignoringPending: [Parcel.self])
  }

  @Test func timePassesForSubscriptionsThatRunForReal() {
    let app = AppTest(
      Program(
        model: Shop(isBusy: true), CombinedUpdater([.full(shopUpdater), .full(shopSubscriptions)])),
      interpreters: [.subscription(TicksInterpreter.self)])
    app.start(subscriptions: [.started(AccountNews(token: nil)), .started(Ticks(seconds: 1))])
    app.advance(by: .seconds(3), sends: Array(repeating: ShopMessage.ticked, count: 3)) {
      $0.seconds = 3
    }
    #expect(difference(app.running, [AccountNews(token: nil)]) == nil)
  }

  @Test func commandsWithoutAnAnswerMayBeNamedWhenTheAppIsMade() {
    let app = AppTest(Program(model: Shop(), shopUpdater), ignoringPending: [Parcel.self])
    app.send(ShopMessage.parcelTapped, commands: [Parcel()])
    #expect(app.pending(Parcel.self) == [Parcel()])
    #expect(app.pending(LoadItem.self).isEmpty)
  }

  @Test func allThatACallCausesIsHandledBeforeItReturnsHoweverMuch() {
    struct Ticked: Message {}
    struct Start: Message {}
    let updater = FunctionUpdater<Shop>(takes: .all) { model, message in
      if message is Start {
        return (model, [Sequential(Array(repeating: Send(Ticked()), count: 2_000))])
      }
      var model = model
      model.seconds += 1
      return (model, [])
    }
    for _ in 0..<10 {
      let app = AppTest(Program(model: Shop(), updater))
      app.send(
        Start(), commands: [Sequential(Array(repeating: Send(Ticked()), count: 2_000))]
      ) { $0.seconds = 2_000 }
      app.finish()
    }
  }

  /// A command at the start that sends a message, whose update returns another command.
  @Test func whatFollowsFromTheFirstCommandsIsStatedToo() {
    struct Counter: Model, Equatable { var loads = 0 }
    struct Load: Message {}
    struct Fetch: Command, Equatable {}
    let program = Program(
      model: Counter(),
      TypedFunctionUpdater { (model: inout Counter, message: Load) in
        model.loads += 1
        return [Fetch()]
      }, commands: [Send(Load())])
    let found = failures {
      let test = AppTest(program)
      test.start(commands: [Send(Load())], exhaustive: [.commands])
      test.answer(Fetch.self)
      test.finish()
    }
    let errors = found.map(\.text)
    #expect(errors.count == 1)
    #expect(errors.first?.contains("+ Fetch()") == true)
  }
}
