import KatanaRuntime
import KatanaTesting
import Testing

/// One rule: where a value is compared to find out whether it has changed, a NaN equals itself.
@MainActor @Suite struct NotANumberTests {
  struct Scale: Model, Equatable {
    var ratio = Double.nan
    var all: [Double] = [.nan]
    var touches = 0
    var changes = 0
  }
  enum Turn: Message { case touched, set(Double) }
  struct Watch: Subscription {
    var limit: Double
    var number: Int
  }

  static let updater = TypedFunctionUpdater { (model: inout Scale, message: Turn) in
    model.touches += 1
    if case .set(let ratio) = message { model.ratio = ratio }
    return []
  }
  static let feature = updater.onChange(of: \.ratio) { model, _ in
    model.changes += 1
    return []
  }

  @Test func observersStoresAndModifiersAreToldOfRealChangesOnly() throws {
    let runtime = try Runtime(
      Program(model: Scale(), Self.feature), options: RuntimeOptions(execution: .main))
    runtime.start()
    let store = ObservableStore(runtime)
    let told = Locked<[Double]>([])
    let observation = runtime.observe(\.ratio) { ratio in told.withLock { $0.append(ratio) } }
    let drawn = changes { _ = store.ratio }
    for _ in 0..<3 { runtime.dispatch(Turn.touched) }
    #expect(runtime.model.touches == 3 && runtime.model.changes == 0)
    #expect(told.withLock { $0.count } == 1 && drawn.withLock { $0 } == 0)
    runtime.dispatch(Turn.set(1))
    runtime.dispatch(Turn.set(.nan))
    #expect(runtime.model.changes == 2)
    #expect(told.withLock { $0.count } == 3 && drawn.withLock { $0 } == 1)
    observation.cancel()
    runtime.requestShutdown()
  }

  @Test func aTestStatesAModelWithNaN() {
    let test = StepTest(Self.feature, model: Scale())
    test.send(Turn.touched) { model in
      model.touches = 1
      model.ratio = .nan
      model.all = [.nan]
    }
    let app = AppTest(Program(model: Scale(), Self.feature))
    app.send(Turn.set(1)) { (model: inout Scale) in
      (model.touches, model.ratio, model.changes) = (1, 1, 1)
    }
    app.send(Turn.set(.nan)) { (model: inout Scale) in
      (model.touches, model.ratio, model.changes) = (2, .nan, 2)
    }
    app.finish()
    let found = failures {
      StepTest(Self.feature, model: Scale()).send(Turn.touched) { $0.touches = 2 }
    }
    #expect(found.first?.text.contains(".ratio") == false)
    #expect(found.first?.text.contains(".touches") == true)
  }

  /// What is beside the NaN counts.
  @Test func aSubscriptionWithANaNChangesWithItsOtherParts() {
    let provider = FunctionSubscriptionProvider<Scale> {
      [Watch(limit: .nan, number: $0.touches / 2)]
    }
    let test = StepTest(CombinedUpdater([.full(Self.updater), .full(provider)]), model: Scale())
    test.send(Turn.touched) { $0.touches = 1 }
    test.send(
      Turn.touched,
      subscriptions: [
        .stopped(Watch(limit: .nan, number: 0)), .started(Watch(limit: .nan, number: 1)),
      ]
    ) { $0.touches = 2 }
  }
}
