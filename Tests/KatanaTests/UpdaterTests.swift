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
    let (model, commands) = CounterUpdater().update(model: Counter(), message: Other())
    #expect(model == Counter())
    #expect(commands.isEmpty)
  }

  @Test func thePureUpdaterIsWrittenAsAFunction() {
    struct Doubler: PureUpdater {
      func updated(model: Counter, message: any Message) -> (Counter, [any Command]) {
        (Counter(value: model.value * 2), [Save(value: 0)])
      }
    }
    let (model, commands) = Doubler().update(model: Counter(value: 4), message: Other())
    #expect(model == Counter(value: 8))
    #expect(difference(commands, [Save(value: 0)]) == nil)
  }

  @Test func theFunctionUpdaterIsAClosure() {
    let updater = FunctionUpdater<Counter> { model, message in (Counter(value: 9), []) }
    let (model, commands) = updater.update(model: Counter(), message: Other())
    #expect(model == Counter(value: 9))
    #expect(commands.isEmpty)
  }

  @Test func aMessageMayUpdateItself() {
    let updater = CombinedUpdater<Counter>([.full(SelfUpdating.Runner())])
    let (model, _) = updater.update(model: Counter(), message: SelfUpdating.increase)
    #expect(model == Counter(value: 1))
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
