import KatanaRuntime

/// A subscription with a name, a payload that may change, and an answer that is not compared.
struct Feed: Subscription {
  var place: Place
  var name: Int
  var payload: Int
  var buffering: MessageBuffering
  var reply: Reply<ID>

  var id: Int { name }
}

/// The feeds that the parts of the model want.
struct FeedProvider: Sendable {
  let program: Program

  var provider: CombinedUpdater<AppModel> {
    CombinedUpdater([
      .slice(\.root, FunctionSubscriptionProvider<Part> { feeds($0, .root, RootAct.init) }),
      .each(
        \.rows, FunctionSubscriptionProvider<Row> { feeds($0.part, .row($0.id), RowAct.init) }),
      .optional(
        \.sheet,
        FunctionSubscriptionProvider<Sheet> { feeds($0.part, .sheet($0.id), SheetAct.init) }),
    ])
  }

  private func feeds<A: Act>(
    _ part: Part, _ place: Place, _ make: @escaping @Sendable (ID, Int) -> A
  ) -> [any Subscription] {
    part.wanted.map { spec in
      let plan = program.feeds[spec.name][spec.payload]
      return Feed(
        place: place, name: spec.name, payload: spec.payload,
        buffering: plan.newestOnly.map { .newest($0) } ?? .all,
        reply: Reply { make($0, spec.reply) })
    }
  }
}

/// Sends the events of a feed as its plan says.
final class FeedInterpreter: SubscriptionInterpreter, @unchecked Sendable {
  // Sendable, because everything in a simulation happens on one thread.
  private var feed: Feed
  private let dispatch: SubscriptionDispatcher<Feed>
  private let world: World
  private let number: Int
  private var isStopped = false

  init(_ feed: Feed, _ dispatch: SubscriptionDispatcher<Feed>, _ world: World) {
    self.feed = feed
    self.dispatch = dispatch
    self.world = world
    self.number = world.nextFeedNumber()
  }

  private var plan: FeedPlan { world.program.feeds[feed.name][feed.payload] }

  func start() {
    if let script = plan.onStart { world.sendFromOutside(script) }
    if plan.sendsInStart { sendEvent() }
    sendEvents(left: plan.events)
    world.note(.feedStarted(number, feed.place, feed.name, feed.payload))
  }

  func stop() {
    isStopped = true
    if let script = plan.onStop { world.sendFromOutside(script) }
    world.note(.feedStopped(number))
  }

  func update(to feed: Feed) -> Bool {
    let takes = world.program.feeds[feed.name][feed.payload].takesUpdates
    if takes {
      world.note(.feedUpdated(number, feed.payload))
      self.feed = feed
    }
    return takes
  }

  private func sendEvents(left: Int) {
    guard left > 0 else { return }
    world.after(10) { [self] in
      if isStopped && !plan.ignoresStop { return }
      sendEvent()
      sendEvents(left: left - 1)
    }
  }

  private func sendEvent() {
    guard world.maySend() else { return }
    world.note(.event(number))
    dispatch { [world, number] feed in
      let id = world.nextID()
      let message = feed.reply(id)
      world.note(.emitted(number, id, script: (message as? any Act)?.script ?? -1))
      return message
    }
    world.note(.eventEnded(number))
  }
}
