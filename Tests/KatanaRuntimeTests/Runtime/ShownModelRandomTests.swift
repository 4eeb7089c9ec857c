import KatanaRuntime
import KatanaTesting
import Testing

/// Random sequences of messages, answers and travels, against a simple reference.
@Suite struct ShownModelRandomTests {
  typealias App = Travel.App

  /// What should be seen.
  private struct Reference {
    var present = App()
    var past: App?
    var told: [App] = []
    /// The commands that may answer, and those that were dropped.
    var running: [String] = []
    var dropped: [String] = []
    var (refused, silenced) = (0, 0)
    var models: [App] = [App()]
    var count = 0

    /// A message from the outside. Returns whether it is handled.
    mutating func fromOutside(_ change: (inout App) -> Void) -> Bool {
      guard past == nil else {
        refused += 1
        return false
      }
      step(change)
      return true
    }

    mutating func step(_ change: (inout App) -> Void) {
      change(&present)
      models.append(present)
      if past == nil { told.append(present) }
    }

    mutating func goOn(from model: App) {
      (present, past) = (model, nil)
      told.append(model)
      dropped += running
      running = []
    }

    mutating func name() -> String {
      count += 1
      return "\(count)"
    }
  }

  @Test(arguments: 0..<300) func aRandomSequenceIsAsTheReference(seed: Int) throws {
    var random = Numbers(state: UInt64(seed))
    let world = Travel.World()
    let runtime = try world.runtime()
    let told = Locked<[App]>([])
    let token = runtime.observe { model in told.withLock { $0.append(model) } }
    var reference = Reference()
    for _ in 0..<40 {
      take(random.next(below: 9), &random, &reference, runtime, world)
      try #require(runtime.model == reference.present)
      try #require(world.running == reference.present.sources.sorted())
      try #require(runtime.statistics.refused == reference.refused)
      try #require(runtime.statistics.silenced == reference.silenced)
      try #require(told.withLock { $0 } == reference.told)
    }
    withExtendedLifetime(token) {}
  }

  private func take(
    _ choice: Int, _ random: inout Numbers, _ reference: inout Reference, _ runtime: Runtime<App>,
    _ world: Travel.World
  ) {
    let name = reference.name()
    switch choice {
    case 0, 1:
      _ = reference.fromOutside { $0.log.append(name) }
      runtime.dispatch(.add(name))
    case 2:
      if reference.fromOutside({ _ in }) { reference.running.append(name) }
      runtime.dispatch(.ask([Travel.Ask(name: name)]))
    case 3:
      let sources = ["a", "b", "c"].filter { _ in random.next(below: 2) == 0 }
      _ = reference.fromOutside { $0.sources = sources }
      runtime.dispatch(.listen(sources))
    case 4:
      guard let asked = random.element(of: reference.running) else { return }
      reference.step { $0.log.append(name) }
      world.answer(asked, name)
    case 5:
      guard let asked = random.element(of: reference.dropped) else { return }
      reference.silenced += 1
      world.answer(asked, name)
    case 6:
      guard let source = random.element(of: reference.present.sources) else { return }
      reference.step { $0.log.append(name) }
      world.emit(source, name)
    case 7:
      guard let model = random.element(of: reference.models) else { return }
      reference.past = model
      reference.told.append(model)
      runtime.show(model)
    default:
      if random.next(below: 2) == 0 {
        if reference.past != nil { reference.told.append(reference.present) }
        reference.past = nil
        runtime.showPresent()
      } else if let model = random.element(of: reference.models) {
        reference.goOn(from: model)
        runtime.goOn(from: model)
      }
    }
  }
}

/// Numbers that are the same in each run.
private struct Numbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[next(below: elements.count)]
  }
}
