import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct PurityTests {
  struct Counter: Model, Equatable { var value = 0.0 }
  enum Message: Katana.Message { case increased }

  private func found(
    _ update: @escaping @Sendable (inout Counter) -> Void, afterwards: () -> Void = {}
  ) -> [TestFailure] {
    failures {
      let test = StepTest(
        FunctionUpdater<Counter>(takes: .all) { model, _ in
          var model = model
          update(&model)
          return (model, [])
        }, model: Counter())
      test.send(Message.increased, exhaustive: [.commands, .subscriptions])
      afterwards()
    }
  }

  private let expected = """
    The update for the message Message.increased gave two different results.
      Difference: .value
    An update that is not pure cannot be tested by comparing values, nor replayed.
    To fix this, let time, randomness and identifiers enter through messages, and read no global \
    state in the updater.
    """

  @Test func anUpdaterThatUsesARandomNumberIsCaught() {
    #expect(text(of: found { $0.value = .random(in: 0...1) }) == expected)
  }

  @Test func anUpdaterThatReadsAClockIsCaught() {
    let start = ContinuousClock.now
    #expect(text(of: found { $0.value = (.now - start) / .nanoseconds(1) }) == expected)
  }

  @Test func anUpdaterThatChangesGlobalStateIsCaught() {
    let global = Locked(0.0)
    #expect(
      text(
        of: found { model in
          model.value = global.withLock {
            $0 += 1
            return $0
          }
        }) == expected)
  }

  @Test func anUpdaterThatReadsGlobalStateIsCaughtWhenThatChangesBeforeTheEndOfTheTest() {
    let global = Locked(0.0)
    let found = found {
      $0.value = global.withLock { $0 }
    } afterwards: {
      global.withLock { $0 = 1 }
    }
    #expect(text(of: found) == expected)
  }

  @Test func aChoiceBetweenTwoValuesIsMostOftenCaught() {
    let caught = (0..<200).filter { _ in
      !found { $0.value = Bool.random() ? 0 : 1 }.isEmpty
    }
    // Each update runs six times, so the difference is missed once in 32 times.
    #expect(caught.count > 170)
  }

  @Test func whatIsNotEvenEqualToItselfIsNotTakenForImpure() {
    #expect(!found { $0.value = .nan }.contains { $0.text.contains("two different results") })
  }

  /// Neither hides that a part beside it differs.
  private struct Odd: Model {
    var action: @Sendable () -> Void = {}
    var ratio = Double.nan
    var number = 0
  }

  private struct OddUpdater: TypedUpdater {
    let next: @Sendable () -> Int
    func update(model: inout Odd, message: Message) -> [any Command] {
      model.number = next()
      return []
    }
  }

  @Test(arguments: [false, true]) func partsBesideOnesThatAreNeverEqualAreCompared(isPure: Bool) {
    let count = Locked(0)
    let updater = OddUpdater {
      isPure
        ? 0
        : count.withLock { count in
          count += 1
          return count
        }
    }
    let found = failures {
      StepTest(updater, model: Odd()).send(
        Message.increased, exhaustive: [.commands, .subscriptions])
    }
    #expect(found.contains { $0.text.contains("Difference: .number") } == !isPure)
    #expect(found.contains { $0.text.contains("two different results") } == !isPure)

    let issues = IssueRecorder()
    if let runtime = try? Runtime(
      Program(model: Odd(), updater),
      options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    {
      runtime.start()
      runtime.dispatch(Message.increased)
    }
    #expect(issues.kinds == (isPure ? [] : [.impureUpdate]))
    #expect(isPure || issues.issues.first?.text.contains(".number") == true)
  }

  @Test func anAppTestFindsTheSame() {
    let found = failures {
      let app = AppTest(
        Program(
          model: Counter(),
          FunctionUpdater<Counter>(takes: .all) { _, _ in (Counter(value: .random(in: 1...2)), []) }
        ))
      app.send(Message.increased, exhaustive: false)
      app.finish()
    }
    #expect(text(of: found) == expected)
  }

  @Test func subscriptionsThatAreNotPureAreCaught() {
    let seconds = Locked(0)
    let provider = FunctionSubscriptionProvider<Shop> { _ in
      seconds.withLock { $0 += 1 }
      return [Ticks(seconds: seconds.withLock { $0 })]
    }
    let found = failures {
      StepTest(CombinedUpdater([.full(ShopUpdater()), .full(provider)]), model: Shop())
        .send(.nothing, exhaustive: false)
    }
    #expect(
      text(of: Array(found.prefix(1))) == """
        The subscriptions after the message ShopMessage.nothing gave two different results for one \
        model.
          Difference: [0].seconds
        Subscriptions that are not a pure function of the model restart for no reason.
        To fix this, let them depend on nothing but the model.
        """)
  }
}
