import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct StepTestTests {
  let password = Secret("hunter2")
  let busy = Shop(isBusy: true)

  private func makeTest(_ model: Shop = Shop()) -> StepTest<Shop> {
    StepTest(CombinedUpdater([.full(ShopUpdater()), .full(shopSubscriptions)]), model: model)
  }

  @Test func oneCallStatesTheModelTheCommandsAndTheSubscriptions() {
    let test = makeTest()
    test.send(
      .logInTapped(name: "ada", password: password),
      commands: [SignIn(name: "ada", password: password)],
      subscriptions: [.started(Ticks(seconds: 1)), .kept(AccountNews(token: nil))]
    ) { $0.isBusy = true }
    test.send(
      .logInFinished(.success(ada)),
      subscriptions: [.stopped(Ticks(seconds: 1)), .changed(AccountNews(token: ada.token))]
    ) {
      $0.isBusy = false
      $0.session = ada
    }
    test.send(
      .logOutTapped, commands: [Forget(name: "ada")],
      subscriptions: [
        .changed(AccountNews(token: nil))
      ]
    ) { $0.session = nil }
    #expect(test.model == Shop())
  }

  @Test func combinedUpdatersAndOtherFormsOfUpdatersAreTestedInTheSameWay() {
    let test = StepTest(shopUpdater, model: Shop(items: [Item(id: 7, title: "a")]))
    test.send(ItemMessage.loaded("b").to(Shop.at.items[7])) { $0.items[0].title = "b" }
    let function = StepTest(
      FunctionUpdater<Shop>(takes: .all) { model, _ in (model, []) }, model: Shop())
    function.send(ShopMessage.nothing)
  }

  @Test func whatIsNotStatedMustNotHappen() {
    let found = failures {
      makeTest().send(.logInTapped(name: "ada", password: password))
    }
    #expect(
      text(of: found) == """
        logInTapped: the model, the commands and the subscriptions are not as expected \
        (− expected, + actual).
        Model:
          .isBusy
            − false
            + true
        Commands:
          + SignIn(name: "ada", password: •••, reply: Reply(ShopMessage.…))   (unexpected)
        Subscriptions:
          + started Ticks(seconds: 1, reply: Reply(ShopMessage.…))   (unexpected)
        """)
  }

  @Test func whatIsStatedMustHappen() {
    let found = failures {
      makeTest().send(
        .nothing, commands: [Forget(name: "ada")],
        subscriptions: [
          .started(Ticks(seconds: 1)), .stopped(AccountNews(token: nil)), .kept(Ticks(seconds: 2)),
        ]
      ) { $0.seconds = 3 }
    }
    #expect(
      text(of: found) == """
        nothing: the model, the commands and the subscriptions are not as expected \
        (− expected, + actual).
        Model:
          .seconds
            − 3
            + 0
        Commands:
          − Forget(name: "ada")   (missing)
        Subscriptions:
          − started Ticks(seconds: 1, reply: Reply(ShopMessage.…))   (missing)
          − stopped AccountNews(token: nil)                          (missing)
          − kept Ticks(seconds: 2, reply: Reply(ShopMessage.…))   (missing)
          · kept AccountNews(token: nil)
        """)
  }

  @Test func secretsThatDifferAreNotShown() {
    let found = failures {
      makeTest(busy).send(.logInFinished(.success(ada)), exhaustive: [.model]) {
        $0.isBusy = false
        $0.session = Shop.Session(name: "ada", token: Secret("another"))
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text == """
        logInFinished: the model is not as expected (− expected, + actual).
        Model:
          .session.token
            − •••
            + •••      (the secrets differ)
        """)
    #expect(!found.map(\.text).joined().contains("t0k3n"))
  }

  @Test func aRelaxedCallIsSilentAboutWhatIsNotStated() {
    let found = failures {
      makeTest().send(.logInTapped(name: "ada", password: password), exhaustive: false)
    }
    #expect(found == [])
  }

  @Test func aRelaxedCallStillFailsWhereWhatIsStatedIsWrong() {
    let found = failures {
      makeTest().send(
        .logInTapped(name: "ada", password: password), commands: [Forget(name: "ada")],
        subscriptions: [.stopped(AccountNews(token: nil))], exhaustive: false
      ) { $0.isBusy = false }
    }
    #expect(
      found.first?.text == """
        logInTapped: the model, the commands and the subscriptions are not as expected \
        (− expected, + actual).
        Model:
          .isBusy
            − false
            + true
          Without `.model` in `exhaustive:`, the closure is applied to the model after the step \
        and must leave it unchanged. Set values: `$0.count = 1`, not `$0.count += 1`.
        Commands:
          − Forget(name: "ada")   (missing)
          · SignIn(name: "ada", password: •••, reply: Reply(ShopMessage.…))
        Subscriptions:
          − stopped AccountNews(token: nil)   (missing)
          · started Ticks(seconds: 1, reply: Reply(ShopMessage.…))
        """)
  }

  @Test func exhaustivenessIsRelaxedPartByPart() {
    let found = failures {
      makeTest().send(
        .logInTapped(name: "ada", password: password),
        commands: [SignIn(name: "ada", password: password)],
        exhaustive: [.model, .commands]
      ) { $0.isBusy = true }
    }
    #expect(found == [])
    let strict: Exhaustivity = true
    #expect(strict == .everything)
  }

  @Test func aStepThatPassesComparesWithEqualityOnly() {
    // A mirror of this model would show a part that cannot be compared.
    struct Opaque: Model, Equatable {
      var number = 0
      let function: @Sendable () -> Int = { 1 }
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
    }
    let updater = FunctionUpdater<Opaque>(takes: .all) { model, _ in
      (Opaque(number: model.number + 1), [])
    }
    StepTest(updater, model: Opaque()).send(ShopMessage.nothing) { $0.number = 1 }
  }

  @Test func aModelThatCannotBeComparedFailsAndNamesThePath() {
    struct Part: Sendable { var function: @Sendable () -> Int = { 1 } }
    struct Whole: Model { var parts = [Part()] }
    let updater = FunctionUpdater<Whole>(takes: .all) { model, _ in (model, []) }
    let found = failures { StepTest(updater, model: Whole()).send(ShopMessage.nothing) }
    #expect(
      text(of: found) == """
        nothing: the model is not as expected (− expected, + actual).
        Model:
          .parts[0].function
            ? @Sendable () -> Int      (cannot be compared: not Equatable)
        """)
  }
}
