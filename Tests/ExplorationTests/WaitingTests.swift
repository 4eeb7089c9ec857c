import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// Commands that wait for their time have not come to rest.
@Suite struct WaitingTests {
  struct Rest: Model, Equatable {
    var isDone = false
    var ticks = 0
    var heard: [Int] = []
  }
  enum Event: Message, Equatable {
    case go, done, ticked
    case number(Int)
  }

  private func updater(_ delay: Duration) -> FunctionUpdater<Rest> {
    FunctionUpdater { model, message in
      var model = model
      switch message as? Event {
      case .go: return (model, [Send(Event.done).delayed(by: delay)])
      case .done: model.isDone = true
      case .ticked: model.ticks += 1
      case .number(let number): model.heard.append(number)
      case nil: break
      }
      return (model, [])
    }
  }

  @Test(arguments: [1, 59, 61]) func whatWaitsGetsItsTimeBesideATicker(seconds: Int) {
    let ticking = FunctionSubscriptionProvider<Rest> { _ in
      [Every(.seconds(1), Reply(Event.ticked))]
    }
    explore(seeds: 50, sending: [Event.go]) { _ in
      Simulated(
        model: Rest(), updater: updater(.seconds(seconds)), subscriptions: ticking,
        interpreters: [.subscription(EveryInterpreter.self)]
      ).finally("it is done") { $0.isDone }
    }
  }

  @Test func whatWaitsLongerIsNamed() {
    let found = failures {
      explore(seeds: 1, sending: [Event.go]) { _ in
        Simulated(model: Rest(), updater: updater(.seconds(1_000)))
          .finally("it is done") { $0.isDone }
      }
    }
    #expect(found.first?.text.contains("Send") == true)
    #expect(found.first?.text.contains("it is done") == false)
  }

  @Test func messagesComeInAnyOrderWhereThatIsSaid() {
    let seen = Locked<Set<[Int]>>([])
    for inAnyOrder in [false, true] {
      explore(
        seeds: 100, sending: [Event.number(1), Event.number(2), Event.number(3)],
        inAnyOrder: inAnyOrder
      ) { _ in
        Simulated(model: Rest(), updater: updater(.zero)).always("note") { model in
          if model.heard.count == 3 { _ = seen.withLock { $0.insert(model.heard) } }
          return true
        }
      }
      #expect(seen.withLock { $0.count } == (inAnyOrder ? 6 : 1))
    }
  }
}
