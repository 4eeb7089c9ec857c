import Katana
import KatanaTesting
import Testing

@Suite struct UpdaterTests {
  struct Counter: Model, Equatable { var value = 0 }
  enum CounterMessage: Message { case increased, decreased }
  struct Other: Message {}
  struct Save: Command, Equatable { var value: Int }

  struct CounterUpdater: TypedUpdater {
    func update(model: inout Counter, message: CounterMessage) -> [any Command] {
      switch message {
      case .increased: model.value += 1
      case .decreased: model.value -= 1
      }
      return [Save(value: model.value)]
    }
  }

  @Test func theTypedUpdaterChangesTheModelInPlace() {
    var model = Counter()
    let commands = CounterUpdater().update(model: &model, message: .increased)
    #expect(model == Counter(value: 1))
    #expect(difference(commands, [Save(value: 1)]) == nil)
  }

  @Test func thePureFormLeavesTheModelGivenAlone() {
    let model = Counter(value: 5)
    let (newModel, commands) = CounterUpdater().update(model: model, message: .decreased)
    #expect(model == Counter(value: 5))
    #expect(newModel == Counter(value: 4))
    #expect(difference(commands, [Save(value: 4)]) == nil)
  }

  @Test func otherMessagesPassATypedUpdaterBy() {
    StepTest(CounterUpdater(), model: Counter()).send(Other(), expectingNoReceiver: true)
  }

  @Test func thePureUpdaterIsWrittenAsAFunction() {
    struct Doubler: PureUpdater {
      var takes: MessageTypes { .all }

      func updated(model: Counter, message: any Message) -> (Counter, [any Command]) {
        (Counter(value: model.value * 2), [Save(value: 0)])
      }
    }
    let test = StepTest(Doubler(), model: Counter(value: 4))
    test.send(Other(), commands: [Save(value: 0)]) { $0.value = 8 }
  }

  @Test func theFunctionUpdaterIsAClosure() {
    let updater = FunctionUpdater<Counter>(takes: .all) { model, message in
      (Counter(value: 9), [])
    }
    StepTest(updater, model: Counter()).send(Other()) { $0.value = 9 }
  }

  @Test func aMessageMayUpdateItself() {
    let updater = CombinedUpdater<Counter>([.full(SelfUpdating.Runner())])
    StepTest(updater, model: Counter()).send(SelfUpdating.increase) { $0.value = 1 }
  }

  enum SelfUpdating: Message {
    case increase

    func update(_ model: inout Counter) { model.value += 1 }

    struct Runner: TypedUpdater {
      func update(model: inout Counter, message: SelfUpdating) -> [any Command] {
        message.update(&model)
        return []
      }
    }
  }
}
