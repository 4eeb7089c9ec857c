import KatanaRuntime
import KatanaTesting
import Testing

/// Subscriptions that depend on more than the model, in tests of steps.
@Suite struct StepSubscriptionTests {
  struct Session: Subscription {
    var token: Int
    var id: String { "session" }
  }

  struct Name: Subscription { var name: String }

  /// Declares a subscription only after one message.
  struct ForOneMessage: MessageSubscriptionProvider {
    func subscriptions(model: Shop, message: (any Message)?) -> [any Subscription] {
      message as? ShopMessage == .ticked ? [Name(name: "a")] : []
    }
  }

  /// Declares a subscription while the number of seconds is odd.
  let whileOdd = FunctionSubscriptionProvider<Shop> { model in
    model.seconds % 2 == 1 ? [Name(name: "odd")] : []
  }

  @Test func whatAMessageAloneDeclaresStopsWithTheNext() {
    let test = StepTest(
      CombinedUpdater([.full(ShopUpdater()), .full(ForOneMessage())]), model: Shop())
    test.send(.ticked, subscriptions: [.started(Name(name: "a"))]) { $0.seconds = 1 }
    test.send(.nothing, subscriptions: [.stopped(Name(name: "a"))])
    test.send(.ticked, subscriptions: [.started(Name(name: "a"))]) { $0.seconds = 2 }
    test.model = Shop()
    test.send(.nothing)
  }

  /// The runtime starts it with the first declaration and stops it with the last.
  @Test func aSharedSubscriptionStartsAndStopsOnce() {
    let first = FunctionSubscriptionProvider<Shop> { model in
      model.seconds > 0 ? [Name(name: "shared")] : []
    }
    let second = FunctionSubscriptionProvider<Shop> { model in
      model.seconds == 2 ? [Name(name: "shared")] : []
    }
    let test = StepTest(
      CombinedUpdater([.full(ShopUpdater()), .full(first), .full(second)]), model: Shop())
    test.send(.ticked, subscriptions: [.started(Name(name: "shared"))]) { $0.seconds = 1 }
    test.send(.ticked) { $0.seconds = 2 }
    test.send(.ticked) { $0.seconds = 3 }
  }

  @Test func twoProvidersThatDeclareOneSubscriptionTogetherStartItOnce() {
    let test = StepTest(
      CombinedUpdater([.full(ShopUpdater()), .full(whileOdd), .full(whileOdd)]), model: Shop())
    test.send(.ticked, subscriptions: [.started(Name(name: "odd"))]) { $0.seconds = 1 }
    test.send(.ticked, subscriptions: [.stopped(Name(name: "odd"))]) { $0.seconds = 2 }
  }

  @Test func twoPayloadsUnderOneIDFailTheTest() {
    let provider = FunctionSubscriptionProvider<Shop> { _ in [Session(token: 1), Session(token: 2)]
    }
    let found = failures {
      let test = StepTest(CombinedUpdater([.full(ShopUpdater()), .full(provider)]), model: Shop())
      test.send(.nothing)
      test.send(.nothing)
    }
    #expect(
      text(of: found) == """
        The subscription Session is declared with different payloads under one id.
          Id: session
        One instance cannot run with two payloads; the first declared one runs, and the others get \
        no messages.
        To fix this, declare equal payloads, or make what differs part of the `id`.
        """)
  }

  /// What a runtime reports of two declarations, a test of steps reports too.
  @Test(arguments: [0, 1, 2, 3, 4])
  func twoPayloadsUnderOneIDFailTheTestOfAnAppInTheSameWay(place: Int) {
    let provider = FunctionSubscriptionProvider<Shop> { model in
      switch place {
      // From the start, after a step, by one row beside another, between two providers, and only
      // at the start.
      case 0: [Session(token: 1), Session(token: 2)]
      case 1: model.seconds > 0 ? [Session(token: 1), Session(token: 2)] : [Session(token: 1)]
      case 2: [Session(token: 1).in(Shop.at.items[1]), Session(token: 2).in(Shop.at.items[1])]
      case 4: model.seconds > 0 ? [Session(token: 1)] : [Session(token: 1), Session(token: 2)]
      default: [Session(token: 2)]
      }
    }
    let other = FunctionSubscriptionProvider<Shop> { model in
      place == 3 && model.seconds > 0 ? [Session(token: 3)] : []
    }
    let feature = CombinedUpdater([
      .full(shopUpdater), .full(ShopUpdater()), .full(provider), .full(other),
    ])
    let model = Shop(items: [Item(id: 1, title: "a")])
    let inSteps = failures {
      let test = StepTest(feature, model: model)
      test.send(.ticked, exhaustive: [])
      test.send(.ticked, exhaustive: [])
    }
    let inApp = failures {
      let test = AppTest(Program(model: model, feature))
      test.start(exhaustive: [])
      test.send(.ticked, exhaustive: [])
      test.send(.ticked, exhaustive: [])
      test.finish()
    }
    let what = "The subscription Session is declared with different payloads under one id."
    #expect(inSteps.map { $0.text.split(separator: "\n").first.map(String.init) } == [what])
    #expect(inApp.map { $0.text.split(separator: "\n").first.map(String.init) } == [what])
  }

  @Test func whatIsKeptMayBeStatedInAnyOrder() {
    let provider = FunctionSubscriptionProvider<Shop> { _ in [Name(name: "a"), Name(name: "b")] }
    let test = StepTest(CombinedUpdater([.full(ShopUpdater()), .full(provider)]), model: Shop())
    test.send(.nothing, subscriptions: [.kept(Name(name: "b")), .kept(Name(name: "a"))])
    let found = failures { test.send(.nothing, subscriptions: [.kept(Name(name: "c"))]) }
    #expect(found.count == 1)
  }

  struct Level: Subscription {
    var value: Int
    var id: String { "level" }
  }

  /// As `onChange` and `update(to:)` see it: each change of one call must be stated.
  @Test func whatChangesSeveralTimesWithinOneCallIsSeen() {
    let updater = FunctionUpdater<Shop>(takes: .all) { model, message in
      var model = model
      model.seconds += 1
      return (model, message as? ShopMessage == .nothing ? [Send(ShopMessage.ticked)] : [])
    }
    let level = FunctionSubscriptionProvider<Shop> {
      $0.seconds == 0 ? [] : [Level(value: $0.seconds % 2)]
    }
    let app = AppTest(Program(model: Shop(), CombinedUpdater([.full(updater), .full(level)])))
    let started = failures {
      AppTest(Program(model: Shop(), CombinedUpdater([.full(updater), .full(level)]))).send(
        ShopMessage.nothing, commands: [Send(ShopMessage.ticked)],
        subscriptions: [.started(Level(value: 0))]
      ) { $0.seconds = 2 }
    }
    #expect(text(of: started).contains("+ changed Level(value: 0)   (unexpected)"), "\(started)")
    app.send(
      ShopMessage.nothing, commands: [Send(ShopMessage.ticked)],
      subscriptions: [.started(Level(value: 1)), .changed(Level(value: 0))]
    ) { $0.seconds = 2 }
    let back = failures {
      app.send(ShopMessage.nothing, commands: [Send(ShopMessage.ticked)]) { $0.seconds = 4 }
    }
    #expect(
      text(of: back) == """
        nothing: the subscriptions are not as expected (− expected, + actual).
        Subscriptions:
          + changed Level(value: 1)   (unexpected)
          + changed Level(value: 0)   (unexpected)
        """)
  }

  @Test func whatComesAndGoesWithinOneCallIsSeen() {
    let updater = FunctionUpdater<Shop>(takes: .all) { model, message in
      var model = model
      model.seconds += 1
      return (model, message as? ShopMessage == .nothing ? [Send(ShopMessage.ticked)] : [])
    }
    func makeApp() -> AppTest<Shop> {
      AppTest(Program(model: Shop(), CombinedUpdater([.full(updater), .full(whileOdd)])))
    }
    let found = failures {
      makeApp().send(ShopMessage.nothing, exhaustive: [.model, .subscriptions]) { $0.seconds = 2 }
    }
    #expect(
      text(of: found) == """
        nothing: the subscriptions are not as expected (− expected, + actual).
        Subscriptions:
          + started Name(name: "odd")   (unexpected)
          + stopped Name(name: "odd")   (unexpected)
        """)
    let app = makeApp()
    app.send(
      ShopMessage.nothing, commands: [Send(ShopMessage.ticked)],
      subscriptions: [.started(Name(name: "odd")), .stopped(Name(name: "odd"))]
    ) { $0.seconds = 2 }
    app.send(ShopMessage.ticked, subscriptions: [.started(Name(name: "odd"))]) { $0.seconds = 3 }
    // The subscription stops, and starts again.
    app.send(
      ShopMessage.nothing, commands: [Send(ShopMessage.ticked)],
      subscriptions: [.stopped(Name(name: "odd")), .started(Name(name: "odd"))]
    ) { $0.seconds = 5 }
  }
}
