import Foundation
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// The code of `Docs/coming-from/katana-6.md`: a total that waits for two answers.

struct Basket: Model, Equatable {
  typealias Receives = BasketMessage

  var price: Int?
  var shipping: Int?
  var total = 0
  var isLoading = false
  var problem: String?
}

enum BasketMessage: Message, Equatable {
  case refreshTapped
  case priceLoaded(Outcome<Int, ShopFailure>)
  case shippingLoaded(Outcome<Int, ShopFailure>)
  case bothLoaded
}

struct LoadPrice: Command, Equatable { var reply: Reply<Outcome<Int, ShopFailure>> }
struct LoadShipping: Command, Equatable { var reply: Reply<Outcome<Int, ShopFailure>> }
struct ShopFailure: Error, Equatable {}

struct BasketUpdater: TypedUpdater {
  func update(model: inout Basket, message: BasketMessage) -> [any Command] {
    switch message {
    case .refreshTapped:
      model.isLoading = true
      model.problem = nil
      return [
        Concurrent(
          [
            LoadPrice(reply: reply { .priceLoaded($0) }),
            LoadShipping(reply: reply { .shippingLoaded($0) }),
          ], then: BasketMessage.bothLoaded)
      ]
    case .priceLoaded(.success(let price)): model.price = price
    case .shippingLoaded(.success(let shipping)): model.shipping = shipping
    case .priceLoaded(.failure), .shippingLoaded(.failure):
      model.isLoading = false
      model.problem = "not loaded"
    case .bothLoaded:
      model.isLoading = false
      model.total = (model.price ?? 0) + (model.shipping ?? 0)
    }
    return []
  }
}

struct ShopAPI: Sendable {
  var price: @Sendable () async throws(ShopFailure) -> Int
  var shipping: @Sendable () async throws(ShopFailure) -> Int
}

func makeBasket(
  _ api: ShopAPI, options: RuntimeOptions<Basket> = RuntimeOptions()
) throws -> Runtime<Basket> {
  try Runtime(
    Program(model: Basket(), BasketUpdater()),
    interpreters: [
      .command(LoadPrice.self, reply: \.reply) { _ throws(ShopFailure) in try await api.price() },
      .command(LoadShipping.self, reply: \.reply) { _ throws(ShopFailure) in
        try await api.shipping()
      },
    ],
    options: options)
}

private let loadBoth = Concurrent(
  [
    LoadPrice(reply: Reply(BasketMessage.priceLoaded)),
    LoadShipping(reply: Reply(BasketMessage.shippingLoaded)),
  ], then: BasketMessage.bothLoaded)

@Suite struct BasketTests {
  @Test func theTotalWaitsForBothAnswers() {
    let app = AppTest(Program(model: Basket(), BasketUpdater()))
    app.send(
      .refreshTapped,
      commands: [
        Concurrent(
          [
            LoadPrice(reply: Reply(BasketMessage.priceLoaded)),
            LoadShipping(reply: Reply(BasketMessage.shippingLoaded)),
          ], then: BasketMessage.bothLoaded)
      ]
    ) { $0.isLoading = true }
    app.answer(\LoadShipping.reply, with: .success(2)) { $0.shipping = 2 }
    app.answer(\LoadPrice.reply, with: .success(5), sends: [BasketMessage.bothLoaded]) {
      $0.price = 5
      $0.total = 7
      $0.isLoading = false
    }
  }

  @Test func aFailureIsShownAndTheTotalStays() {
    let app = AppTest(Program(model: Basket(total: 3), BasketUpdater()))
    app.send(.refreshTapped, commands: [loadBoth]) { $0.isLoading = true }
    app.answer(\LoadPrice.reply, with: .failure(ShopFailure())) {
      $0.isLoading = false
      $0.problem = "not loaded"
    }
    app.answer(\LoadShipping.reply, with: .success(2)) { $0.shipping = 2 }
  }

  @Test func aMessageAndWhatFollowsCanBeWaitedFor() async throws {
    let basket = try makeBasket(ShopAPI(price: { 5 }, shipping: { 2 }))
    basket.start()
    let outcome = try await basket.settle(.refreshTapped)
    #expect(outcome.isSuccess)
    #expect(await basket.snapshot().total == 7)
    await basket.shutdown()
  }

  @Test func anObserverSendsMessagesAsItDidInKatana6() async throws {
    let center = NotificationCenter()
    let observer = Interceptor<Basket>.observe([
      .onStart(BasketMessage.refreshTapped),
      .onNotification(Notification.Name("woke up"), from: center, BasketMessage.refreshTapped),
    ])
    let requests = Mutex(0)
    let api = ShopAPI(
      price: {
        requests.withLock { $0 += 1 }
        return 5
      }, shipping: { 2 })
    let basket = try makeBasket(api, options: RuntimeOptions(interceptors: [observer]))
    basket.start()
    center.post(name: Notification.Name("woke up"), object: nil)
    await basket.finish()  // The requests of the start, and those of the notification.
    #expect(requests.withLock { $0 } == 2)
    #expect(basket.model.total == 7)
  }

  @Test func anInterceptorDropsAMessage() async throws {
    let oneAtATime = Interceptor<Basket>(before: { envelope, model in
      if model.isLoading, case BasketMessage.refreshTapped = envelope.message { return .drop }
      return .handle
    })
    let basket = try Runtime(
      Program(model: Basket(isLoading: true), BasketUpdater()),
      options: RuntimeOptions(interceptors: [oneAtATime]))
    basket.start()
    let outcome = try await basket.settle(.refreshTapped)
    #expect(!outcome.wasHandled)
    #expect(basket.statistics.intercepted == 1)
    await basket.shutdown()
  }
}

// A side effect that waits for two others, word for word.

enum Number { case price, shipping }

struct NumberWanted: Message { var number: Number }

struct NumberLoaded: Message { var value: Int }

struct TotalWanted: Message {}

struct TotalLoaded: Message { var total: Int }

struct LoadNumber: Command, Equatable {
  var number: Number
  var reply: Reply<Int>
}

struct LoadTotal: Command, Equatable {}

struct LoadTotalInterpreter: AsyncCommandInterpreter {
  @concurrent func interpret(_ command: LoadTotal, dispatch: Dispatcher) async throws {
    async let price = dispatch.settle(
      NumberWanted(number: .price), returning: NumberLoaded.self)
    async let shipping = dispatch.settle(
      NumberWanted(number: .shipping), returning: NumberLoaded.self)
    dispatch(TotalLoaded(total: try await price.value + shipping.value))
  }
}

@Test func anInterpreterWaitsForTwoMessages() async throws {
  let runtime = try Runtime(
    Program(
      model: Basket(),
      CombinedUpdater([
        .full(
          TypedFunctionUpdater { (_: inout Basket, message: NumberWanted) in
            [LoadNumber(number: message.number, reply: Reply(NumberLoaded.init))]
          }),
        .full(TypedFunctionUpdater { (_: inout Basket, _: TotalWanted) in [LoadTotal()] }),
        .full(
          TypedFunctionUpdater { (model: inout Basket, message: TotalLoaded) in
            model.total = message.total
            return []
          }),
      ])),
    interpreters: [
      .command(LoadTotalInterpreter()),
      .command(LoadNumber.self, reply: \.reply) { command in command.number == .price ? 5 : 2 },
    ])
  runtime.start()
  let loaded = try await runtime.settle(TotalWanted(), returning: TotalLoaded.self)
  #expect(loaded.total == 7)
  #expect(await runtime.snapshot().total == 7)
  await runtime.shutdown()
}

// The way from Katana 6: state updaters and side effects as they were, in two small adapters.

protocol StateUpdater: Message {
  func updateState(_ state: inout Basket)
}

struct StateUpdaters: Updater {
  var takes: MessageTypes { .all }

  func update(model: inout Basket, message: any Message) -> [any Command] {
    (message as? any StateUpdater)?.updateState(&model)
    return []
  }
}

protocol SideEffect: Command {
  func sideEffect(_ context: SideEffectContext) async throws
}

struct SideEffectContext: Sendable {
  let dependencies: AppDependencies
  let dispatch: Dispatcher
}

struct SideEffects: AsyncCommandInterpreter {
  let dependencies: AppDependencies

  @concurrent func interpret(_ command: any SideEffect, dispatch: Dispatcher) async throws {
    try await command.sideEffect(
      SideEffectContext(dependencies: dependencies, dispatch: dispatch))
  }
}

struct Perform: Message { var sideEffect: any SideEffect }

struct SideEffectUpdater: TypedUpdater {
  func update(model: inout Basket, message: Perform) -> [any Command] { [message.sideEffect] }
}

final class AppDependencies: Sendable {
  let api: ShopAPI

  init(api: ShopAPI) { self.api = api }
}

struct SetTotal: StateUpdater {
  let total: Int

  func updateState(_ state: inout Basket) { state.total = total }
}

struct RefreshTotal: SideEffect {
  func sideEffect(_ context: SideEffectContext) async throws {
    async let price = context.dependencies.api.price()
    async let shipping = context.dependencies.api.shipping()
    await context.dispatch.deliver(SetTotal(total: try await price + shipping))
  }
}

@Test func oldSideEffectsAndStateUpdatersRunInTheNewRuntime() async throws {
  let dependencies = AppDependencies(api: ShopAPI(price: { 5 }, shipping: { 2 }))
  let runtime = try Runtime(
    Program(model: Basket(), StateUpdaters(), SideEffectUpdater(), BasketUpdater()),
    interpreters: [
      .command(SideEffects(dependencies: dependencies), where: { $0 is any SideEffect.Type })
    ])
  runtime.start()
  try await runtime.settle(Perform(sideEffect: RefreshTotal()))
  #expect(await runtime.snapshot().total == 7)
  await runtime.shutdown()
}

// What newcomers from Katana 6 do first, and what they see.

struct Keep: Command, Equatable {}

enum KeepMessage: Message { case wanted }

@Suite struct Katana6MistakesTests {
  private func keeper(
    _ interpreter: Interpreter, options: RuntimeOptions<Basket>
  ) throws -> Runtime<Basket> {
    try Runtime(
      Program(
        model: Basket(),
        CombinedUpdater([
          .full(TypedFunctionUpdater { (_: inout Basket, _: KeepMessage) in [Keep()] })
        ])),
      interpreters: [interpreter], options: options)
  }

  @Test func theDispatcherIsKeptByAContainer() async throws {
    final class Container: @unchecked Sendable { var dispatch: Dispatcher? }
    let container = Container()
    let clock = ManualClock()
    let runtime = try keeper(
      .command(Keep.self) { _, dispatch in container.dispatch = dispatch },
      options: RuntimeOptions(clock: clock))
    runtime.start()
    async let settled = runtime.settle(KeepMessage.wanted, timeout: .seconds(1))
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    do {
      _ = try await settled
      Issue.record("A run whose dispatcher is kept does not end.")
    } catch { try expectShown("\(error)", on: "katana-6") }
    container.dispatch = nil
    await runtime.shutdown()
  }

  @Test func anInterpreterThrowsAndNobodyCatches() async throws {
    let issues = IssueRecorder()
    let runtime = try keeper(
      .command(Keep.self) { _, _ async throws in throw ShopFailure() },
      options: RuntimeOptions(history: History(), issues: issues.handler))
    runtime.start()
    try await runtime.settle(KeepMessage.wanted)
    try expectShown(try #require(issues.issues.first).text, on: "katana-6")
    await runtime.shutdown()
  }

  @Test func theRuntimeIsALocalVariable() async throws {
    let issues = IssueRecorder()
    let container = ManualClock()
    do {
      let runtime = try keeper(
        .command(Keep.self) { _, dispatch in
          dispatch.clock.schedule(after: .seconds(1)) { dispatch(KeepMessage.wanted) }
        }, options: RuntimeOptions(clock: container, issues: issues.handler))
      runtime.start()
      runtime.dispatch(KeepMessage.wanted)
    }
    try expectShown(try #require(issues.issues.first).text, on: "katana-6")
  }

  @Test func aSideEffectIsDispatched() throws {
    let found = failures {
      let app = AppTest(Program(model: Basket(), BasketUpdater()))
      app.send(Perform(sideEffect: RefreshTotal()))
    }
    try expectShown(try #require(found.first).text, on: "katana-6")
  }
}
