import KatanaRuntime
import KatanaTesting

extension Promise {
  package static let subscriptions = Promise(
    "subscriptions", "what runs is what is declared", wanted: 1_000_000
  ) { trial in
    var numbers = Numbers(trial.seed)
    while trial.goesOn {
      let watch = FeedWatch()
      let runtime = try Runtime(
        Program(
          model: Wishes(),
          CombinedUpdater([
            .full(WishesUpdater()), .full(FunctionSubscriptionProvider<Wishes> { $0.wanted }),
          ])), interpreters: [.subscription { WatchedInterpreter($0, $1, watch) }],
        options: RuntimeOptions(issues: IssueHandler { _ in }))
      runtime.start()
      for _ in 0..<min(10_000, trial.wanted - trial.cases) {
        let wanted = randomFeeds(&numbers)
        runtime.dispatch(WishesMessage.want(wanted))
        trial.check(watch.names == Set(wanted.map(\.name)), "runs \(watch.names), not \(wanted)")
        if let name = wanted.first?.name {
          let before = runtime.model.heard
          watch.send(from: name)
          let declared = wanted.count { $0.name == name }
          let heard = runtime.model.heard - before
          trial.check(heard == declared, "\(heard) messages for \(declared) declarations")
        }
        trial.count()
      }
      await runtime.shutdown()
      trial.check(watch.names.isEmpty, "\(watch.names) still run after the shutdown")
      trial.check(watch.errors == 0, "\(watch.errors) starts and stops did not alternate")
    }
  }

  private static func randomFeeds(_ numbers: inout Numbers) -> [Watched] {
    let names = (0..<5).shuffled(using: &numbers).prefix(numbers.below(6))
    let feeds = names.map { Watched(name: $0, payload: numbers.below(2)) }
    return feeds + feeds.shuffled(using: &numbers).prefix(1)
  }

  package static let registrations = Promise(
    "registrations", "a subscription hears the command of its own step, in any registration order",
    wanted: 100_000
  ) { trial in
    var numbers = Numbers(trial.seed)
    while trial.goesOn {
      let watch = FeedWatch()
      let names = Array(0..<(1 + numbers.below(4)))
      let runtime = try Runtime(
        Program(
          model: Wishes(),
          CombinedUpdater([
            .full(WishesUpdater()), .full(FunctionSubscriptionProvider<Wishes> { $0.wanted }),
          ])),
        interpreters: [
          .command(PublishInterpreter(watch: watch)),
          .subscription { WatchedInterpreter($0, $1, watch) },
        ].shuffled(using: &numbers))
      runtime.start()
      for _ in 0..<8 {
        let wanted = names.shuffled(using: &numbers).map { Watched(name: $0, payload: 0) }
        let before = runtime.model.heard
        runtime.dispatch(WishesMessage.publish(wanted))
        trial.check(runtime.model.heard - before == names.count, "a reply was missed")
        runtime.dispatch(WishesMessage.want([]))
      }
      runtime.requestShutdown()
      trial.count()
    }
  }
}

private enum WishesMessage: Message {
  case want([Watched])
  /// Wants feeds, and has something sent through each of them in the same step.
  case publish([Watched])
  case heard
}

private struct Wishes: Model {
  var wanted: [Watched] = []
  var heard = 0
}

private struct Publish: Command { var names: [Int] }

private struct Watched: Subscription {
  var name: Int
  var payload: Int
  var reply = Reply { (_: Void) in WishesMessage.heard }
  var id: Int { name }
}

private struct WishesUpdater: TypedUpdater {
  func update(model: inout Wishes, message: WishesMessage) -> [any Command] {
    switch message {
    case .want(let wanted): model.wanted = wanted
    case .publish(let wanted):
      model.wanted = wanted
      return [Publish(names: wanted.map(\.name))]
    case .heard: model.heard += 1
    }
    return []
  }
}

private struct PublishInterpreter: CommandInterpreter {
  let watch: FeedWatch
  func interpret(_ command: Publish, dispatch: Dispatcher) {
    for name in command.names { watch.send(from: name) }
  }
}

/// What runs, and what was called out of turn.
private final class FeedWatch: Sendable {
  private let running = Locked<[Int: SubscriptionDispatcher<Watched>]>([:])
  private let errorCount = Locked(0)

  var names: Set<Int> { running.withLock { Set($0.keys) } }
  var errors: Int { errorCount.withLock { $0 } }

  func started(_ name: Int, _ dispatch: SubscriptionDispatcher<Watched>) {
    let old = running.withLock { $0.updateValue(dispatch, forKey: name) }
    if old != nil { errorCount.withLock { $0 += 1 } }
  }

  func stopped(_ name: Int) {
    if running.withLock({ $0.removeValue(forKey: name) }) == nil { errorCount.withLock { $0 += 1 } }
  }

  func send(from name: Int) { running.withLock { $0[name] }?({ $0.reply() }) }
}

private final class WatchedInterpreter: SubscriptionInterpreter {
  typealias Sub = Watched
  private var feed: Watched
  private let dispatch: SubscriptionDispatcher<Watched>
  private let watch: FeedWatch

  init(_ feed: Watched, _ dispatch: SubscriptionDispatcher<Watched>, _ watch: FeedWatch) {
    self.feed = feed
    self.dispatch = dispatch
    self.watch = watch
  }

  func start() { watch.started(feed.name, dispatch) }
  func stop() { watch.stopped(feed.name) }
  func update(to feed: Watched) -> Bool { feed.payload == 1 }
}
