import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

struct Launch: Model, Equatable {
  typealias Receives = LaunchMessage
  enum Introduction: Equatable { case unknown, page(Int), done }

  var introduction = Introduction.unknown
}

enum LaunchMessage: Message {
  case loaded(Outcome<Int, StoreError>)
  case nextTapped, skipTapped
  case saved(StoreError?)
}

extension StoreKey where Value == Int {
  /// The newest version of the introduction that the user has seen; 0 if none.
  static var introductionSeen: StoreKey { StoreKey("introductionSeen", default: 0) }
}

struct LaunchUpdater: TypedUpdater {
  let version = 2, pages = 3

  func update(model: inout Launch, message: LaunchMessage) -> [any Command] {
    switch (message, model.introduction) {
    case (.loaded(let seen), _):
      let isSeen = (try? seen.get()) ?? 0 >= version
      model.introduction = isSeen ? .done : .page(0)
    case (.nextTapped, .page(let page)) where page + 1 < pages:
      model.introduction = .page(page + 1)
    case (.nextTapped, .page), (.skipTapped, .page):
      model.introduction = .done
      return [SaveValue(.introductionSeen, version, reply { .saved($0) })]
    default: break
    }
    return []
  }
}

let launchProgram = Program(
  model: Launch(), LaunchUpdater(),
  commands: [LoadValue(.introductionSeen, Reply(LaunchMessage.loaded))])

@Suite struct OnboardingTests {
  let store = VirtualStore()

  /// Makes an app with the store of the test.
  func launch() -> AppTest<Launch> {
    AppTest(launchProgram, interpreters: [.store(store)], exhaustive: .model)
  }

  @Test func itIsShownOnce() {
    let first = launch()
    first.start { $0.introduction = .page(0) }
    first.send(.nextTapped) { $0.introduction = .page(1) }
    first.send(.skipTapped) { $0.introduction = .done }
    first.finish()

    let second = launch()
    second.start { $0.introduction = .done }
    second.finish()
  }

  @Test func theLastPageEndsIt() {
    let test = StepTest(LaunchUpdater(), model: Launch(introduction: .page(2)))
    test.send(
      .nextTapped, commands: [SaveValue(.introductionSeen, 2, Reply(LaunchMessage.saved))]
    ) { $0.introduction = .done }
  }

  @Test func aNewIntroductionIsShownToThoseWhoHaveSeenTheOldOne() {
    store.set(1, for: .introductionSeen)
    let app = launch()
    app.start { $0.introduction = .page(0) }
    app.finish()
  }

  @Test func nothingIsShownBeforeTheAnswer() {
    let app = AppTest(launchProgram)
    app.start(commands: [LoadValue(.introductionSeen, Reply(LaunchMessage.loaded))])
    #expect(app.model.introduction == .unknown)
    app.answer(\LoadValue<Int>.reply, with: .success(2)) { $0.introduction = .done }
    app.finish()
  }
}
