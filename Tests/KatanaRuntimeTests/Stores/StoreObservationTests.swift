import KatanaRuntime
import KatanaTesting
import Testing

/// Functions that stores tell of changes, and stores for previews.
@MainActor @Suite struct StoreObservationTests {
  private typealias App = PagesApp.App
  private typealias Page = PagesApp.Page

  @Test func aStoreTellsTheFirstValueAndEachOneThatDiffers() throws {
    let (runtime, store) = try PagesApp.start(App(path: [Page(id: 1)]))
    var seen: [Int] = []
    let observation = store.observe(\.path.count) { seen.append($0) }
    store.dispatch(.toggled, to: App.at.path[1])
    store.dispatch(.pushed(2))
    store.dispatch(.reversed)
    store.dispatch(.removed(1))
    #expect(seen == [1, 2, 1])
    withExtendedLifetime(observation) {}
    runtime.requestShutdown()
  }

  @Test func aChildTellsOfItselfAloneUntilItIsGone() throws {
    let (runtime, store) = try PagesApp.start(App(path: [Page(id: 1), Page(id: 2)]))
    let child: ObservableChild<Page> = try #require(store[App.at.path[2]])
    var (texts, flags): ([String], [Bool]) = ([], [])
    let observations = [
      child.observe(\.text) { texts.append($0) }, child.observe(\.isOn) { flags.append($0) },
    ]
    store.dispatch(.renamed("other"), to: App.at.path[1])
    child.dispatch(.renamed("own"))
    child.dispatch(.toggled)
    store.dispatch(.removed(2))
    store.dispatch(.pushed(3))
    #expect(texts == ["", "own"])
    #expect(flags == [false, true])
    withExtendedLifetime(observations) {}
    runtime.requestShutdown()
  }

  @Test func aTokenThatIsReleasedEndsTheObservation() async throws {
    let (runtime, store) = try PagesApp.start(App(path: [Page(id: 1)]))
    let child = try #require(store[App.at.path[1]])
    var texts: [String] = []
    var observation: ObservationToken? = child.observe(\.text) { texts.append($0) }
    child.dispatch(.renamed("a"))
    withExtendedLifetime(observation) {}
    observation = nil
    child.dispatch(.renamed("b"))
    #expect(texts == ["", "a"])
    runtime.requestShutdown()
  }

  @Test func aMessageThatIsSentWhileBeingToldIsHandledAfterwards() throws {
    let (runtime, store) = try PagesApp.start(App(path: [Page(id: 1)]))
    let child = try #require(store[App.at.path[1]])
    var seen: [String] = []
    let observation = child.observe(\.text) { text in
      seen.append(text)
      if text == "a" { child.dispatch(.renamed("b")) }
    }
    child.dispatch(.renamed("a"))
    #expect(seen == ["", "a", "b"])
    withExtendedLifetime(observation) {}
    runtime.requestShutdown()
  }

  @Test func aCallMayReadTheStoreObserveItAndSendAMessage() throws {
    let (runtime, store) = try PagesApp.start(App(path: [Page(id: 1)]))
    let child = try #require(store[App.at.path[1]])
    var (seen, later): ([String], [ObservationToken]) = ([], [])
    let observations = [
      child.observe(\.text) { text in
        seen.append("\(text) \(child.isOn)")
        if text.isEmpty { return child.dispatch(.renamed("a")) }
        // While the store tells of a change: another observation, and a property that nobody has read.
        later.append(child.observe(\.id) { id in seen.append("\(id) \(child.alert == nil)") })
      },
      store.observe(\.path.count) { count in
        seen.append("\(count) \(store.sheet == nil)")
        if count == 1 { store.dispatch(.pushed(2)) }
      },
    ]
    #expect(seen == [" false", "a false", "1 true", "1 true", "2 true"])
    withExtendedLifetime((observations, later)) {}
    runtime.requestShutdown()
  }

  @Test func changesFromOtherThreadsArriveOnTheMainActor() async throws {
    let runtime = try Runtime(
      Program(
        model: Journal(), journalUpdater), options: RuntimeOptions(execution: .caller))
    runtime.start()
    let store = ObservableStore(runtime)
    let (stream, sender) = AsyncStream.makeStream(of: [String].self)
    let observation = store.observe(\.heard) { heard in
      MainActor.assertIsolated()
      sender.yield(heard)
    }
    await Task.detached { runtime.dispatch(Heard.word("far")) }.value
    for await heard in stream where heard == ["far"] { break }
    withExtendedLifetime(observation) {}
    runtime.requestShutdown()
  }

  // MARK: Previews

  private struct Idle: Subscription {}
  private struct Preview: Model, Equatable { var taps = 0 }
  private enum PreviewMessage: Message { case tapped }

  private struct PreviewFeature: TypedUpdater, SubscriptionProvider {
    var effects: [any Effect.Type] { [Work.self, Idle.self] }

    func update(model: inout Preview, message: PreviewMessage) -> [any Command] {
      model.taps += 1
      return [Work("never").retried(Retry(3)).queued(id: 1, .keepLatest)]
    }

    func subscriptions(model: Preview) -> [any Subscription] { [Idle()] }
  }

  @Test func aPreviewHandlesMessagesAndNeedsNoInterpreters() {
    let store = ObservableStore(previewing: Program(model: Preview(), PreviewFeature()))
    store.dispatch(PreviewMessage.tapped)
    store.dispatch(PreviewMessage.tapped)
    #expect(store.taps == 2)
  }
}
